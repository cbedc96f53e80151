/// Numbers as they are written on a command line.
package enum Quantity {
    /// Seconds, with up to nine decimals: `5`, `0.25`.
    ///
    /// Zero means no limit, and gives nil.
    package static func seconds(_ text: String) throws(UsageError) -> Duration? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : ""
        guard let whole = digits(parts[0].isEmpty ? "0" : parts[0]), decimals.utf8.count <= 9,
            !(parts[0].isEmpty && decimals.isEmpty), whole <= 1_000_000_000
        else { throw UsageError("'\(text)' is no number of seconds") }
        let padded = decimals + String(repeating: "0", count: 9 - decimals.utf8.count)
        guard let nanoseconds = digits(padded) else { throw UsageError("'\(text)' is no number of seconds") }
        let duration = Duration.seconds(whole) + .nanoseconds(nanoseconds)
        return duration == .zero ? nil : duration
    }

    /// A number of bytes, or of 1024^n bytes with one of the letters k, M, G, T behind it.
    package static func bytes(_ text: String) throws(UsageError) -> Int64 {
        var number = Substring(text)
        var shift: Int64 = 0
        if let last = number.last, let power = ["k": 1, "m": 2, "g": 3, "t": 4][last.lowercased()] {
            number = number.dropLast()
            shift = Int64(power) * 10
        }
        guard let value = digits(number) else { throw UsageError("'\(text)' is no number of bytes") }
        let (size, overflow) = value.multipliedReportingOverflow(by: 1 << shift)
        guard !overflow else { throw UsageError("'\(text)' is too large") }
        return size
    }

    /// A whole number that is not negative.
    package static func count(_ text: String) throws(UsageError) -> Int {
        guard let value = digits(Substring(text)), let count = Int(exactly: value) else {
            throw UsageError("'\(text)' is no whole number")
        }
        return count
    }

    private static func digits(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }

    private static func digits(_ text: String) -> Int64? {
        digits(Substring(text))
    }
}
