import APIWire
import Synchronization

/// Draws the progress of a transfer on the terminal, a few times a second.
final class ProgressMeter: Sendable {
    private struct State {
        var isShown = false
        var nextDrawing: Instant
        var last: ProgressLine?
    }

    private static let interval = Duration.milliseconds(100)
    private let start: Instant
    private let state: Mutex<State>

    init() {
        start = .now()
        // What ends within that time needs no progress.
        state = Mutex(State(nextDrawing: start.advanced(by: .milliseconds(200))))
    }

    func moved(_ direction: ProgressLine.Direction, _ bytes: Int64, of expected: Int64?) {
        let now = Instant.now()
        state.withLock { state in
            let elapsed = start.duration(to: now)
            let line = ProgressLine(direction: direction, moved: bytes, expected: expected, elapsed: elapsed)
            state.last = line
            guard now >= state.nextDrawing else { return }
            state.nextDrawing = now.advanced(by: Self.interval)
            state.isShown = true
            draw(line)
        }
    }

    /// The last line stays on the screen.
    func finish() {
        state.withLock { state in
            guard state.isShown, let last = state.last else { return }
            draw(last)
            Message.write("\n")
        }
    }

    private func draw(_ line: ProgressLine) {
        Message.write("\r\u{1b}[K" + line.text(width: max(20, StandardError.terminalWidth - 1)))
    }
}
