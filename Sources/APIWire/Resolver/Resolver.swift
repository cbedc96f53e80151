/// Finds the addresses of host names on threads of its own, since the system's look-up waits and cannot be cancelled.
///
/// The threads are few, begin on demand and end when there is nothing to do. When the resolver goes, everybody who
/// still waits is answered with `.cancelled`; a thread that hangs in the system is not waited for.
package final class Resolver: Sendable {
    package enum Family: Sendable, Hashable {
        case any
        case ipv4
        case ipv6
    }

    /// Looks up one name and waits for the answer; the addresses' ports do not count.
    package typealias Lookup = @Sendable (String, Family) -> Result<[SocketAddress], WireError>

    private let threads: ResolverThreads

    /// Makes a resolver that asks `lookup`, by default the system, on at most so many threads.
    package init(maximumThreads: Int = 8, lookup: @escaping Lookup = SystemLookup.addresses) {
        threads = ResolverThreads(maximum: maximumThreads, lookup: lookup)
    }

    deinit { threads.stop() }

    /// Finds the addresses of `host`, the best first, and calls `completion` with them exactly once.
    ///
    /// It is called on one of the resolver's threads, or on that of whoever cancels. `localhost` and the names below
    /// it are this machine, whatever the system says (RFC 6761 6.3). Errors: `.notFound`; `.unreachable` when the
    /// system could not ask; `.cancelled`.
    @discardableResult
    package func resolve(
        _ host: String,
        port: UInt16,
        family: Family = .any,
        _ completion: @escaping @Sendable (Result<[SocketAddress], WireError>) -> Void
    ) -> ResolverTicket {
        threads.add(.init(port: port, completion: completion), for: .init(host, family))
    }

    /// Lets the completion be called with `.cancelled`, here and now, unless it has been called.
    package func cancel(_ ticket: ResolverTicket) { threads.cancel(ticket) }
}

/// One call of ``Resolver/resolve(_:port:family:_:)``.
package struct ResolverTicket: Hashable, Sendable {
    let id: UInt64
    let name: LookupQueue<ResolverThreads.Waiter>.Name
}
