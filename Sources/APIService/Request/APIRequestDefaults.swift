public import Foundation

/// A request with defaults for the seven members that ``APIRequest`` leaves to the application: only `Response` remains.
///
/// ```swift
/// APIConfig.shared.baseURL = service
///
/// struct Today: APIRequestDefaults {
///     typealias Response = Notice
///     var path: String { "/notices/today" }
/// }
/// ```
/// For value types. A subclass cannot override a default that its base class did not declare itself: classes declare the
/// members, or conform to ``APIRequest``, where a forgotten one does not compile.
public protocol APIRequestDefaults: APIRequest {}

extension APIRequestDefaults {
    /// ``APIConfig/baseURL``.
    ///
    /// Without one, a request that has no ``APIRequest/url`` either fails with the code of an unsupported URL.
    public var baseURL: URL { APIConfig.shared.baseURL ?? BaseAddress.none }

    /// Nothing below the base address.
    public var path: String { "" }

    /// `GET`.
    public var method: APIRequestMethod { .get }

    /// No parameters.
    public var parameters: [String: Any]? { nil }

    /// No fields of its own.
    public var headers: APIRequestHeaders? { nil }

    /// An answer held in memory.
    public var taskType: APIRequestTaskType { .request }

    /// Query parameters for methods without a body, form fields for the others.
    public var encoding: any APIParameterEncoding { StandardEncoding.shared.value }
}

/// Kept as it is handed out, so that a request without parameters costs nothing for it.
private enum StandardEncoding {
    // SAFETY: a value that nobody changes, and without closures.
    static let shared = UncheckedSendable<any APIParameterEncoding>(APIURLEncoding.default)
}

/// What stands in for an address that nobody has given: no client can send to it.
private enum BaseAddress {
    static let none = URL(filePath: "/")
}
