package import APIWire

/// The bookkeeping of a connection pool, without sockets and without locks: who may use which connection, who may open
/// one, and who has to wait.
///
/// A connection says how many exchanges it can carry at once (`capacity`; HTTP/1.1 carries one), so the pool lends
/// places on connections rather than connections. Every decision comes back as a value and the caller carries it out.
package struct PoolState<Key: Hashable, Connection: AnyObject, Waiter>: ~Copyable {
    /// What a caller who asked for a connection is to do.
    package enum Acquisition {
        /// Use this connection, which was idle or has room.
        case use(Connection)
        /// Open a connection; its place is taken. `evicting` has to be closed to make room for it.
        case open(evicting: Connection?)
        /// Wait; the ticket serves to give up.
        case wait(WaitTicket)
        /// Too many wait already.
        case queueFull
        /// The pool was shut down.
        case shutDown
    }

    /// What has to be done after a place came free: first `closing`, then `next`.
    package struct Handover {
        package enum Next {
            case nothing
            /// The connection goes on to this waiter, who has been taken off the queue.
            case lend(Connection, to: Waiter)
            /// This waiter may open a connection; its place is taken.
            case open(for: Waiter)
        }

        package var closing: Connection?
        package var next = Next.nothing

        static var nothing: Handover { Handover() }
    }

    package struct WaitTicket: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// One connection.
    ///
    /// A reference, so that lending it and taking it back looks nothing up twice.
    private final class Member {
        let connection: Connection
        let capacity: Int
        var inUse = 1
        var idleSince = Instant.distantFuture
        /// How long it may be idle, in nanoseconds.
        var lifetime: UInt64

        init(_ connection: Connection, capacity: Int, lifetime: UInt64) {
            self.connection = connection
            self.capacity = capacity
            self.lifetime = lifetime
        }

        var isIdle: Bool { inUse == 0 }

        /// Whether it has been idle for longer than it may be.
        func isExpired(_ now: Instant) -> Bool {
            isIdle && idleSince.advanced(byNanoseconds: lifetime) <= now
        }
    }

    private final class Origin {
        var members: [ObjectIdentifier: Member] = [:]
        /// Connections with a free place, the one used last at the end: it is lent first, since the server is the least
        /// likely to have closed it, and the one at the front has been idle for longest.
        var available: [Member] = []
        var idle = 0
        var opening = 0
        var queue = WaitQueue<Waiter>()

        var size: Int { members.count + opening }
        var isEmpty: Bool { members.isEmpty && opening == 0 && queue.isEmpty }
    }

    private let limits: PoolLimits
    private var origins: [Key: Origin] = [:]
    /// The origin that was asked for last, mostly the next one too; one of ``origins``.
    private var recent: (key: Key, origin: Origin)?
    private var open = 0
    private var idle = 0
    private var waiting = 0
    private var nextTicket = 0
    package private(set) var isShutDown = false

    package init(limits: PoolLimits) {
        self.limits = limits
    }

    /// Connections that exist or are being opened.
    package var connectionCount: Int { open }
    package var idleCount: Int { idle }
    package var waitingCount: Int { waiting }

    /// Asks for a place on a connection to `key`.
    ///
    /// `waiter` is kept only if the answer is `wait`.
    ///
    /// With `fresh` an idle connection is passed over: a request that failed on a connection the server had closed goes
    /// out again on one that cannot have the same defect.
    package mutating func acquire(
        _ key: Key,
        fresh: Bool,
        now: Instant,
        waiter: @autoclosure () -> Waiter
    ) -> Acquisition {
        if isShutDown { return .shutDown }
        let origin = self.origin(key)
        if !fresh, let member = origin.available.last {
            guard member.isExpired(now) else { return .use(takePlace(of: member, on: origin)) }
            remove(member, from: origin)
            reserveOpening(for: origin)
            return .open(evicting: member.connection)
        }
        if origin.size < limits.connectionsPerOrigin {
            if open < limits.connections {
                reserveOpening(for: origin)
                return .open(evicting: nil)
            }
            if let victim = removeLongestIdle() {
                reserveOpening(for: self.origin(key))
                return .open(evicting: victim)
            }
        } else if fresh, let victim = removeLongestIdle(of: key) {
            reserveOpening(for: self.origin(key))
            return .open(evicting: victim)
        }
        if waiting >= limits.waiting {
            dropOriginIfEmpty(key)
            return .queueFull
        }
        nextTicket += 1
        waiting += 1
        origin.queue.append(nextTicket, waiter())
        return .wait(WaitTicket(number: nextTicket))
    }

    /// The connection that `acquire` or `Handover.open` asked for exists, and its opener uses one place of it.
    ///
    /// Returns false when the pool was shut down in the meantime; the connection has to be closed then.
    package mutating func opened(_ connection: Connection, capacity: Int = 1, for key: Key) -> Bool {
        if isShutDown { return false }
        let member = Member(connection, capacity: max(1, capacity), lifetime: limits.idleLifetime)
        let origin = origin(key)
        origin.opening -= 1
        origin.members[ObjectIdentifier(connection)] = member
        if member.capacity > 1 { origin.available.append(member) }
        return true
    }

    /// Opening failed; its place is free for the next who waits.
    package mutating func openingFailed(for key: Key) -> Handover {
        if isShutDown { return .nothing }
        origin(key).opening -= 1
        open -= 1
        return placeCameFree(at: key)
    }

    /// One use of the connection ended.
    ///
    /// It is lent on, kept as idle, or has to be closed. `serverLimit`: after how many idle seconds the server closes
    /// it, by its own word; it is kept a second less than that, which is what the way there and the clocks may take.
    package mutating func release(
        _ connection: Connection,
        for key: Key,
        reusable: Bool,
        serverLimit: Int? = nil,
        now: Instant
    ) -> Handover {
        guard !isShutDown, let origin = known(key), let member = origin.members[ObjectIdentifier(connection)] else {
            return Handover(closing: connection)
        }
        if let serverLimit {
            let (limit, isPast) = UInt64(max(0, serverLimit - 1)).multipliedReportingOverflow(by: 1_000_000_000)
            member.lifetime = isPast ? limits.idleLifetime : min(limit, limits.idleLifetime)
        }
        if !reusable {
            remove(member, from: origin)
            return placeCameFree(at: key)
        }
        if member.inUse == 1, let other = starved(beside: origin), let waiter = nextWaiter(for: other) {
            remove(member, from: origin)
            reserveOpening(for: other)
            return Handover(closing: connection, next: .open(for: waiter))
        }
        if let waiter = nextWaiter(for: origin) { return Handover(next: .lend(connection, to: waiter)) }
        if member.inUse == 1, origin.idle >= limits.idlePerOrigin || idle >= limits.idle {
            remove(member, from: origin)
            dropOriginIfEmpty(key)
            return Handover(closing: connection)
        }
        if member.inUse == 1, waiting > 0, open >= limits.connections {
            // Only the limit on all connections holds others back: an idle connection here would starve them.
            remove(member, from: origin)
            return Handover(closing: connection, next: placeCameFree(at: key).next)
        }
        if member.inUse == member.capacity { origin.available.append(member) }
        member.inUse -= 1
        member.idleSince = now
        if member.isIdle {
            idle += 1
            origin.idle += 1
        }
        return .nothing
    }

    /// The connection is gone, whether somebody was using it or not.
    package mutating func closed(_ connection: Connection, for key: Key) -> Handover {
        guard !isShutDown, let origin = origins[key], let member = origin.members[ObjectIdentifier(connection)] else {
            return .nothing
        }
        remove(member, from: origin)
        return placeCameFree(at: key)
    }

    /// Takes a waiter off the queue.
    ///
    /// Returns false if it was served or dropped before.
    package mutating func giveUp(_ ticket: WaitTicket, for key: Key) -> Bool {
        guard origins[key]?.queue.remove(ticket.number) == true else { return false }
        waiting -= 1
        dropOriginIfEmpty(key)
        return true
    }

    /// Removes connections that have been idle for too long; the caller closes them.
    package mutating func removeExpired(now: Instant) -> [Connection] {
        var removed: [Connection] = []
        for (key, origin) in origins {
            for member in Array(origin.members.values) where member.isExpired(now) {
                removed.append(member.connection)
                remove(member, from: origin)
            }
            dropOriginIfEmpty(key)
        }
        return removed
    }

    /// Ends all: nobody gets a connection any more.
    ///
    /// Returns what has to be closed and who has to be told.
    package mutating func shutDown() -> (idle: [Connection], busy: [Connection], waiters: [Waiter]) {
        isShutDown = true
        let members = origins.values.flatMap { $0.members.values }
        let waiters = origins.values.flatMap { $0.queue.all }
        origins.removeAll()
        recent = nil
        (open, idle, waiting) = (0, 0, 0)
        return (members.filter(\.isIdle).map(\.connection), members.filter { !$0.isIdle }.map(\.connection), waiters)
    }

    // MARK: Steps

    private mutating func origin(_ key: Key) -> Origin {
        if let known = known(key) { return known }
        let new = Origin()
        origins[key] = new
        recent = (key, new)
        return new
    }

    private mutating func known(_ key: Key) -> Origin? {
        if let recent, recent.key == key { return recent.origin }
        guard let origin = origins[key] else { return nil }
        recent = (key, origin)
        return origin
    }

    private mutating func takePlace(of member: Member, on origin: Origin) -> Connection {
        if member.isIdle {
            idle -= 1
            origin.idle -= 1
        }
        member.inUse += 1
        if member.inUse == member.capacity { origin.available.removeLast() }
        return member.connection
    }

    private mutating func reserveOpening(for origin: Origin) {
        open += 1
        origin.opening += 1
    }

    /// A place came free, which was `key`'s: of all who wait and may open a connection, whoever came first gets it.
    private mutating func placeCameFree(at key: Key) -> Handover {
        guard open < limits.connections else { return .nothing }
        dropOriginIfEmpty(key)
        let origin = firstToWait { $0.size < limits.connectionsPerOrigin }?.origin
        guard let origin, let waiter = nextWaiter(for: origin) else { return .nothing }
        reserveOpening(for: origin)
        return Handover(next: .open(for: waiter))
    }

    /// An origin that has no connection because there are no more to be had, and whose first waiter came before this
    /// one's: as long as requests for this one keep coming, it would never have its turn.
    private func starved(beside origin: Origin) -> Origin? {
        guard waiting > 0, open >= limits.connections, let own = origin.queue.first else { return nil }
        guard let other = firstToWait({ $0.size == 0 }), other.ticket < own else { return nil }
        return other.origin
    }

    /// Of the origins for which that holds, the one whose first waiter came first.
    private func firstToWait(_ mayHave: (Origin) -> Bool) -> (origin: Origin, ticket: Int)? {
        guard waiting > 0 else { return nil }
        var first: (origin: Origin, ticket: Int)?
        for origin in origins.values where mayHave(origin) {
            guard let ticket = origin.queue.first else { continue }
            if first.map({ ticket < $0.ticket }) ?? true { first = (origin, ticket) }
        }
        return first
    }

    private mutating func nextWaiter(for origin: Origin) -> Waiter? {
        guard waiting > 0, let waiter = origin.queue.popFirst() else { return nil }
        waiting -= 1
        return waiter
    }

    private mutating func remove(_ member: Member, from origin: Origin) {
        origin.members[ObjectIdentifier(member.connection)] = nil
        open -= 1
        if member.isIdle {
            idle -= 1
            origin.idle -= 1
        }
        if member.inUse < member.capacity { origin.available.removeAll { $0 === member } }
    }

    private mutating func removeLongestIdle(of key: Key) -> Connection? {
        guard let origin = origins[key], let member = origin.available.first(where: \.isIdle) else { return nil }
        remove(member, from: origin)
        dropOriginIfEmpty(key)
        return member.connection
    }

    private mutating func removeLongestIdle() -> Connection? {
        var oldest: (key: Key, since: Instant)?
        for (key, origin) in origins {
            guard let member = origin.available.first, member.isIdle else { continue }
            if let best = oldest, best.since <= member.idleSince { continue }
            oldest = (key, member.idleSince)
        }
        return oldest.flatMap { removeLongestIdle(of: $0.key) }
    }

    private mutating func dropOriginIfEmpty(_ key: Key) {
        guard origins[key]?.isEmpty == true else { return }
        origins[key] = nil
        recent = nil
    }
}
