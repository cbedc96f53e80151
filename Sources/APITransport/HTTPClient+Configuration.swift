import APIWire

extension HTTPClient {
    /// What applies to all requests of a client.
    public struct Configuration: Sendable {
        /// Deadlines of requests that set none of their own; 10 s to connect, 60 s idle, no bound on the whole.
        public var deadlines = Deadlines.standard
        /// What a peer may send.
        public var limits = HTTPLimits()
        /// Trust and versions of TLS.
        public var tls = TLSSettings()

        /// Connections to one origin, 64.
        public var maximumConnectionsPerOrigin = 64
        /// Connections in all, 1,024.
        public var maximumConnections = 1024
        /// Idle connections kept for one origin, 64.
        public var maximumIdleConnectionsPerOrigin = 64
        /// Idle connections kept in all, 512.
        public var maximumIdleConnections = 512
        /// How long an idle connection is kept, 60 s.
        public var idleConnectionLifetime = Duration.seconds(60)
        /// Requests that wait for a connection, 100,000; one more fails at once.
        public var maximumWaitingRequests = 100_000
        /// Threads that serve requests which do not block their caller, 1.
        ///
        /// They are started on first use.
        public var loopThreads = 1

        /// The cookies of this client; kept in memory.
        ///
        /// Nil neither sends nor keeps any.
        public var cookies: HTTPCookieJar? = HTTPCookieJar()
        /// Fields of every request that does not set them itself.
        public var defaultFields = HTTPClient.standardFields
        /// Numeric addresses that are used in place of a lookup: `"example.org:443": ["127.0.0.1"]`.
        ///
        /// `*` stands for any host or any port; the most exact name counts, in upper or lower case. An IPv6 host stands
        /// in brackets.
        public var addressOverrides: [String: [String]] = [:]
        /// Hosts and ports that are connected to in place of the URL's: `"example.org:443": "localhost:8443"`, named as
        /// in ``addressOverrides``; `*` in the value leaves that part as it is.
        ///
        /// Host field and certificate check stay with the URL.
        public var connectionOverrides: [String: String] = [:]
        /// The kind of address that is used.
        public var addressFamily = AddressFamily.any
        /// A unix socket that every request goes to, whatever host its URL names.
        public var unixSocketPath: String?

        /// The defaults.
        public init() {}
    }

    /// Which addresses of a host are used.
    public enum AddressFamily: Sendable {
        /// IPv6 and IPv4, as the system prefers
        case any
        /// IPv4 alone
        case ipv4
        /// IPv6 alone
        case ipv6
    }

    /// The version that the client names in `User-Agent`.
    public static let version = "0.1.0"

    static let standardFields: HTTPFields = {
        var fields = HTTPFields()
        for (name, value) in [
            ("Accept", "*/*"), ("Accept-Encoding", "gzip, deflate"), ("User-Agent", "APIService/\(version)"),
        ] {
            // Constant and valid; a field that was refused would be missing, and a test looks for it.
            try? fields.append(name: name, value: value)
        }
        return fields
    }()
}
