import APIJSON
import APIWire
import Foundation

// SAFETY: the strategies are values; their closures are declared @Sendable by Foundation.
/// Foundation's types that JSON decoders treat in a way of their own.
struct FoundationJSONTypes: JSONForeignTypes, @unchecked Sendable {
    let dates: JSONDecoder.DateDecodingStrategy
    let data: JSONDecoder.DataDecodingStrategy

    func knows(_ type: any Any.Type) -> Bool {
        type == Date.self || type == Data.self || type == URL.self || type == Decimal.self
    }

    func decode<T>(_ type: T.Type, from value: JSONValueDecoder) throws -> T {
        try value.requireValue(for: type)
        if T.self == Date.self { return renamed(try date(value), as: type) }
        if T.self == Data.self { return renamed(try bytes(value), as: type) }
        if T.self == URL.self { return renamed(try url(value), as: type) }
        if T.self == Decimal.self { return renamed(try decimal(value), as: type) }
        throw value.corrupted("\(type) is not decoded here.")
    }

    private func date(_ value: JSONValueDecoder) throws -> Date {
        switch dates {
        case .deferredToDate: return try Date(from: value)
        case .secondsSince1970: return Date(timeIntervalSince1970: try value.decode(Double.self))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try value.decode(Double.self) / 1000)
        case .iso8601:
            let text = try value.decode(String.self)
            guard let date = InternetDate.parse(text) ?? (try? Date.ISO8601FormatStyle().parse(text)) else {
                throw value.corrupted("Expected date string to be ISO8601-formatted.")
            }
            return date
        case .custom(let decode): return try decode(value)
        @unknown default: return try Date(from: value)
        }
    }

    private func bytes(_ value: JSONValueDecoder) throws -> Data {
        switch data {
        case .deferredToData: return try Data(from: value)
        case .base64:
            guard let bytes = Data(base64Encoded: try value.decode(String.self)) else {
                throw value.corrupted("The string is not valid Base64.")
            }
            return bytes
        case .custom(let decode): return try decode(value)
        @unknown default: return try Data(from: value)
        }
    }

    private func url(_ value: JSONValueDecoder) throws -> URL {
        guard let url = URL(string: try value.decode(String.self)) else { throw value.corrupted("Invalid URL string.") }
        return url
    }

    private func decimal(_ value: JSONValueDecoder) throws -> Decimal {
        let text = try value.numberText(for: Decimal.self)
        guard let decimal = Decimal(string: text, locale: nil), decimal.isFinite else {
            throw value.corrupted("The number does not fit in Decimal.")
        }
        return decimal
    }
}
