import Foundation

extension URLRequest {
    /// The header fields, ordered by name.
    ///
    /// Setting them replaces all fields.
    public var headers: APIRequestHeaders {
        get { APIRequestHeaders(allHTTPHeaderFields ?? [:]) }
        set { allHTTPHeaderFields = newValue.dictionary }
    }

    /// The method, typed.
    public var method: APIRequestMethod? {
        get { httpMethod.map(APIRequestMethod.init(rawValue:)) }
        set { httpMethod = newValue?.rawValue }
    }

    /// Refuses what must not be sent: a body, even an empty one, on a `GET`.
    /// - Throws: ``AFError/urlRequestValidationFailed(reason:)``
    public func validate() throws {
        try ResponseValidation.check(self)
    }

    /// Makes a request of a URL, a method and header fields.
    /// - Throws: ``AFError/invalidURL(url:)`` when `url` is none.
    public init(url: any APIURLConvertible, method: APIRequestMethod, headers: APIRequestHeaders? = nil) throws {
        self.init(url: try url.asURL())
        // A new request says GET, and being told so again is slow.
        if method.rawValue != "GET" { httpMethod = method.rawValue }
        if let headers { allHTTPHeaderFields = headers.dictionary }
    }
}

extension HTTPURLResponse {
    /// The header fields, ordered by name.
    public var headers: APIRequestHeaders {
        var fields: [String: String] = [:]
        for (name, value) in allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            fields[name] = value
        }
        return APIRequestHeaders(fields)
    }
}

extension URLSessionConfiguration {
    /// The header fields that every request of a session gets.
    ///
    /// Setting them replaces all of them.
    public var headers: APIRequestHeaders {
        get { APIRequestHeaders(httpAdditionalHeaders as? [String: String] ?? [:]) }
        set { httpAdditionalHeaders = newValue.dictionary }
    }
}
