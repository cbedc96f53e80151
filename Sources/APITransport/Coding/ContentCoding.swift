internal import APIWire

/// A content or transfer coding that we know (RFC 9110 8.4.1).
enum ContentCoding: Sendable {
    case gzip
    case deflate
    case identity

    /// The coding of that name; nil when it is not known.
    init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        switch range.count {
        case 4 where ASCII.matches(bytes, range, "gzip"): self = .gzip
        case 6 where ASCII.matches(bytes, range, "x-gzip"): self = .gzip
        case 7 where ASCII.matches(bytes, range, "deflate"): self = .deflate
        case 8 where ASCII.matches(bytes, range, "identity"): self = .identity
        default: return nil
        }
    }

    var isCompression: Bool { self != .identity }
}
