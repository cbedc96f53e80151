import APIWire

/// The request as it stands now: the caller's, or what a redirect has made of it.
struct Hop {
    private(set) var request: HTTPRequest
    private(set) var redirects: [RedirectHop] = []

    init(_ request: HTTPRequest) {
        self.request = request
    }

    var method: HTTPMethod { request.method }
    var url: HTTPURL { request.url }
    var fields: HTTPFields { request.fields }
    var body: HTTPBody? { request.body }

    var key: ConnectionKey { ConnectionKey(origin: url.origin) }
    var canSendBodyAgain: Bool { body?.isReplayable ?? true }

    func following(_ step: RedirectStep, status: Int, namesReferrer: Bool) -> Hop {
        var next = self
        next.redirects.append(RedirectHop(status: status, from: url, to: step.url))
        next.request.method = step.method
        next.request.url = step.url
        if step.dropsBody { next.request.body = nil }
        for name in step.droppedFields { next.request.fields.remove(name) }
        if namesReferrer {
            next.request.fields.remove("referer")
            if step.url.isSecure || !url.isSecure {
                let referrer = "\(url.scheme)://\(url.hostField)\(url.target)"
                next.request.fields.appendValidated(name: "Referer".utf8.span, value: referrer.utf8.span)
            }
        }
        return next
    }

    /// Whether the server is asked to say that it wants the body (RFC 9110 section 10.1.1).
    var expectsContinue: Bool { fields.lists("100-continue", in: "expect") }

    var withoutExpectation: Hop {
        var next = self
        next.request.fields.remove("expect")
        return next
    }

    /// What proves who asks: the caller's own field goes before credentials, and those before a name in the URL.
    func authenticator(_ credentials: Credentials?) -> AuthenticatorReference? {
        if credentials == nil, !url.hasUserinfo { return nil }
        if fields.contains("authorization") { return nil }
        if let credentials { return AuthenticatorReference(Authenticator(credentials)) }
        guard let user = url.user else { return nil }
        return AuthenticatorReference(Authenticator(.basic(user: user, password: url.password ?? "")))
    }
}
