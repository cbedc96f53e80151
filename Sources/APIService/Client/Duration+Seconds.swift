extension Duration {
    /// A hundred years: whoever waits longer waits for ever, and clocks can still count it.
    private static let longest = Duration.seconds(3_153_600_000)

    /// The same, or the nearest length of time that a clock can wait for.
    package var clamped: Duration { min(max(self, .zero), .longest) }

    /// A duration of so many seconds; what is no sensible length of time becomes the nearest that is.
    package init(clampedSeconds seconds: Double) {
        self = .seconds(seconds.isNaN ? 0 : min(Self.longest.seconds, max(0, seconds)))
    }

    /// The length in seconds.
    package var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
