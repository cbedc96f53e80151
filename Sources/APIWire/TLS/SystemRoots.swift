/// Where the machine keeps the certificates it trusts.
struct SystemRoots {
    /// A place to read roots from.
    enum Place: Equatable {
        case folder(String)
        case file(String)

        var path: String {
            switch self {
            case .folder(let path), .file(let path): path
            }
        }
    }

    /// All of these are read: what the environment names.
    var named: [Place] = []
    /// The first of these that can be read counts.
    ///
    /// The folder comes first: from it only what is needed is read, the bundle takes tens of milliseconds.
    static let usual: [Place] = [
        .folder("/etc/ssl/certs"),
        .file("/etc/ssl/certs/ca-certificates.crt"),
        .file("/etc/pki/tls/certs/ca-bundle.crt"),
        .file("/etc/ssl/ca-bundle.pem"),
        .file("/etc/ssl/cert.pem"),
    ]

    /// - Parameter value: of a variable of the environment.
    init(environment value: (String) -> String?) {
        if let file = value("SSL_CERT_FILE"), !file.isEmpty { named.append(.file(file)) }
        let folders = value("SSL_CERT_DIR") ?? ""
        named += folders.split(separator: ":").map { .folder(String($0)) }
    }
}
