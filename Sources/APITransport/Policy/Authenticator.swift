internal import APIWire

/// Proves who asks over all the requests that one call becomes, as long as they stay within one origin (RFC 9110 11).
///
/// ``prepare(method:target:hasBody:clientNonce:)`` before a request is written and
/// ``received(status:fields:canSendBodyAgain:)`` when its head has come decide everything; nothing here waits.
package struct Authenticator: Sendable {
    /// Who is asking to be convinced.
    package enum Role: Sendable {
        case origin
        case proxy

        /// The field that carries the credentials, in lower case.
        package var field: String { self == .origin ? "authorization" : "proxy-authorization" }
        var status: Int { self == .origin ? 401 : 407 }
        var challengeField: String { self == .origin ? "www-authenticate" : "proxy-authenticate" }
        var infoField: String { self == .origin ? "authentication-info" : "proxy-authentication-info" }
    }

    /// What the next request carries.
    package struct Preparation: Sendable {
        /// The value of the role's field, nil when the request goes out without it.
        package let value: [UInt8]?
        /// The request is only a question: it announces and sends a body of no bytes in place of its own.
        package let withholdsBody: Bool
    }

    package enum Verdict: Sendable {
        /// Go on with the response as if it knew of no credentials.
        case deliver
        /// Drop the response and send the request again, prepared anew.
        case sendAgain
    }

    private enum Step {
        /// The value is known and goes with each request.
        case known
        /// The server was not asked yet.
        case unasked
        /// The server wants nothing to be proved.
        case unneeded
        case basic
        indirect case digest(DigestChallenge, uses: UInt32, clientNonce: String?)
    }

    private let credentials: Credentials
    private let role: Role
    private var step: Step
    private var withheldBody = false
    private var sentProof = false
    private var renewals = 0

    /// A server that calls every nonce stale is believed so often.
    private static let maximumRenewals = 3

    package init(_ credentials: Credentials, role: Role = .origin) {
        self.credentials = credentials
        self.role = role
        switch credentials.scheme {
        case .basic, .bearer: step = .known
        case .digest, .strongest: step = .unasked
        }
    }

    /// What goes with a request.
    ///
    /// `clientNonce` is fresh random text without quotes. Fails with `invalidRequest` for credentials that cannot be
    /// written, and with `configuration` when the system's OpenSSL does not offer the hash that the server wants.
    package mutating func prepare(
        method: HTTPMethod,
        target: String,
        hasBody: Bool,
        clientNonce: String
    ) throws(TransportError) -> Preparation {
        withheldBody = false
        sentProof = true
        switch (step, credentials.scheme) {
        case (.known, _):
            return Preparation(value: try credentials.valueInAdvance().map { Array($0.utf8) }, withholdsBody: false)
        case (.basic, .strongest(let login)):
            return Preparation(value: Array(try login.basicValue().utf8), withholdsBody: false)
        case (.digest(let challenge, let uses, let nonce), .strongest(let login)),
            (.digest(let challenge, let uses, let nonce), .digest(let login)):
            let nonce = nonce ?? clientNonce
            step = .digest(challenge, uses: uses &+ 1, clientNonce: nonce)
            let answer = DigestAnswer(
                challenge,
                user: login.user,
                password: login.password,
                method: method.rawValue,
                target: target,
                clientNonce: nonce,
                count: uses &+ 1
            )
            return Preparation(value: try Self.value(of: answer, login), withholdsBody: false)
        default:
            sentProof = false
            if case .unasked = step, case .digest = credentials.scheme { withheldBody = hasBody }
            return Preparation(value: nil, withholdsBody: withheldBody)
        }
    }

    private static func value(of answer: DigestAnswer, _ login: Credentials.Login) throws(TransportError) -> [UInt8] {
        guard !login.user.utf8.contains(where: Credentials.Login.isControl) else {
            throw .invalidRequest("The user name holds a control character")
        }
        do throws(WireError) {
            return try answer.value()
        } catch {
            throw TransportError(
                kind: .configuration,
                phase: .send,
                message: "OpenSSL does not offer the hash that the server asks for"
            )
        }
    }

    /// Judges the answer to the request that was prepared last.
    package mutating func received(status: Int, fields: HTTPFields, canSendBodyAgain: Bool) -> Verdict {
        if status == role.status { return challenged(fields, canSendBodyAgain: canSendBodyAgain || withheldBody) }
        takeNextNonce(fields)
        guard withheldBody, status < 300 else { return .deliver }
        // The question was answered as if it were the request: nobody wants a proof, so the request itself goes out.
        step = .unneeded
        return .sendAgain
    }

    private mutating func challenged(_ fields: HTTPFields, canSendBodyAgain: Bool) -> Verdict {
        guard canSendBodyAgain else { return .deliver }
        let challenges = Challenge.parse(fields.valueBytes(role.challengeField))
        let digest = challenges.compactMap(DigestChallenge.init).max { $0.strength < $1.strength }
        switch (step, credentials.scheme) {
        case (.unasked, .strongest) where digest == nil:
            guard challenges.contains(where: { $0.scheme == "basic" }) else { return .deliver }
            step = .basic
        case (.unasked, .digest), (.unasked, .strongest):
            guard let digest else { return .deliver }
            step = .digest(digest, uses: 0, clientNonce: nil)
        case (.digest, _):
            guard let digest, digest.isStale || !sentProof, renewals < Self.maximumRenewals else { return .deliver }
            renewals += 1
            step = .digest(digest, uses: 0, clientNonce: nil)
        default:
            return .deliver
        }
        return .sendAgain
    }

    /// The server may name the nonce of the next request in advance (RFC 7616 3.5).
    private mutating func takeNextNonce(_ fields: HTTPFields) {
        guard case .digest(var challenge, _, _) = step, let info = fields.valueBytes(role.infoField).first,
            let next = Challenge.parameters(of: info).last(where: { $0.name == "nextnonce" })?.value,
            !next.isEmpty, next.allSatisfy(ASCII.isTextByte)
        else { return }
        challenge.nonce = next
        step = .digest(challenge, uses: 0, clientNonce: nil)
    }
}
