/// A moment of the proleptic Gregorian calendar in UTC, from year 1 to year 9999.
///
/// It knows what the dates of HTTP need: that the 30th of February is none, and how seconds since 1970 and
/// calendar fields turn into each other. A leap second is counted as the first second of the next minute.
package struct CivilTime: Equatable, Sendable {
    package let year: Int
    /// From 1 to 12.
    package let month: Int
    package let day: Int
    package let hour: Int
    package let minute: Int
    /// From 0 to 60, which is a leap second.
    package let second: Int

    /// Nil when there is no such moment.
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.daysInMonth(month, of: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Nil outside the years 1 … 9999.
    package init?(unixSeconds: Int64) {
        guard Self.range.contains(unixSeconds) else { return nil }
        let fromYearOne = Int(unixSeconds) + Self.daysBefore1970 * 86_400
        var days = fromYearOne / 86_400
        let inDay = fromYearOne % 86_400
        let cycles = days / Self.daysIn400Years
        days %= Self.daysIn400Years
        // The last day of a cycle of 4 or 400 years is a leap day: it belongs to the year that is ending.
        let centuries = min(days / 36_524, 3)
        days -= centuries * 36_524
        let leaps = days / 1_461
        days -= leaps * 1_461
        let years = min(days / 365, 3)
        days -= years * 365
        year = cycles * 400 + centuries * 100 + leaps * 4 + years + 1
        var month = 1
        while days >= Self.daysInMonth(month, of: year) {
            days -= Self.daysInMonth(month, of: year)
            month += 1
        }
        self.month = month
        day = days + 1
        hour = inDay / 3_600
        minute = inDay % 3_600 / 60
        second = inDay % 60
    }

    package var unixSeconds: Int64 {
        Int64(dayNumber - Self.daysBefore1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    /// 0 is Sunday.
    package var weekday: Int { (dayNumber + 1) % 7 }

    /// Days since 1 January of year 1, which was a Monday.
    private var dayNumber: Int {
        let before = year - 1
        var days = before * 365 + before / 4 - before / 100 + before / 400
        for earlier in 1..<month { days += Self.daysInMonth(earlier, of: year) }
        return days + day - 1
    }

    package static let monthNames: [String] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    package static let weekdayNames: [String] = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]

    /// The first second of year 1 and the last of year 9999.
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
    private static let daysBefore1970 = 719_162
    private static let daysIn400Years = 146_097

    private static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
