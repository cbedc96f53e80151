/// How long each step of a request may take.
///
/// Nil sets no bound of its own.
///
/// A client has one set for all its requests; a request's own values take their place one by one.
public struct Deadlines: Sendable, Hashable {
    /// Waiting for a connection to be free, from the moment of sending.
    public var queue: Duration?
    /// Looking up the host's addresses.
    public var resolve: Duration?
    /// Opening a connection: lookup, TCP and TLS together.
    public var connect: Duration?
    /// The TLS handshake.
    public var tls: Duration?
    /// From the last byte of the request to the first of the answer.
    public var firstByte: Duration?
    /// Without a byte moving in either direction, while it is the server's turn: a request that rests, or whose body is
    /// late, waits on.
    public var idle: Duration?
    /// The whole request, with its redirects and repetitions.
    public var total: Duration?

    /// Bounds as given; what is left out has none.
    public init(
        queue: Duration? = nil,
        resolve: Duration? = nil,
        connect: Duration? = nil,
        tls: Duration? = nil,
        firstByte: Duration? = nil,
        idle: Duration? = nil,
        total: Duration? = nil
    ) {
        self.queue = queue
        self.resolve = resolve
        self.connect = connect
        self.tls = tls
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
    }

    /// What a client uses when nothing is said: 10 s to connect, 60 s idle.
    public static let standard = Deadlines(connect: .seconds(10), idle: .seconds(60))

    /// A duration that never passes: for a request that takes back a bound of its client.
    public static let never = Duration.seconds(3_153_600_000)

    /// These bounds, and those of `base` where there is none.
    package func filled(from base: Deadlines) -> Deadlines {
        Deadlines(
            queue: queue ?? base.queue,
            resolve: resolve ?? base.resolve,
            connect: connect ?? base.connect,
            tls: tls ?? base.tls,
            firstByte: firstByte ?? base.firstByte,
            idle: idle ?? base.idle,
            total: total ?? base.total
        )
    }
}
