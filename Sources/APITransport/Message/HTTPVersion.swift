/// The protocol version of a message (RFC 9110 2.5).
public struct HTTPVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The digit before the dot: 1 in `HTTP/1.0`.
    public let major: UInt8
    /// The digit after the dot: 0 in `HTTP/1.0`.
    public let minor: UInt8

    /// A version of two numbers.
    public init(major: UInt8, minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    /// HTTP/1.0.
    public static let http1_0 = HTTPVersion(major: 1, minor: 0)
    /// HTTP/1.1.
    public static let http1_1 = HTTPVersion(major: 1, minor: 1)

    /// Whether the left version is the older.
    public static func < (left: HTTPVersion, right: HTTPVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    /// The numbers alone: `1.1`.
    public var description: String { "\(major).\(minor)" }
}
