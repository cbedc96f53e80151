import APIJSON
import APITransport
import APIWire

enum AuthenticationUnits {
    /// The proof that a scheme asks for.
    @Sendable static func auth(_ test: APIJSONValue, _ json: inout JSONText) -> Bool {
        guard let user = test["user"]?.string, let password = test["password"]?.string else { return false }
        switch test["scheme"]?.string {
        case "basic":
            guard let value = try? Credentials.basic(user: user, password: password).valueInAdvance() else {
                return false
            }
            json.object { json in
                json.key("header")
                json.string(value)
            }
            return true
        case "digest":
            guard let answer = digest(test, user, password), let response = try? answer.response(),
                let hashedUser = try? answer.hashedUser()
            else { return false }
            json.object { json in
                json.key("response")
                json.string(response)
                json.key("username_hash")
                json.string(hashedUser)
            }
            return true
        default: return false
        }
    }

    private static func digest(_ test: APIJSONValue, _ user: String, _ password: String) -> DigestAnswer? {
        let algorithms: [String: DigestAlgorithm] = ["MD5": .md5, "SHA-256": .sha256, "SHA-512-256": .sha512_256]
        let name = test["algorithm"]?.string ?? "MD5"
        let isSession = name.hasSuffix("-sess")
        guard let algorithm = algorithms[String(isSession ? name.dropLast(5) : name[...])],
            let realm = test["realm"]?.string, let nonce = test["nonce"]?.string, let method = test["method"]?.string,
            let uri = test["uri"]?.string
        else { return nil }
        return DigestAnswer(
            DigestChallenge(
                realm: Array(realm.utf8),
                nonce: Array(nonce.utf8),
                algorithm: algorithm,
                isSession: isSession,
                usesQuality: test["qop"] != nil,
                hashesUser: test["userhash"]?.bool == true
            ),
            user: user,
            password: password,
            method: method,
            target: uri,
            clientNonce: test["cnonce"]?.string ?? "",
            count: test["nc"]?.string.flatMap { UInt32($0, radix: 16) } ?? 1
        )
    }
}
