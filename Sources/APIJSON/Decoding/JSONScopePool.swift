internal import APIWire
internal import Synchronization

/// Scopes between decodings.
///
/// A scope that has decoded a document knows its types and has their containers ready: for small documents making
/// those costs as much as decoding.
struct JSONScopePool {
    // SAFETY: the pool alone has the scopes that are idle. Of those that are kept it reads whether their containers are
    // in use, which others only ever end.
    private struct Idle: @unchecked Sendable {
        let scope: JSONScope
    }

    private static let shared = Mutex(JSONScopePool())
    private static let idleLimit = 8

    private var idle: [Idle] = []
    /// Scopes whose containers outlive the decoding in somebody's hands.
    private var kept: [Idle] = []
    private var keptLimit = 8

    /// A scope for one decoding, with a tape over no document.
    static func take(_ options: JSONOptions) -> JSONScope {
        let scope = shared.withLock { pool in pool.idle.popLast() }?.scope ?? JSONScope(JSONTape(), .standard)
        scope.begin(options)
        return scope
    }

    /// Ends the decoding that `scope` was for.
    ///
    /// What a model has kept of it goes on working: the document is copied.
    static func giveBack(_ scope: inout JSONScope) {
        if !scope.hasLost, isKnownUniquelyReferenced(&scope) {
            scope.end()
            guard scope.tape.isSmall else { return }
            let idle = Idle(scope: scope)
            shared.withLock { pool in
                if pool.idle.count < idleLimit { pool.idle.append(idle) }
            }
            return
        }
        scope.tape.keepBytes()
        scope.lendsContainers = false
        guard scope.hasLost else { return }
        let kept = Idle(scope: scope)
        shared.withLock { pool in pool.keep(kept) }
    }

    private mutating func keep(_ scope: Idle) {
        if kept.count >= keptLimit {
            kept.removeAll { !$0.scope.hasLost }
            keptLimit = 2 * kept.count + 8
        }
        kept.append(scope)
    }
}
