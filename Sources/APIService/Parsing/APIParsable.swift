public import Foundation

/// A type that can be read from the bytes of an answer.
///
/// ```swift
/// struct Cells: APIParsable {
///     var cells: [Substring]
///     static func parse(data: Data) throws -> Cells {
///         Cells(cells: String(decoding: data, as: UTF8.self).split(separator: ";"))
///     }
/// }
/// ```
public protocol APIParsable {
    /// Reads a value from an answer's body.
    ///
    /// The body is empty for an answer without one, such as 204.
    /// - Throws: any error; it reaches the caller inside ``APIServiceValues/APIError/responseError(_:)``.
    static func parse(data: Data) throws -> Self
}

extension Data: APIParsable {
    /// The bytes themselves.
    public static func parse(data: Data) throws -> Data { data }
}

extension String: APIParsable {}

extension Array: APIParsable where Array.Element: APIDefaultJSONParsable {}
