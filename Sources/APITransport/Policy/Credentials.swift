internal import APIWire

/// What proves to a server, or a proxy, who is asking.
///
/// Neither its description nor a dump of it shows a secret.
///
/// ```swift
/// var request = try HTTPRequest("https://api.example.org/me")
/// request.options.credentials = .basic(user: "ann", password: secret)
/// ```
///
/// They are for the origin of the request's URL alone and stay behind when a redirect leaves it
/// (``RedirectPolicy/trust``). An `Authorization` field that the caller sets goes out instead of them.
public struct Credentials: Sendable, Hashable {
    enum Scheme: Sendable, Hashable {
        case basic(Login)
        case bearer(String)
        case digest(Login)
        case strongest(Login)
    }

    struct Login: Sendable, Hashable {
        let user: String
        let password: String
    }

    let scheme: Scheme

    /// Name and password, readable by anyone who sees the request, sent at once (RFC 7617, as UTF-8).
    ///
    /// A user name with a colon cannot be told from the password: such a request fails with
    /// ``TransportError/Kind/invalidRequest``.
    public static func basic(user: String, password: String) -> Credentials {
        Credentials(scheme: .basic(Login(user: user, password: password)))
    }

    /// A token, sent at once (RFC 6750).
    public static func bearer(_ token: String) -> Credentials {
        Credentials(scheme: .bearer(token))
    }

    /// Name and password, proved by a hash over a number that the server chose (RFC 7616).
    ///
    /// The first request goes out without them and without its body, to be told that number.
    public static func digest(user: String, password: String) -> Credentials {
        Credentials(scheme: .digest(Login(user: user, password: password)))
    }

    /// Name and password in the best way the server offers: Digest with the strongest hash, else Basic.
    ///
    /// The first request goes out without them.
    public static func strongest(user: String, password: String) -> Credentials {
        Credentials(scheme: .strongest(Login(user: user, password: password)))
    }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The scheme's name.
    public var description: String {
        switch scheme {
        case .basic: "Basic credentials"
        case .bearer: "Bearer credentials"
        case .digest: "Digest credentials"
        case .strongest: "Credentials"
        }
    }

    /// The scheme's name.
    public var debugDescription: String { description }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Credentials {
    /// The value that can be sent before the server has asked; nil where it has to be asked first.
    package func valueInAdvance() throws(TransportError) -> String? {
        switch scheme {
        case .basic(let login): try login.basicValue()
        case .bearer(let token): try Self.bearerValue(token)
        case .digest, .strongest: nil
        }
    }

    private static func bearerValue(_ token: String) throws(TransportError) -> String {
        guard !token.isEmpty, token.utf8.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }) else {
            throw .invalidRequest("The bearer token is empty or holds a character that no token may hold")
        }
        return "Bearer \(token)"
    }
}

extension Credentials.Login {
    func basicValue() throws(TransportError) -> String {
        // RFC 7617 forbids control characters too. Encoded they harm nobody, and servers have such users.
        guard !user.utf8.contains(UInt8(ascii: ":")) else {
            throw .invalidRequest("The user name holds a colon, which would end it")
        }
        return "Basic \(Base64.encode(Array("\(user):\(password)".utf8)))"
    }

    static func isControl(_ byte: UInt8) -> Bool {
        byte < ASCII.space || byte == ASCII.delete
    }
}
