package import APIWire

/// What a server wants to be hashed (RFC 7616 3.3), as far as we can do it.
package struct DigestChallenge: Sendable {
    package var realm: [UInt8]
    package var nonce: [UInt8]
    package var opaque: [UInt8]?
    package var algorithm: DigestAlgorithm
    /// The algorithm as the server wrote it; nil when it did not, which means MD5.
    package var algorithmName: [UInt8]?
    /// The names of the algorithm that end in `-sess`.
    package var isSession: Bool
    /// The quality of protection is `auth`; without, the older way of RFC 2069.
    package var usesQuality: Bool
    /// The user's name goes out as a hash.
    package var hashesUser: Bool
    /// Only the nonce was out of date.
    package var isStale: Bool

    package init(
        realm: [UInt8],
        nonce: [UInt8],
        opaque: [UInt8]? = nil,
        algorithm: DigestAlgorithm = .md5,
        algorithmName: [UInt8]? = nil,
        isSession: Bool = false,
        usesQuality: Bool = true,
        hashesUser: Bool = false,
        isStale: Bool = false
    ) {
        self.realm = realm
        self.nonce = nonce
        self.opaque = opaque
        self.algorithm = algorithm
        self.algorithmName = algorithmName
        self.isSession = isSession
        self.usesQuality = usesQuality
        self.hashesUser = hashesUser
        self.isStale = isStale
    }

    /// Nil for another scheme, an unknown algorithm, or a quality of protection other than `auth`.
    init?(_ challenge: Challenge) {
        guard challenge.scheme == "digest", let realm = challenge.value("realm"), let nonce = challenge.value("nonce"),
            (realm + nonce + (challenge.value("opaque") ?? [])).allSatisfy(ASCII.isTextByte)
        else { return nil }
        self.realm = realm
        self.nonce = nonce
        opaque = challenge.value("opaque")
        algorithmName = challenge.value("algorithm")
        guard let (algorithm, isSession) = Self.algorithm(algorithmName ?? Array("MD5".utf8)) else { return nil }
        self.algorithm = algorithm
        self.isSession = isSession
        let qualities = (challenge.value("qop") ?? []).split { $0 == UInt8(ascii: ",") || ASCII.isBlank($0) }
        usesQuality = qualities.contains { $0.equalsIgnoringCase("auth") }
        // Without a quality the number that a session's hash needs would never be sent.
        guard usesQuality || (qualities.isEmpty && !isSession) else { return nil }
        hashesUser = challenge.value("userhash").map { $0[...].equalsIgnoringCase("true") } ?? false
        isStale = challenge.value("stale").map { $0[...].equalsIgnoringCase("true") } ?? false
    }

    /// The higher, the harder to forge.
    var strength: Int {
        switch algorithm {
        case .sha512_256: 3
        case .sha256: 2
        default: 1
        }
    }

    private static func algorithm(_ name: [UInt8]) -> (DigestAlgorithm, isSession: Bool)? {
        let names: [(String, DigestAlgorithm)] = [("md5", .md5), ("sha-256", .sha256), ("sha-512-256", .sha512_256)]
        for (known, algorithm) in names {
            if name[...].equalsIgnoringCase(known) { return (algorithm, false) }
            if name[...].equalsIgnoringCase("\(known)-sess") { return (algorithm, true) }
        }
        return nil
    }
}

/// The answer to a challenge for one request (RFC 7616 3.4).
package struct DigestAnswer: Sendable {
    private let challenge: DigestChallenge
    private let user: String
    private let password: String
    private let method: String
    private let target: String
    private let clientNonce: String
    private let count: UInt32

    /// `count` says how many answers, this one included, the nonce has been used for.
    package init(
        _ challenge: DigestChallenge,
        user: String,
        password: String,
        method: String,
        target: String,
        clientNonce: String,
        count: UInt32
    ) {
        self.challenge = challenge
        self.user = user
        self.password = password
        self.method = method
        self.target = target
        self.clientNonce = clientNonce
        self.count = count
    }

    /// The hash that proves the password.
    package func response() throws(WireError) -> String {
        var secret = try hash([Array(user.utf8), challenge.realm, Array(password.utf8)])
        if challenge.isSession {
            secret = try hash([Array(secret.utf8), challenge.nonce, Array(clientNonce.utf8)])
        }
        let request = try hash([Array(method.utf8), Array(target.utf8)])
        var parts = [Array(secret.utf8), challenge.nonce]
        if challenge.usesQuality {
            parts += [Array(countText.utf8), Array(clientNonce.utf8), Array("auth".utf8)]
        }
        return try hash(parts + [Array(request.utf8)])
    }

    /// The user's name as a hash.
    package func hashedUser() throws(WireError) -> String {
        try hash([Array(user.utf8), challenge.realm])
    }

    /// The value of the Authorization field.
    func value() throws(WireError) -> [UInt8] {
        let name = challenge.hashesUser ? try hashedUser() : user
        var fields: [(name: String, value: [UInt8], isQuoted: Bool)] = [
            ("username", Array(name.utf8), true), ("realm", challenge.realm, true), ("nonce", challenge.nonce, true),
            ("uri", Array(target.utf8), true),
        ]
        if challenge.usesQuality {
            fields += [
                ("cnonce", Array(clientNonce.utf8), true), ("nc", Array(countText.utf8), false),
                ("qop", Array("auth".utf8), false),
            ]
        }
        fields.append(("response", Array(try response().utf8), true))
        if let opaque = challenge.opaque { fields.append(("opaque", opaque, true)) }
        if let algorithm = challenge.algorithmName { fields.append(("algorithm", algorithm, false)) }
        if challenge.hashesUser { fields.append(("userhash", Array("true".utf8), false)) }
        let parts = fields.map { field in
            Array("\(field.name)=".utf8) + (field.isQuoted ? Self.quoted(field.value) : field.value)
        }
        return Array("Digest ".utf8) + parts.joined(separator: ", ".utf8)
    }

    /// Eight hexadecimal digits.
    private var countText: String {
        let digits = String(count, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    private func hash(_ parts: [[UInt8]]) throws(WireError) -> String {
        try Digest.hex(challenge.algorithm, Array(parts.joined(separator: ":".utf8)).span)
    }

    private static func quoted(_ value: [UInt8]) -> [UInt8] {
        var text = [UInt8(ascii: "\"")]
        for byte in value {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
            text.append(byte)
        }
        text.append(UInt8(ascii: "\""))
        return text
    }
}
