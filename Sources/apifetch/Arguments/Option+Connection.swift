extension Option {
    /// How to reach the server, and whether to believe it.
    static let connection: [Option] = [
        .text("cacert", nil, "FILE", "Trust the certificates in this PEM file", \.caPath),
        .flag("insecure", "k", "Do not check the server's certificate", \.isInsecure),
        .list("resolve", nil, "HOST:PORT:ADDRESS", "Use this address for that host and port", \.resolves) {
            (text) throws(UsageError) in try ResolveArgument(text)
        },
        .list("connect-to", nil, "HOST1:PORT1:HOST2:PORT2", "Connect to the second for the first", \.connectsTo) {
            (text) throws(UsageError) in try ConnectToArgument(text)
        },
        .value("connect-timeout", nil, "SECONDS", "Give up when there is no connection by then") {
            (all, value) throws(UsageError) in all.current.connectTimeout = try Quantity.seconds(value)
        },
        .value("max-time", "m", "SECONDS", "Give up when the transfer has not ended by then") {
            (all, value) throws(UsageError) in all.current.totalTimeout = try Quantity.seconds(value)
        },
    ]
}
