import APIWire

/// The value of `--resolve`: `HOST:PORT:ADDRESS[,ADDRESS]…`, where the host may be `*`.
package struct ResolveArgument: Sendable, Hashable {
    package let host: String
    package let port: UInt16
    package let addresses: [String]

    package init(_ text: String) throws(UsageError) {
        guard let (host, rest) = splitHost(text[...]), !host.isEmpty, let colon = rest.firstIndex(of: ":"),
            let port = UInt16(rest[..<colon])
        else { throw UsageError("'\(text)' is not HOST:PORT:ADDRESS") }
        let addresses = rest[rest.index(after: colon)...].split(separator: ",").map(withoutBrackets)
        guard !addresses.isEmpty else { throw UsageError("'\(text)' is not HOST:PORT:ADDRESS") }
        self.host = host.hasPrefix("+") ? String(host.dropFirst()) : host
        self.port = port
        self.addresses = addresses
    }
}

/// The value of `--connect-to`: `HOST1:PORT1:HOST2:PORT2`; an empty part matches all, or changes nothing.
package struct ConnectToArgument: Sendable, Hashable {
    package let host: String?
    package let port: UInt16?
    package let targetHost: String?
    package let targetPort: UInt16?

    package init(_ text: String) throws(UsageError) {
        let refusal = UsageError("'\(text)' is not HOST1:PORT1:HOST2:PORT2")
        guard let (host, afterHost) = splitHost(text[...]), let colon = afterHost.firstIndex(of: ":"),
            let (targetHost, targetPort) = splitHost(afterHost[afterHost.index(after: colon)...])
        else { throw refusal }
        let port = afterHost[..<colon]
        guard port.isEmpty || UInt16(port) != nil, targetPort.isEmpty || UInt16(targetPort) != nil else {
            throw refusal
        }
        self.host = host.isEmpty ? nil : host
        self.port = UInt16(port)
        self.targetHost = targetHost.isEmpty ? nil : targetHost
        self.targetPort = UInt16(targetPort)
    }
}

/// The value of `--pinnedpubkey`: digests of public keys.
enum PinArgument {
    static func read(_ text: String) throws(UsageError) -> [[UInt8]] {
        var pins: [[UInt8]] = []
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            guard part.hasPrefix("sha256//"), let digest = Base64.decode(String(part.dropFirst(8))), digest.count == 32
            else { throw UsageError("'\(part)' is not sha256// and 32 bytes in base64") }
            pins.append(digest)
        }
        return pins
    }
}

/// Splits behind the host, which ends at the first colon that is not inside brackets.
private func splitHost(_ text: Substring) -> (host: String, rest: Substring)? {
    if text.hasPrefix("[") {
        guard let bracket = text.firstIndex(of: "]") else { return nil }
        let rest = text[text.index(after: bracket)...]
        return rest.hasPrefix(":") ? (withoutBrackets(text[...bracket]), rest.dropFirst()) : nil
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    return (String(text[..<colon]), text[text.index(after: colon)...])
}

private func withoutBrackets(_ host: Substring) -> String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : String(host)
}
