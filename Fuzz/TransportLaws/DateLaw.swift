import APITransport

/// A date that is read can be written and is read back as the same moment, as HTTP's dates and as cookies' dates.
///
/// The first eight bytes are a moment of their own, which comes back if it can be written at all.
package func dateLaw(_ input: Span<UInt8>) throws(Violation) {
    let (steering, bytes) = split(input, after: 8)
    let moment = steering.reduce(Int64(0)) { $0 << 8 | Int64($1) }
    try checkReturn(moment, now: 0)
    // The years that have four digits are a small part of all.
    try checkReturn(moment % 300_000_000_000, now: 0)
    if let date = HTTPDate.parse(bytes[...], now: moment) {
        try require(HTTPDate.format(date) != nil, "\(date) is read and cannot be written")
        try checkReturn(date, now: moment)
    }
    if let date = CookieDate.parse(bytes[...]) {
        try require(HTTPDate.format(date) != nil, "\(date) is read and cannot be written")
        try checkReturn(date, now: moment)
    }
}

private func checkReturn(_ date: Int64, now: Int64) throws(Violation) {
    guard let text = HTTPDate.format(date) else { return }
    try require(text.utf8.count == 29, "\(text) has not the length of a date")
    try require(HTTPDate.parse(text, now: now) == date, "\(date) comes back another through \(text)")
    guard date >= -11_644_473_600 else { return }
    try require(CookieDate.parse(Array(text.utf8)[...]) == date, "\(date) comes back another as a cookie's date")
}
