import APITransport

extension Option {
    /// How to reach the server, and whether to believe it.
    static let connection: [Option] = [
        .text("cacert", nil, "FILE", "Trust the certificates in this PEM file", \.caFile),
        .text("capath", nil, "DIR", "Trust the certificates in this folder, named by their hash", \.caFolder),
        .text("cert", "E", "FILE[:PASS]", "Show this certificate to servers that ask", \.certificate),
        .text("key", nil, "FILE", "Its private key, when that is in a file of its own", \.key),
        .text("pass", nil, "PASS", "The passphrase of the private key", \.passphrase),
        .value("pinnedpubkey", nil, "sha256//HASH", "Trust a chain only with one of these keys; ';' between them") {
            (all, value) throws(UsageError) in all.current.pins = try PinArgument.read(value)
        },
        .flag("tlsv1.2", nil, "TLS 1.2 or newer (the default)") { (all, _) throws(UsageError) in
            all.current.minimumTLS = .v1_2
        },
        .flag("tlsv1.3", nil, "TLS 1.3 or newer") { (all, _) throws(UsageError) in all.current.minimumTLS = .v1_3 },
        .value("tls-max", nil, "VERSION", "TLS of this version at most: 1.2, 1.3") {
            (all, value) throws(UsageError) in
            switch value {
            case "1.2": all.current.maximumTLS = .v1_2
            case "1.3", "default": all.current.maximumTLS = .v1_3
            default: throw UsageError("'\(value)' is neither 1.2 nor 1.3")
            }
        },
        .flag("insecure", "k", "Do not check the server's certificate", \.isInsecure),
        .list("resolve", nil, "HOST:PORT:ADDRESS", "Use this address for that host and port", \.resolves) {
            (text) throws(UsageError) in try ResolveArgument(text)
        },
        .list("connect-to", nil, "HOST1:PORT1:HOST2:PORT2", "Connect to the second for the first", \.connectsTo) {
            (text) throws(UsageError) in try ConnectToArgument(text)
        },
        .flag("ipv4", "4", "Use IPv4 addresses only") { (all, isOn) throws(UsageError) in
            all.current.addressFamily = isOn ? .ipv4 : .any
        },
        .flag("ipv6", "6", "Use IPv6 addresses only") { (all, isOn) throws(UsageError) in
            all.current.addressFamily = isOn ? .ipv6 : .any
        },
        .text("unix-socket", nil, "PATH", "Connect to this socket, whatever the URL's host", \.unixSocketPath),
        .value("retry", nil, "N", "Try again so often after failures that may pass") {
            (all, value) throws(UsageError) in all.current.retries = try Quantity.count(value)
        },
        .value("retry-delay", nil, "SECONDS", "Always wait so long before trying again") {
            (all, value) throws(UsageError) in all.current.retryDelay = try Quantity.seconds(value)
        },
        .value("connect-timeout", nil, "SECONDS", "Give up when there is no connection by then") {
            (all, value) throws(UsageError) in all.current.connectTimeout = try Quantity.seconds(value)
        },
        .value("max-time", "m", "SECONDS", "Give up when the transfer has not ended by then") {
            (all, value) throws(UsageError) in all.current.totalTimeout = try Quantity.seconds(value)
        },
    ]
}
