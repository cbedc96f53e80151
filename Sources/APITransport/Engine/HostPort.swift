/// A host and a port as overrides name them: `example.org:443`, `[::1]:443`, and `*` for either part.
struct HostPort: Equatable {
    var host: String
    var port: UInt16

    /// The texts an override for this place may have, in lower case, the most exact first.
    var patterns: [String] {
        let host = host.lowercased()
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return ["\(name):\(port)", "\(name):*", "*:\(port)", "*:*"]
    }

    /// Where a connection goes instead: itself when no override fits, nil when the one that fits is malformed.
    func replaced(by overrides: HostOverrides<String>) -> HostPort? {
        guard let text = overrides.value(for: self) else { return self }
        guard let (newHost, newPort) = Self.split(text) else { return nil }
        return HostPort(host: newHost ?? host, port: newPort ?? port)
    }

    /// The parts of an override, nil where they are left as they are.
    private static func split(_ text: String) -> (host: String?, port: UInt16?)? {
        var host = Substring(text)
        var port: Substring = "*"
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            if !rest.isEmpty {
                guard rest.first == ":" else { return nil }
                port = rest.dropFirst()
            }
        } else if let colon = text.lastIndex(of: ":") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        let newHost = host == "*" || host.isEmpty ? nil : String(host)
        if port == "*" || port.isEmpty { return (newHost, nil) }
        return UInt16(port).map { (newHost, $0) }
    }
}
