import APITransport
import APIWire

/// What the transfers of one run share: clients, cookies, files that several of them write to.
final class Session {
    private let jar = HTTPCookieJar()
    private var clients: [ClientSettings: HTTPClient] = [:]
    let heads = HeadFiles()
    let interruption = Interruption()

    /// The client for transfers of these settings; those with the same share connections and TLS sessions.
    func client(for settings: RequestSettings) throws(TransportError) -> HTTPClient {
        let key = ClientSettings(settings)
        if let client = clients[key] { return client }
        let client = HTTPClient(try key.configuration(cookies: jar))
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
                // A link stays a link: what it leads to is replaced.
                try FileSystem.writeAtomically(FileSystem.resolvingLinks(path) ?? path, jar.netscapeText())
            }
        } catch {
            throw .writing(path, error)
        }
    }

    func close() {
        for client in clients.values { client.shutDown() }
    }
}
