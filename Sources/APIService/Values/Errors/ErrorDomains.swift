public import Foundation

// An error's domain is the module it is declared in, unless it says otherwise. Applications know these errors by the
// module they import. On Linux an error with a domain of its own has to bring its text along too.

extension AFError: CustomNSError {
    /// The domain when it is looked at as an `NSError`.
    public static var errorDomain: String { "APIService.AFError" }

    /// Its text when it is looked at as an `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text(.current)] }
}

extension APIError: CustomNSError {
    /// The domain when it is looked at as an `NSError`.
    public static var errorDomain: String { "APIService.APIError" }

    /// Its text when it is looked at as an `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text(.current)] }
}

extension APIRequestError: CustomNSError {
    /// The domain when it is looked at as an `NSError`.
    public static var errorDomain: String { "APIService.APIRequestError" }

    /// Its text when it is looked at as an `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text(.current)] }
}

extension APIResponseError: CustomNSError {
    /// The domain when it is looked at as an `NSError`.
    public static var errorDomain: String { "APIService.APIResponseError" }

    /// Its text when it is looked at as an `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text(.current)] }
}

extension APICacheError: CustomNSError {
    /// The domain when it is looked at as an `NSError`.
    public static var errorDomain: String { "APIService.APICacheError" }

    /// Its text when it is looked at as an `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text(.current)] }
}
