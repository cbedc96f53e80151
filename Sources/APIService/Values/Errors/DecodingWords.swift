/// The words in which decoders say what was wanted and what was found, in Chinese.
///
/// Names of types, keys and pieces of a body stay as they are.
package enum DecodingWords {
    package static func chinese(_ words: String) -> String {
        if let known = whole[words] { return known }
        for (beginning, translation) in beginnings where words.hasPrefix(beginning) {
            return translation + words.dropFirst(beginning.count)
        }
        for (ending, translation) in endings where words.hasSuffix(ending) {
            return chinese(String(words.dropLast(ending.count))) + translation
        }
        for (beginning, ending, translation) in enclosures where words.hasPrefix(beginning) && words.hasSuffix(ending) {
            return translation + words.dropFirst(beginning.count).dropLast(ending.count) + "）"
        }
        return words
    }

    private static let whole = [
        "null": "null", "a boolean": "布尔值", "a number": "数字", "a string": "字符串", "an array": "数组",
        "an object": "对象", "an object without keys": "没有任何键的对象", "an object without it": "没有该键的对象",
        "another type": "其他类型", "null or nothing": "null 或没有值", "another value": "其他值",
        "one that does not decode": "无法解码的值", "other characters": "其他字符",
        "the end of the document": "数据已结束", "memory for the index": "更多内存", "a document below 4 GiB": "小于 4 GiB 的数据",
        "no deeper nesting": "较浅的嵌套", "UTF-8, the only encoding of JSON (RFC 8259, section 8.1)": "UTF-8 编码",
        "the rest of the document": "后续内容", "a value": "一个值", "a key in double quotes": "双引号中的键",
        "a colon after the key": "键后的冒号", "a comma or “}”": "逗号或“}”", "a comma or “]”": "逗号或“]”",
        "true, false or null": "true、false 或 null", "a digit": "一个数字字符", "an escape that JSON has": "JSON 的转义字符",
        "both halves of a surrogate pair": "完整的代理对", "well-formed UTF-8": "正确的 UTF-8",
        "an escape for the control character": "控制字符的转义", "nothing after the value": "值后没有其他内容",
    ]

    private static let beginnings = [
        ("a string, ", "字符串 "), ("a number, ", "数字 "), ("a boolean, ", "布尔值 "), ("the key ", "键"), ("only ", "仅有"),
        ("a value under ", "其下的值 "), ("an element ", "元素 "),
    ]

    private static let endings = [(" without it", "，其中没有")]

    private static let enclosures = [("another value (", ")", "其他值（")]
}
