import APITransport
import APIWire

/// The settings that make clients differ.
struct ClientSettings: Hashable {
    private let caFile: String?
    private let caFolder: String?
    private let certificate: String?
    private let key: String?
    private let passphrase: String?
    private let pins: [[UInt8]]
    private let versions: ClosedRange<TLSSettings.Version>
    private let isInsecure: Bool
    private let resolves: [ResolveArgument]
    private let connectsTo: [ConnectToArgument]
    private let addressFamily: HTTPClient.AddressFamily
    private let unixSocketPath: String?

    init(_ settings: RequestSettings) {
        caFile = settings.caFile
        caFolder = settings.caFolder
        certificate = settings.certificate
        key = settings.key
        passphrase = settings.passphrase
        pins = settings.pins
        // What was parsed allows one version at least.
        versions = settings.minimumTLS...max(settings.minimumTLS, settings.maximumTLS)
        isInsecure = settings.isInsecure
        resolves = settings.resolves
        connectsTo = settings.connectsTo
        addressFamily = settings.addressFamily
        unixSocketPath = settings.unixSocketPath
    }

    /// What a client of these settings is made with.
    func configuration(cookies: HTTPCookieJar) throws(TransportError) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.cookies = cookies
        configuration.tls = try tls()
        for resolve in resolves {
            configuration.addressOverrides[Self.authority(resolve.host, resolve.port).lowercased()] = resolve.addresses
        }
        for connection in connectsTo {
            let source = Self.authority(connection.host, connection.port).lowercased()
            guard configuration.connectionOverrides[source] == nil else { continue }  // the first counts
            configuration.connectionOverrides[source] = Self.authority(connection.targetHost, connection.targetPort)
        }
        configuration.addressFamily = addressFamily
        configuration.unixSocketPath = unixSocketPath
        return configuration
    }

    private func tls() throws(TransportError) -> TLSSettings {
        var tls = TLSSettings()
        if let caFile {
            tls.roots = .file(caFile)
        } else if let caFolder {
            tls.roots = .directory(caFolder)
        }
        tls.verifiesPeer = !isInsecure
        tls.minimumVersion = versions.lowerBound
        tls.maximumVersion = versions.upperBound
        tls.pinnedKeys = pins
        if let certificate { tls.identity = try identity(certificate) }
        return tls
    }

    /// Reads certificate and key; a passphrase may stand behind the file's name.
    private func identity(_ argument: String) throws(TransportError) -> TLSSettings.Identity {
        let (path, attached) = Self.splitPassphrase(argument)
        let chain = try Self.readIdentity(path)
        return TLSSettings.Identity(
            certificateChain: chain,
            privateKey: try key.map { (path) throws(TransportError) in try Self.readIdentity(path) } ?? chain,
            passphrase: (passphrase ?? attached).map { Array($0.utf8) }
        )
    }

    private static func readIdentity(_ path: String) throws(TransportError) -> [UInt8] {
        do {
            return try FileSystem.readAll(path, limit: 1 << 20)
        } catch {
            throw TransportError(
                kind: .configuration,
                phase: .file,
                message: "The client's certificate or key cannot be read from \(path)"
            )
        }
    }

    /// The name ends at the first colon that has no backslash before it.
    private static func splitPassphrase(_ argument: String) -> (path: String, passphrase: String?) {
        var path = ""
        var rest = argument[...]
        while let character = rest.popFirst() {
            if character == "\\", rest.first == ":" || rest.first == "\\" {
                path.append(rest.removeFirst())
            } else if character == ":" {
                return (path, String(rest))
            } else {
                path.append(character)
            }
        }
        return (path, nil)
    }

    /// Host and port in one text, `*` standing for any.
    private static func authority(_ host: String?, _ port: UInt16?) -> String {
        let name = host.map { $0.utf8.contains(UInt8(ascii: ":")) ? "[\($0)]" : $0 } ?? "*"
        return "\(name):\(port.map { String($0) } ?? "*")"
    }
}
