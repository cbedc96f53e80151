/// What one send does with the cache, decided from values alone.
package struct SendPlan: Equatable, Sendable {
    package enum TaskKind: Sendable { case request, download, upload }

    package enum CacheOutcome: Sendable { case notRead, hit, miss }

    /// What follows the read of the cache.
    package struct Continuation: Equatable, Sendable {
        /// The cache handler hears of the outcome.
        package let reportsCache: Bool
        /// The request goes to the network.
        package let usesNetwork: Bool
        /// The completion hears of the network's answer.
        package let completes: Bool

        package init(reportsCache: Bool, usesNetwork: Bool, completes: Bool) {
            self.reportsCache = reportsCache
            self.usesNetwork = usesNetwork
            self.completes = completes
        }
    }

    package let usage: APICacheUsageMode
    package let readsCache: Bool
    /// An answer that could be parsed is offered to the cache.
    package let writesCache: Bool
    /// A cache was asked for, but there is no tool to keep it in.
    package let lacksTool: Bool

    package init(
        kind: TaskKind,
        usage: APICacheUsageMode = .none,
        write: APICacheWriteMode = .none,
        hasTool: Bool
    ) {
        let wantsRead = kind == .request && usage != .none
        let wantsWrite = kind == .request && write != .none
        self.usage = usage
        readsCache = wantsRead && hasTool
        writesCache = wantsWrite && hasTool
        lacksTool = (wantsRead || wantsWrite) && !hasTool
    }

    package var needsKey: Bool { readsCache || writesCache }

    package func continuation(after outcome: CacheOutcome) -> Continuation {
        switch (outcome, usage) {
        case (.notRead, _):
            Continuation(reportsCache: false, usesNetwork: true, completes: true)
        case (.miss, _):
            Continuation(reportsCache: true, usesNetwork: true, completes: true)
        case (.hit, .cancelNetwork):
            Continuation(reportsCache: true, usesNetwork: false, completes: false)
        case (.hit, .alsoNetwork):
            Continuation(reportsCache: true, usesNetwork: true, completes: false)
        case (.hit, .alsoNetworkWithCallback), (.hit, .none):
            Continuation(reportsCache: true, usesNetwork: true, completes: true)
        }
    }
}

/// Whether a prepared request leaves the machine.
package enum Departure: Sendable {
    case leaves
    /// A plugin said no. Every plugin has been asked.
    case vetoed
    /// The network is known to be out of reach, and the host is not a near one.
    case unreachable
}
