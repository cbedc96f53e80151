internal import APIWire

/// The date of HTTP's fields (RFC 9110 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, and the two older forms.
package enum HTTPDate {
    /// Seconds since 1970, or nil for anything that is none of the three forms.
    ///
    /// A leap second counts as the first second of the next minute. `now`, in seconds since 1970, decides the century
    /// of a year of two digits, which is never more than 50 years ahead.
    package static func parse(_ text: String, now: Int64) -> Int64? {
        parse(Array(text.utf8)[...], now: now)
    }

    package static func parse(_ bytes: ArraySlice<UInt8>, now: Int64) -> Int64? {
        let text = bytes.trimmed
        let time =
            fixedDate(FieldScanner(text)) ?? obsoleteDate(FieldScanner(text), now: now)
            ?? asctime(FieldScanner(text))
        return time?.unixSeconds
    }

    /// The preferred form, or nil outside the years 1 … 9999.
    package static func format(_ unixSeconds: Int64) -> String? {
        guard let time = CivilTime(unixSeconds: unixSeconds) else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(29)
        text += CivilTime.weekdayNames[time.weekday].utf8.prefix(3)
        text += ", ".utf8
        append(time.day, digits: 2, to: &text)
        text.append(ASCII.space)
        text += CivilTime.monthNames[time.month - 1].utf8
        text.append(ASCII.space)
        append(time.year, digits: 4, to: &text)
        for (separator, number) in [(" ", time.hour), (":", time.minute), (":", time.second)] {
            text += separator.utf8
            append(number, digits: 2, to: &text)
        }
        text += " GMT".utf8
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(_ number: Int, digits: Int, to text: inout [UInt8]) {
        var divisor = digits == 4 ? 1_000 : 10
        while divisor > 0 {
            text.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    // MARK: The three forms

    // `Sun, 06 Nov 1994 08:49:37 GMT`
    private static func fixedDate(_ start: FieldScanner) -> CivilTime? {
        var scanner = start
        guard scanner.weekday(letters: 3), scanner.consume(", "),
            let day = scanner.number(digits: 2...2), scanner.consume(" "),
            let month = scanner.month(), scanner.consume(" "),
            let year = scanner.number(digits: 4...4), scanner.consume(" "),
            let clock = scanner.clock(), scanner.consume(" GMT"), scanner.isAtEnd
        else { return nil }
        return clock.on(year: year, month: month, day: day)
    }

    // `Sunday, 06-Nov-94 08:49:37 GMT`, RFC 850
    private static func obsoleteDate(_ start: FieldScanner, now: Int64) -> CivilTime? {
        var scanner = start
        guard scanner.weekday(letters: .max), scanner.consume(", "),
            let day = scanner.number(digits: 2...2), scanner.consume("-"),
            let month = scanner.month(), scanner.consume("-"),
            let shortYear = scanner.number(digits: 2...2), scanner.consume(" "),
            let clock = scanner.clock(), scanner.consume(" GMT"), scanner.isAtEnd
        else { return nil }
        let latest = (CivilTime(unixSeconds: now)?.year ?? 1970) + 50
        var year = latest / 100 * 100 + shortYear
        if year > latest { year -= 100 }
        return clock.on(year: year, month: month, day: day)
    }

    // `Sun Nov  6 08:49:37 1994`
    private static func asctime(_ start: FieldScanner) -> CivilTime? {
        var scanner = start
        guard scanner.weekday(letters: 3), scanner.consume(" "),
            let month = scanner.month(), scanner.consume(" "),
            let day = scanner.consume(" ") ? scanner.number(digits: 1...1) : scanner.number(digits: 2...2),
            scanner.consume(" "), let clock = scanner.clock(), scanner.consume(" "),
            let year = scanner.number(digits: 4...4), scanner.isAtEnd
        else { return nil }
        return clock.on(year: year, month: month, day: day)
    }
}

/// The time of day of an HTTP date.
private struct Clock {
    let hour: Int
    let minute: Int
    let second: Int

    func on(year: Int, month: Int, day: Int) -> CivilTime? {
        CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}

extension FieldScanner {
    /// A day's name, cut to so many letters; which day it is decides nothing.
    fileprivate mutating func weekday(letters: Int) -> Bool {
        for name in CivilTime.weekdayNames where consume(String(name.prefix(letters))) { return true }
        return false
    }

    fileprivate mutating func month() -> Int? {
        for (index, name) in CivilTime.monthNames.enumerated() where consume(name) { return index + 1 }
        return nil
    }

    fileprivate mutating func clock() -> Clock? {
        guard let hour = number(digits: 2...2), consume(":"),
            let minute = number(digits: 2...2), consume(":"), let second = number(digits: 2...2)
        else { return nil }
        return Clock(hour: hour, minute: minute, second: second)
    }
}
