internal import APIWire

/// The names that this machine knows by itself, without asking a server.
package struct HostsFile {
    private let text: String

    package init(text: String) {
        self.text = text
    }

    /// The system's, as it is now; without any name when it cannot be read.
    static var system: HostsFile {
        let bytes = try? FileSystem.readAll("/etc/hosts", limit: 4 << 20)
        return HostsFile(text: String(decoding: bytes ?? [], as: UTF8.self))
    }

    /// Whether an address of that name is one of this machine or of its own network.
    package func knowsAsNear(_ host: String) -> Bool {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return text.split(whereSeparator: \.isNewline).contains { line in
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let address = words.first, HostKind(address) != .distant else { return false }
            return words.dropFirst().contains { ASCIICase.equal($0, name) }
        }
    }
}
