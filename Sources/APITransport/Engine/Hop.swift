import APIWire

/// The request as it stands now: the caller's, or what a redirect has made of it.
///
/// It never changes; a redirect makes another one.
final class Hop: Sendable {
    let method: HTTPMethod
    let url: HTTPURL
    let fields: HTTPFields
    let body: HTTPBody?
    let redirects: [RedirectHop]

    init(method: HTTPMethod, url: HTTPURL, fields: HTTPFields, body: HTTPBody?, redirects: [RedirectHop]) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.redirects = redirects
    }

    var key: ConnectionKey { ConnectionKey(origin: url.origin) }
    var canSendBodyAgain: Bool { body?.isReplayable ?? true }

    func following(_ step: RedirectStep, status: Int, namesReferrer: Bool) -> Hop {
        var fields = fields
        for name in step.droppedFields { fields.remove(name) }
        if namesReferrer {
            fields.remove("referer")
            if step.url.isSecure || !url.isSecure {
                let referrer = "\(url.scheme)://\(url.hostField)\(url.target)"
                fields.appendValidated(name: "Referer".utf8.span, value: referrer.utf8.span)
            }
        }
        let redirect = RedirectHop(status: status, from: url, to: step.url)
        return Hop(
            method: step.method,
            url: step.url,
            fields: fields,
            body: step.dropsBody ? nil : body,
            redirects: redirects + [redirect]
        )
    }

    /// Whether the server is asked to say that it wants the body (RFC 9110 section 10.1.1).
    var expectsContinue: Bool { fields.lists("100-continue", in: "expect") }

    var withoutExpectation: Hop {
        var fields = fields
        fields.remove("expect")
        return Hop(method: method, url: url, fields: fields, body: body, redirects: redirects)
    }

    /// What proves who asks: the caller's own field goes before credentials, and those before a name in the URL.
    func authenticator(_ credentials: Credentials?) -> Authenticator? {
        if credentials == nil, !url.hasUserinfo { return nil }
        if fields.contains("authorization") { return nil }
        if let credentials { return Authenticator(credentials) }
        guard let user = url.user else { return nil }
        return Authenticator(.basic(user: user, password: url.password ?? ""))
    }
}
