internal import APIWire

/// Where the text of a value lies in its document, for those who hand it to another decoder.
package struct JSONExtent: Decodable {
    /// The value's bytes, a string's with its quotes, a container's with its brackets.
    package let bytes: Range<Int>

    package init(from decoder: any Decoder) throws {
        guard let value = decoder as? JSONValueDecoder else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "Only an APIJSONParser knows where values lie.")
            )
        }
        self.init(of: value.index, in: value.scope.tape)
    }

    init(of index: UInt32, in tape: JSONTape) {
        bytes = tape.range(at: index)
    }
}

extension APIJSONValue {
    /// Where this value lies in its document.
    package var extent: JSONExtent { JSONExtent(of: index, in: tape) }
}

extension APIJSONPath {
    /// The path as the first step of a coding path.
    package var codingKey: any CodingKey { JSONPathKey(stringValue: description) }
}
