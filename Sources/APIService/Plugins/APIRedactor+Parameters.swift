import Foundation

/// Secrets among the parameters of URLs, forms and field values.
extension APIRedactor {
    /// As many values within values are looked into; what is in deeper ones is hidden if anything tells of a secret.
    private static let maximumDepth = 5

    /// A text in which secrets may be: URLs, `name=value` pairs, or JSON.
    func redacted(_ text: String, depth: Int = 0) -> String {
        guard depth < Self.maximumDepth else { return tellsOfSecret(text) ? replacement : text }
        if Self.looksLikeJSON(text) {
            return json(text, depth: depth) ?? (tellsOfSecret(text) ? replacement : text)
        }
        let ends: [UInt8] = [UInt8(ascii: ">")]
        return parameters(in: Self.withoutUsers(text), endedBy: ends, depth: depth, readsColons: true)
    }

    /// The key of a cached answer: a URL with parameters that are not escaped, so that a secret may go on to the end.
    package func redacted(cacheKey key: String) -> String {
        let shown = redacted(key)
        guard shown != key, let query = key.firstIndex(of: "?") else { return shown }
        return Self.withoutUsers(String(key[..<query])) + "?" + replacement
    }

    /// The text with each secret parameter without its value.
    /// - Parameters:
    ///   - text: pairs between `&` or `;`, with anything around them.
    ///   - ends: what ends a value beside `&`.
    ///   - depth: how many texts this one is in.
    ///   - readsColons: whether `name: value` counts too.
    /// - Returns: the text as it may be shown.
    func parameters(in text: String, endedBy ends: [UInt8], depth: Int, readsColons: Bool) -> String {
        let bytes = Array(text.utf8)
        var result = ""
        var start = 0
        while start <= bytes.count {
            let rest = bytes[start...]
            let end = rest.firstIndex { $0 == UInt8(ascii: "&") || ends.contains($0) } ?? bytes.count
            result += segment(bytes[start..<end], depth: depth, readsColons: readsColons)
            if end < bytes.count { result.unicodeScalars.append(Unicode.Scalar(bytes[end])) }
            start = end + 1
        }
        return result
    }

    /// What is between two `&`; a secret in it goes on to its end, for nobody knows whether a `;` is a part of it.
    private func segment(_ bytes: ArraySlice<UInt8>, depth: Int, readsColons: Bool) -> String {
        if let equals = bytes.firstIndex(of: UInt8(ascii: "=")) {
            let value = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
            if Self.looksLikeJSON(value), !hidesParameter(Self.name(before: equals, in: bytes)) {
                return String(decoding: bytes[...equals], as: UTF8.self) + redactedValue(value, depth: depth)
            }
        }
        var shown: [String] = []
        for piece in bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            let (text, isCut) = self.piece(piece, depth: depth, readsColons: readsColons)
            shown.append(text)
            if isCut { break }
        }
        return shown.joined(separator: ";")
    }

    private func piece(
        _ bytes: ArraySlice<UInt8>,
        depth: Int,
        readsColons: Bool
    ) -> (text: String, isCut: Bool) {
        var before = bytes.startIndex
        while let equals = bytes[before...].firstIndex(of: UInt8(ascii: "=")) {
            if hidesParameter(Self.name(before: equals, in: bytes[before...])) {
                // A flag without a value has nothing to hide.
                let isEmpty = equals + 1 == bytes.endIndex
                let head = decoded(bytes[..<equals], depth: depth, readsColons: readsColons)
                return (head + "=" + (isEmpty ? "" : PercentEscape.query(replacement)), !isEmpty)
            }
            before = equals + 1
        }
        return (decoded(bytes, depth: depth, readsColons: readsColons), false)
    }

    /// A piece without secret pairs in plain sight: they may be there in escapes, or after a colon.
    private func decoded(_ bytes: ArraySlice<UInt8>, depth: Int, readsColons: Bool) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        if readsColons, assignsSecret(text, by: [UInt8(ascii: ":")]) { return PercentEscape.query(replacement) }
        guard bytes.contains(UInt8(ascii: "%")) || bytes.contains(UInt8(ascii: "\\")) else { return text }
        let valueStart = bytes.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1 } ?? bytes.startIndex
        let value = String(decoding: bytes[valueStart...], as: UTF8.self)
        return String(decoding: bytes[..<valueStart], as: UTF8.self) + redactedValue(value, depth: depth)
    }

    /// The value of a parameter: as it came when nothing in it is secret.
    private func redactedValue(_ value: String, depth: Int) -> String {
        let plain = Unescaping.percent(value)
        let shown = redacted(plain, depth: depth + 1)
        return shown == plain ? value : PercentEscape.query(shown)
    }

    /// The name that ends before an equals sign, without escapes.
    private static func name(before equals: Int, in bytes: ArraySlice<UInt8>) -> String {
        var end = equals
        while end > bytes.startIndex, " \t\"'".utf8.contains(bytes[end - 1]) { end -= 1 }
        var start = end
        while start > bytes.startIndex, !"?#,\"'<>(){}/: \t\r\n".utf8.contains(bytes[start - 1]) { start -= 1 }
        return Unescaping.all(String(decoding: bytes[start..<end], as: UTF8.self))
    }

    /// The text with every authority of a URL in it without its user and password (RFC 3986 section 3.2).
    static func withoutUsers(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            result.append(bytes[index])
            index += 1
            guard bytes[index - 1] == UInt8(ascii: "/"), index < bytes.count, bytes[index] == UInt8(ascii: "/") else {
                continue
            }
            result.append(bytes[index])
            index += 1
            let authority = bytes[index...].prefix { !"/?# \t\r\n\"<>".utf8.contains($0) }
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) { index = at + 1 }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
