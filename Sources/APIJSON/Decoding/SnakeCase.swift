/// `key` in camel case: `one_two` becomes `oneTwo`.
///
/// Underscores at the ends stay, and so does a key without others.
func camelCased(_ key: String) -> String {
    let bytes = key.utf8
    guard let first = bytes.firstIndex(where: { $0 != UInt8(ascii: "_") }),
        let last = bytes.lastIndex(where: { $0 != UInt8(ascii: "_") })
    else { return key }
    let end = bytes.index(after: last)
    let words = key[first..<end].split(separator: "_")
    guard words.count > 1 else { return key }
    var camel = String(key[..<first]) + words[0].lowercased()
    for word in words.dropFirst() {
        camel += capitalized(word)
    }
    return camel + key[end...]
}

/// Each run of letters with its first letter in title case and the others in lower case.
private func capitalized(_ word: Substring) -> String {
    var text = ""
    var insideWord = false
    for character in word {
        if insideWord {
            text += character.lowercased()
        } else {
            let scalars = character.unicodeScalars
            text += scalars.first?.properties.titlecaseMapping ?? ""
            text.unicodeScalars.append(contentsOf: scalars.dropFirst())
        }
        insideWord = character.isLetter
    }
    return text
}
