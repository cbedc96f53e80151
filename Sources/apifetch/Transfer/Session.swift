import APITransport
import APIWire

/// What the transfers of one run share: clients, cookies, files that several of them write to.
final class Session {
    private let jar = HTTPCookieJar()
    private var clients: [ClientKey: HTTPClient] = [:]
    let heads = HeadFiles()

    /// The settings that make clients differ; transfers with the same share connections and TLS sessions.
    private struct ClientKey: Hashable {
        let caFile: String?
        let isInsecure: Bool
        let resolves: [ResolveArgument]
        let connectsTo: [ConnectToArgument]
    }

    /// The client for transfers of these settings.
    func client(for settings: RequestSettings) -> HTTPClient {
        let key = ClientKey(
            caFile: settings.caFile,
            isInsecure: settings.isInsecure,
            resolves: settings.resolves,
            connectsTo: settings.connectsTo
        )
        if let client = clients[key] { return client }
        var configuration = HTTPClient.Configuration()
        configuration.cookies = jar
        if let path = settings.caFile { configuration.tls.roots = .file(path) }
        configuration.tls.verifiesPeer = !settings.isInsecure
        for resolve in settings.resolves { configuration.addressOverrides[resolve.key] = resolve.addresses }
        for connection in settings.connectsTo { configuration.connectionOverrides[connection.key] = connection.target }
        let client = HTTPClient(configuration)
        clients[key] = client
        return client
    }

    /// Reads the cookies that `-b` names a file for.
    ///
    /// One that does not exist yet holds none.
    func loadCookies(for settings: RequestSettings) throws(TransportError) {
        for case .file(let path) in settings.cookies where !path.isEmpty {
            do {
                let text = try FileSystem.readAll(path, limit: InputFiles.limit)
                jar.load(text, includesSession: !settings.dropsSessionCookies)
            } catch  where error.code == .notFound {
                continue
            } catch {
                throw .reading(path, error)
            }
        }
    }

    /// Writes all cookies to the file that `-c` names.
    func saveCookies(for settings: RequestSettings) throws(TransportError) {
        guard let path = settings.cookieJarPath else { return }
        do {
            if path == "-" {
                try StandardOutput.write(jar.netscapeText().span)
            } else {
                try FileSystem.writeAtomically(path, jar.netscapeText())
            }
        } catch {
            throw .writing(path, error)
        }
    }

    func close() {
        for client in clients.values { client.shutDown() }
    }
}

extension ResolveArgument {
    fileprivate var key: String { Authority.text(host, port) }
}

extension ConnectToArgument {
    fileprivate var key: String { Authority.text(host, port) }
    fileprivate var target: String { Authority.text(targetHost, targetPort) }
}

/// Host and port in one text, `*` standing for any.
private enum Authority {
    static func text(_ host: String?, _ port: UInt16?) -> String {
        let name = host.map { $0.utf8.contains(UInt8(ascii: ":")) ? "[\($0)]" : $0 } ?? "*"
        return "\(name):\(port.map { String($0) } ?? "*")"
    }
}
