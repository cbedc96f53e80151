internal import APIWire

/// The date of a cookie's `Expires` attribute, read as browsers read it (RFC 6265bis 5.1.1): the pieces in any order,
/// whatever stands between them.
package enum CookieDate {
    /// Seconds since 1970, or nil when a piece is missing or there is no such moment.
    package static func parse(_ bytes: ArraySlice<UInt8>) -> Int64? {
        var pieces = Pieces()
        for token in bytes.split(whereSeparator: isDelimiter) { pieces.take(FieldScanner(token)) }
        return pieces.time?.unixSeconds
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private struct Pieces {
        var clock: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?

        /// The first token that fits a piece still missing is that piece.
        mutating func take(_ token: FieldScanner) {
            if clock == nil, let found = Self.clock(token) {
                clock = found
            } else if day == nil, let found = Self.leadingNumber(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = Self.month(token) {
                month = found
            } else if year == nil, let found = Self.leadingNumber(token, digits: 2...4) {
                year = found
            }
        }

        var time: CivilTime? {
            // A leap second is refused here, unlike in HTTP's own dates.
            guard let clock, let day, let month, var year, clock.second < 60 else { return nil }
            if (70...99).contains(year) { year += 1_900 } else if (0...69).contains(year) { year += 2_000 }
            guard year >= 1_601 else { return nil }
            return CivilTime(
                year: year,
                month: month,
                day: day,
                hour: clock.hour,
                minute: clock.minute,
                second: clock.second
            )
        }

        /// `7:42:42`, with whatever follows that does not begin with a digit.
        private static func clock(_ token: FieldScanner) -> (hour: Int, minute: Int, second: Int)? {
            var scanner = token
            guard let hour = scanner.number(digits: 1...2), scanner.consume(":"),
                let minute = scanner.number(digits: 1...2), scanner.consume(":"),
                let second = scanner.number(digits: 1...2)
            else { return nil }
            return (hour, minute, second)
        }

        private static func leadingNumber(_ token: FieldScanner, digits: ClosedRange<Int>) -> Int? {
            var scanner = token
            return scanner.number(digits: digits)
        }

        private static func month(_ token: FieldScanner) -> Int? {
            CivilTime.monthNames.firstIndex { token.rest.startsIgnoringCase($0.lowercased()) }.map { $0 + 1 }
        }
    }
}
