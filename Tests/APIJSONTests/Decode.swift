import APIJSON

func decode<T: Decodable>(_ type: T.Type, _ text: String, _ parser: APIJSONParser = APIJSONParser()) throws -> T {
    try parser.decode(type, from: Array(text.utf8))
}
