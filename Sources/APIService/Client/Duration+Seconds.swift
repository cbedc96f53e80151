extension Duration {
    /// A duration of so many seconds; what is no sensible length of time becomes the nearest that is.
    package init(clampedSeconds seconds: Double) {
        let longest = 3_153_600_000.0
        self = .seconds(seconds.isNaN ? 0 : min(longest, max(0, seconds)))
    }

    /// The length in seconds.
    package var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
