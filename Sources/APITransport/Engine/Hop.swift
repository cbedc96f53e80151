import APIWire

/// The request as it stands now: the caller's, or what redirects have made of it.
struct Hop: Sendable {
    var method: HTTPMethod
    var url: HTTPURL
    var fields: HTTPFields
    var body: HTTPBody?
    var redirects: [RedirectHop] = []
    /// Proves who asks, as long as the origin is the one the credentials are for
    var authenticator: Authenticator?
    /// Times the request was sent on a connection, over all hops
    var attempts = 0
    /// Times this hop was sent again because its connection broke or the server asked for it
    var repetitions = 0

    init(_ request: HTTPRequest) {
        method = request.method
        url = request.url
        fields = request.fields
        body = request.body
        authenticator = Self.authenticator(request.options.credentials, request.url, request.fields)
    }

    var key: ConnectionKey { ConnectionKey(origin: url.origin) }
    var canSendBodyAgain: Bool { body?.isReplayable ?? true }

    mutating func follow(_ step: RedirectStep, status: Int, credentials: Credentials?) {
        redirects.append(RedirectHop(status: status, from: url, to: step.url))
        method = step.method
        url = step.url
        if step.dropsBody { body = nil }
        for name in step.droppedFields { fields.remove(name) }
        if step.dropsCredentials {
            authenticator = Self.authenticator(nil, url, fields)
        } else if authenticator == nil {
            authenticator = Self.authenticator(credentials, url, fields)
        }
        repetitions = 0
    }

    /// The caller's own field goes before credentials, and those before a name and password in the URL.
    private static func authenticator(_ credentials: Credentials?, _ url: HTTPURL, _ fields: HTTPFields) -> Authenticator? {
        if fields.contains("authorization") { return nil }
        if let credentials { return Authenticator(credentials) }
        guard let user = url.user else { return nil }
        return Authenticator(.basic(user: user, password: url.password ?? ""))
    }
}
