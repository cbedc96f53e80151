/// Which names are being looked up, who waits for them, and what a free thread is to do next.
///
/// It knows neither threads nor clocks. Requests for one name share its look-ups. A look-up cannot be interrupted, so
/// one that hangs must not take the others along: a name gets a second thread only when its first look-up is old, and
/// then never the last one that is free.
package struct LookupQueue<Waiter> {
    /// What is looked up.
    package struct Name: Hashable, Sendable {
        package let host: String
        package let family: Resolver.Family

        package init(_ host: String, _ family: Resolver.Family = .any) {
            self.host = host
            self.family = family
        }
    }

    private struct Progress {
        var waiters: [UInt64: Waiter] = [:]
        var running = 0
        var latestStart = Instant(nanoseconds: 0)
        var isQueued = false
    }

    /// How long a look-up may take before another of the same name is begun.
    package static var patience: Duration { .seconds(2) }
    private static var threadsPerName: Int { 2 }

    private let maximumThreads: Int
    private var names: [Name: Progress] = [:]
    private var queue: [Name] = []
    private var nextID: UInt64 = 0
    /// How many threads look something up.
    private(set) package var busy = 0

    package init(maximumThreads: Int) { self.maximumThreads = maximumThreads }

    /// Notes somebody who waits for a name.
    ///
    /// The second value says whether there is something new for a thread to do.
    package mutating func add(_ waiter: Waiter, for name: Name, now: Instant) -> (id: UInt64, hasWork: Bool) {
        nextID += 1
        var progress = names[name] ?? Progress()
        progress.waiters[nextID] = waiter
        let isOld = progress.latestStart.advanced(by: Self.patience) <= now
        let needsLookup = progress.running == 0 || (progress.running < Self.threadsPerName && isOld)
        let hasWork = needsLookup && !progress.isQueued
        if hasWork {
            progress.isQueued = true
            queue.append(name)
        }
        names[name] = progress
        return (nextID, hasWork)
    }

    /// Takes back one who waits; nil when it has been answered.
    package mutating func cancel(_ id: UInt64, for name: Name) -> Waiter? {
        guard let waiter = names[name]?.waiters.removeValue(forKey: id) else { return nil }
        forgetIfIdle(name)
        return waiter
    }

    /// Gives a free thread its next look-up; nil when there is none for it now.
    package mutating func start(now: Instant) -> Name? {
        let hasSpare = maximumThreads - busy > 1
        guard let place = queue.firstIndex(where: { hasSpare || names[$0]?.running == 0 }) else { return nil }
        let name = queue.remove(at: place)
        names[name]?.isQueued = false
        names[name]?.running += 1
        names[name]?.latestStart = now
        busy += 1
        return name
    }

    /// Notes that a look-up has ended, and gives those who waited for it.
    package mutating func finish(_ name: Name) -> [Waiter] {
        busy -= 1
        names[name]?.running -= 1
        return takeWaiters(of: name)
    }

    /// Takes all who wait, for whatever name.
    package mutating func cancelAll() -> [Waiter] {
        names.keys.flatMap { takeWaiters(of: $0) }
    }

    private mutating func takeWaiters(of name: Name) -> [Waiter] {
        let waiters = names[name]?.waiters ?? [:]
        names[name]?.waiters = [:]
        forgetIfIdle(name)
        return waiters.sorted { $0.key < $1.key }.map(\.value)
    }

    /// A name nobody waits for is not looked up any more.
    private mutating func forgetIfIdle(_ name: Name) {
        guard let progress = names[name], progress.waiters.isEmpty else { return }
        if progress.isQueued {
            queue.removeAll { $0 == name }
            names[name]?.isQueued = false
        }
        if progress.running == 0 { names[name] = nil }
    }
}
