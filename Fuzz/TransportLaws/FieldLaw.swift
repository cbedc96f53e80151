import APITransport

/// A media type that is read and written is the same type; a suggested file name that is safe names one file in one
/// folder; a pause that a server asks for is not negative.
package func fieldLaw(_ input: Span<UInt8>) throws(Violation) {
    let bytes = split(input, after: 0).rest
    if let type = MediaType(bytes: bytes[...]) {
        let again = MediaType(type.description)
        try require(again == type, "\(type) becomes \(String(describing: again))")
        for byte in type.description.utf8 { try require(byte >= 0x20 || byte == 0x09, "a control character is left") }
    }
    if let disposition = ContentDisposition(bytes: bytes[...]), let name = disposition.safeFilename {
        // Scalar by scalar: an accent on a slash does not make it another character for the file system.
        let scalars = name.unicodeScalars
        let isOne =
            !scalars.contains("/") && !scalars.contains("\\") && !scalars.isEmpty && scalars.first != "."
        try require(isOne && name.utf8.count <= 256, "\(name) is no file's name")
        try require(
            !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F },
            "a control character is left"
        )
    }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return }
    var fields = HTTPFields()
    fields.appendValidated(name: "Retry-After".utf8.span, value: bytes.span)
    if let pause = RetryAfter.delay(fields, now: 1_767_225_600) {
        try require(pause >= .zero, "the pause is \(pause)")
    }
}
