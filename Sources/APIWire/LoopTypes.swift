/// Something that wants to know when its socket is ready.
package protocol LoopSource: AnyObject, Sendable {
    /// Called on the loop's thread, each turn for as long as it holds. The loop keeps the source alive while it is
    /// registered and during the call.
    func ready(_ readiness: Readiness)

    /// Called on the loop's thread when the timer of its registration fires.
    func timerFired()
}

extension LoopSource {
    package func timerFired() {}
}

/// A source's place in the loop it was added to.
package struct LoopRegistration: Hashable, Sendable {
    let token: UInt64
}

/// A timer of a loop.
///
/// Any thread may set and clear it; it fires on the loop's thread, once for each time it is set.
///
/// Whoever made it keeps it: one that nobody holds does not fire.
package final class LoopTimer: Sendable {
    private let loop: EventLoop
    private let id: TimerTable<EventLoop.TimerAction>.ID

    init(loop: EventLoop, id: TimerTable<EventLoop.TimerAction>.ID) {
        self.loop = loop
        self.id = id
    }

    deinit { loop.removeTimer(id) }

    /// Lets it fire at `deadline` and not before, in place of what was set.
    ///
    /// To move it later costs next to nothing.
    package func set(_ deadline: Instant) { loop.setTimer(id, deadline) }

    /// Lets it not fire.
    ///
    /// Only a call that has begun already on the loop's thread may be seen by another.
    package func clear() { loop.clearTimer(id) }
}
