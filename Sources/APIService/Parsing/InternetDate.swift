import APIWire
import Foundation

/// Dates as RFC 3339 writes them, with fractions of a second and letters in either case.
enum InternetDate {
    /// The moment a text names, or nil: `2024-05-01T10:00:00.123+02:00`.
    ///
    /// A leap second, which can only be the last of a day in UTC, is the first second of the next day.
    static func parse(_ text: String) -> Date? {
        var reader = Reader(bytes: Array(text.utf8))
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2), reader.takeAny("Tt "), let hour = reader.number(2), reader.take(":"),
            let minute = reader.number(2), reader.take(":"), let second = reader.number(2),
            let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd,
            let local = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        let seconds = local.unixSeconds - Int64(offset)
        if second == 60, seconds % 86_400 != 0 { return nil }
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        /// A number of exactly so many digits.
        mutating func number(_ length: Int) -> Int? {
            var value = 0
            for _ in 0..<length {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        mutating func take(_ byte: Unicode.Scalar) -> Bool {
            guard !isAtEnd, bytes[position] == UInt8(ascii: byte) else { return false }
            position += 1
            return true
        }

        mutating func takeAny(_ choice: String) -> Bool {
            guard !isAtEnd, choice.utf8.contains(bytes[position]) else { return false }
            position += 1
            return true
        }

        /// Zero where there is none; nil for a point without digits.
        mutating func fraction() -> Double? {
            guard take(".") || take(",") else { return 0 }
            var value = 0.0
            var weight = 0.1
            var count = 0
            while let digit = digit() {
                value += Double(digit) * weight
                weight /= 10
                count += 1
            }
            return count > 0 ? value : nil
        }

        /// Seconds east of UTC.
        mutating func offset() -> Int? {
            if takeAny("Zz") { return 0 }
            let isEast = take("+")
            guard isEast || take("-"), let hours = number(2), hours < 24 else { return nil }
            _ = take(":")
            guard let minutes = number(2), minutes < 60 else { return nil }
            let seconds = hours * 3600 + minutes * 60
            return isEast ? seconds : -seconds
        }

        private mutating func digit() -> Int? {
            guard !isAtEnd, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else { return nil }
            defer { position += 1 }
            return Int(bytes[position] - UInt8(ascii: "0"))
        }
    }
}
