extension APIFormEncoder.KeyEncoding {
    func name(_ key: String) -> String {
        switch self {
        case .useDefaultKeys: key
        case .convertToSnakeCase: Self.words(key).joined(separator: "_")
        case .convertToKebabCase: Self.words(key).joined(separator: "-")
        case .capitalized: key.prefix(1).uppercased() + key.dropFirst()
        case .uppercased: key.uppercased()
        case .lowercased: key.lowercased()
        case .custom(let name): name(key)
        }
    }

    /// The words of a name in lower case.
    ///
    /// Those of `theURLOfX2` are `the`, `url`, `of` and `x2`: a word begins at a capital that follows a small letter or
    /// digit, and at the last capital of a row that a small letter follows.
    private static func words(_ key: String) -> [String] {
        let letters = Array(key)
        var words: [String] = []
        var word = ""
        for (index, letter) in letters.enumerated() {
            let followsCapital = index > 0 && letters[index - 1].isUppercase
            let precedesSmall = index + 1 < letters.count && letters[index + 1].isLowercase
            if letter.isUppercase, !word.isEmpty, !followsCapital || precedesSmall {
                words.append(word.lowercased())
                word = ""
            }
            word.append(letter)
        }
        return words + [word.lowercased()]
    }
}

extension APIFormEncoder.KeyPathEncoding {
    func path(_ outer: String, _ inner: String) -> String {
        switch self {
        case .brackets: "\(outer)[\(inner)]"
        case .dots: "\(outer).\(inner)"
        case .custom(let suffix): outer + suffix(inner)
        }
    }
}
