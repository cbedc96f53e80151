import APITransport
import APIWire

/// The clients of one run of the driver: one for each set of settings, all with the same cookies.
final class Clients {
    private let cookies = HTTPCookieJar()
    private var clients: [ClientSettings: HTTPClient] = [:]

    func client(for op: Op) -> HTTPClient {
        if let file = op.cookieFile { cookies.load(Array(file.utf8)) }
        if let client = clients[op.client] { return client }
        let client = HTTPClient(configuration(op.client))
        clients[op.client] = client
        return client
    }

    private func configuration(_ settings: ClientSettings) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.cookies = cookies
        if let authorities = settings.authorities { configuration.tls.roots = .pem(Array(authorities.utf8)) }
        configuration.tls.verifiesPeer = !settings.isInsecure
        configuration.tls.pinnedKeys = settings.pins.map { pin in
            // A pin that cannot be read matches no key, so that the call fails.
            Base64.decode(String(pin.hasPrefix("sha256//") ? pin.dropFirst(8) : pin[...])) ?? []
        }
        if let certificate = settings.certificate {
            configuration.tls.identity = TLSSettings.Identity(
                certificateChain: Array(certificate.utf8),
                privateKey: Array((settings.key ?? certificate).utf8),
                passphrase: settings.passphrase.map { Array($0.utf8) }
            )
        }
        for resolve in settings.resolves {
            let (place, addresses) = Self.split(resolve, after: 2)
            configuration.addressOverrides[place] = addresses.split(separator: ",").map { address in
                String(address.hasPrefix("[") && address.hasSuffix("]") ? address.dropFirst().dropLast() : address)
            }
        }
        for connection in settings.connections {
            let (from, to) = Self.split(connection, after: 2)
            guard configuration.connectionOverrides[Self.wildcards(from)] == nil else { continue }  // the first counts
            configuration.connectionOverrides[Self.wildcards(from)] = Self.wildcards(to)
        }
        configuration.unixSocketPath = settings.unixSocket
        if let maximum = settings.maximumPerHost { configuration.maximumConnectionsPerOrigin = maximum }
        return configuration
    }

    /// The text before and after the colon of that number; colons in brackets do not count.
    private static func split(_ text: String, after number: Int) -> (String, String) {
        var colons = 0
        var isBracketed = false
        for index in text.indices {
            switch text[index] {
            case "[": isBracketed = true
            case "]": isBracketed = false
            case ":" where !isBracketed:
                colons += 1
                if colons == number { return (String(text[..<index]), String(text[text.index(after: index)...])) }
            default: break
            }
        }
        return (text, "")
    }

    /// `host:port` with a star for each part that is empty.
    private static func wildcards(_ place: String) -> String {
        let (host, port) = split(place, after: 1)
        return "\(host.isEmpty ? "*" : host):\(port.isEmpty ? "*" : port)"
    }
}
