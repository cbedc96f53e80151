/// The line that shows how far a transfer is, drawn anew over itself.
package struct ProgressLine: Sendable {
    /// What is moving.
    package enum Direction: String, Sendable { case down, up }

    package var direction: Direction
    /// Bytes that have moved.
    package var moved: Int64
    /// Bytes there will be, when known.
    package var expected: Int64?
    package var elapsed: Duration

    package init(direction: Direction, moved: Int64, expected: Int64?, elapsed: Duration) {
        self.direction = direction
        self.moved = moved
        self.expected = expected
        self.elapsed = elapsed
    }

    /// The line, at most `width` columns wide.
    package func text(width: Int) -> String {
        let arrow = direction == .down ? "↓" : "↑"
        let rate = bytesPerSecond.map { "  \(ByteCount.text($0))/s" } ?? ""
        guard let expected, expected > 0, moved <= expected else {
            return String("\(arrow) \(ByteCount.text(moved))\(rate)".prefix(width))
        }
        let head = "\(arrow) \(percent(of: expected, moved))% "
        let tail = " \(ByteCount.text(moved)) of \(ByteCount.text(expected))\(rate)\(remaining(to: expected))"
        let room = min(40, width - head.count - tail.count)
        guard room >= 10 else { return String((head + tail.dropFirst()).prefix(width)) }
        return head + bar(columns: room, of: expected) + tail
    }

    private var bytesPerSecond: Int64? {
        elapsed < .milliseconds(100) ? nil : ByteCount.perSecond(moved, in: elapsed)
    }

    private func percent(of total: Int64, _ part: Int64) -> String {
        let percent = String(Int(Double(part) / Double(total) * 100))
        return String(repeating: " ", count: max(0, 3 - percent.count)) + percent
    }

    private func bar(columns: Int, of total: Int64) -> String {
        let filled = Int(Double(moved) / Double(total) * Double(columns))
        return String(repeating: "█", count: filled) + String(repeating: "░", count: columns - filled)
    }

    private func remaining(to total: Int64) -> String {
        guard moved < total, let rate = bytesPerSecond, rate > 0 else { return "" }
        let seconds = (total - moved) / rate
        guard seconds < 360_000 else { return "" }
        let minutes = seconds / 60 % 60
        let parts = seconds >= 3600 ? [seconds / 3600, minutes, seconds % 60] : [minutes, seconds % 60]
        let shown = parts.enumerated().map { place, value in place > 0 && value < 10 ? "0\(value)" : "\(value)" }
        return "  " + shown.joined(separator: ":")
    }
}

/// Numbers of bytes for people.
package enum ByteCount {
    /// The number with a unit of 1024 bytes or a power of it, and one decimal where it is short.
    package static func text(_ count: Int64) -> String {
        guard count >= 1024 else { return "\(count) B" }
        var tenths = Double(count) * 10
        var unit = -1
        while tenths >= 10_240, unit < units.count - 1 {
            tenths /= 1024
            unit += 1
        }
        let rounded = Int64(tenths)
        let number = rounded < 1000 ? "\(rounded / 10).\(rounded % 10)" : "\(rounded / 10)"
        return "\(number) \(units[unit])"
    }

    /// How many a second, rounded down; nil when no time has passed.
    package static func perSecond(_ count: Int64, in time: Duration) -> Int64? {
        let rate = Double(count) / (time / .seconds(1))
        return rate >= 0 && rate < 9e18 ? Int64(rate) : nil
    }

    private static let units = ["KB", "MB", "GB", "TB", "PB", "EB"]
}
