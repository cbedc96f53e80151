internal import APIWire

/// What a Content-Disposition field says (RFC 6266).
///
/// ```swift
/// let disposition = ContentDisposition(response.fields["Content-Disposition"] ?? "")
/// let name = disposition?.safeFilename ?? "download"
/// ```
public struct ContentDisposition: Sendable, Hashable {
    /// `attachment`, `inline` or something else, in lower case.
    public let type: String
    /// The name that the server suggests, as it came: it may hold slashes and worse, see ``safeFilename``.
    ///
    /// `filename*` (RFC 8187) counts more than `filename`.
    public let filename: String?

    /// Reads the value of a field; nil when it has no type or its quoting is broken.
    public init?(_ value: String) {
        self.init(bytes: Array(value.utf8)[...])
    }

    package init?(bytes: ArraySlice<UInt8>) {
        guard let text = DispositionText(bytes: bytes) else { return nil }
        type = text.type
        filename = text.filename
    }

    /// The suggested name without folders and control characters; nil when nothing is left of it.
    ///
    /// A leading dot becomes `_`, so that no server can have a hidden file written.
    public var safeFilename: String? {
        guard let name = filename.flatMap(DispositionText.baseName) else { return nil }
        return name.utf8.first == UInt8(ascii: ".") ? "_" + String(name.unicodeScalars.dropFirst()) : name
    }
}
