public import Foundation

/// An answer taken as text, where `String` would be read as a JSON string.
public struct APIPlainText: APIParsable, Hashable, Sendable, CustomStringConvertible {
    /// The text.
    public var text: String

    /// Wraps a text.
    public init(_ text: String) { self.text = text }

    /// The body as UTF-8, or as Latin-1 where it is not UTF-8; a byte order mark is dropped.
    ///
    /// Every body is some text.
    public static func parse(data: Data) throws -> APIPlainText {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let body = data.starts(with: mark) ? data.dropFirst(mark.count) : data
        if let text = String(validating: body, as: UTF8.self) { return APIPlainText(text) }
        return APIPlainText(String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) })))
    }

    /// The text.
    public var description: String { text }
}
