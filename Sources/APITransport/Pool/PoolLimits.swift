import APIWire

/// How large a pool may grow, and how long it keeps what nobody uses.
package struct PoolLimits: Sendable {
    package let connectionsPerOrigin: Int
    package let connections: Int
    package let idlePerOrigin: Int
    package let idle: Int
    package let waiting: Int
    /// How long an idle connection is kept, in nanoseconds.
    package let idleLifetime: UInt64

    /// Values below what makes sense are raised to it: a pool that may open no connection would answer nobody.
    package init(
        connectionsPerOrigin: Int,
        connections: Int,
        idlePerOrigin: Int,
        idle: Int,
        waiting: Int,
        idleLifetime: Duration
    ) {
        self.connectionsPerOrigin = max(1, connectionsPerOrigin)
        self.connections = max(1, connections)
        self.idlePerOrigin = max(0, idlePerOrigin)
        self.idle = max(0, idle)
        self.waiting = max(0, waiting)
        self.idleLifetime = Instant(nanoseconds: 0).advanced(by: idleLifetime).nanoseconds
    }
}
