public import Foundation

/// Something a URL can be made of.
public protocol APIURLConvertible: Sendable {
    /// The URL.
    /// - Throws: ``AFError/invalidURL(url:)`` when there is none.
    func asURL() throws -> URL
}

extension String: APIURLConvertible {
    /// The URL this text spells.
    /// - Throws: ``AFError/invalidURL(url:)`` when it spells none.
    public func asURL() throws -> URL {
        guard let url = URL(string: self) else { throw AFError.invalidURL(url: self) }
        return url
    }
}

extension URL: APIURLConvertible {
    /// The URL itself.
    public func asURL() throws -> URL { self }
}

extension URLComponents: APIURLConvertible {
    /// The URL these components make.
    /// - Throws: ``AFError/invalidURL(url:)`` when they make none.
    public func asURL() throws -> URL {
        guard let url else { throw AFError.invalidURL(url: self) }
        return url
    }
}

/// Something a `URLRequest` can be made of.
public protocol APIURLRequestConvertible {
    /// The request.
    /// - Throws: whatever prevented making it.
    func asURLRequest() throws -> URLRequest
}

extension APIURLRequestConvertible {
    /// The request, or nil when it cannot be made.
    public var urlRequest: URLRequest? { try? asURLRequest() }
}

extension URLRequest: APIURLRequestConvertible {
    /// The request itself.
    public func asURLRequest() throws -> URLRequest { self }
}
