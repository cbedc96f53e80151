internal import APIWire

/// One challenge of a WWW-Authenticate or Proxy-Authenticate field (RFC 9110 11.6.1).
package struct Challenge: Sendable, Equatable {
    package struct Parameter: Sendable, Equatable {
        /// In lower case.
        package let name: String
        package let value: [UInt8]
    }

    /// In lower case.
    package let scheme: String
    package private(set) var token68: [UInt8]?
    package private(set) var parameters: [Parameter] = []

    /// The value of a parameter; of one that is there twice the last, as most clients have it.
    package func value(_ name: String) -> [UInt8]? {
        parameters.last { $0.name == name }?.value
    }

    /// The challenges of all fields of that name: a field may hold several, and what is no challenge is left out.
    package static func parse(_ values: [ArraySlice<UInt8>]) -> [Challenge] {
        var challenges: [Challenge] = []
        for value in values {
            var list = ChallengeList(FieldScanner(value))
            challenges += list.parse()
        }
        return challenges
    }

    /// The parameters of a field that has no scheme, such as Authentication-Info (RFC 7615).
    package static func parameters(of value: ArraySlice<UInt8>) -> [Parameter] {
        var list = ChallengeList(FieldScanner(value), first: Challenge(scheme: ""))
        return list.parse().first?.parameters ?? []
    }

    /// The comma separates challenges as well as parameters, so what follows a word decides what the word was.
    private struct ChallengeList {
        private var scanner: FieldScanner
        private var challenges: [Challenge]

        init(_ scanner: FieldScanner, first: Challenge? = nil) {
            self.scanner = scanner
            challenges = first.map { [$0] } ?? []
        }

        mutating func parse() -> [Challenge] {
            while true {
                _ = scanner.run { ASCII.isBlank($0) || $0 == UInt8(ascii: ",") }
                guard !scanner.isAtEnd else { return challenges }
                guard let word = scanner.token() else {
                    skipElement()
                    continue
                }
                let hasBlank = scanner.next.map(ASCII.isBlank) ?? false
                scanner.skipSpaces()
                if scanner.consume(UInt8(ascii: "=")) {
                    takeParameter(word)
                } else {
                    challenges.append(Challenge(scheme: word.lowercasedText))
                    if hasBlank { takeToken68() }
                }
            }
        }

        private mutating func takeParameter(_ name: ArraySlice<UInt8>) {
            scanner.skipSpaces()
            let value: [UInt8]
            if let quoted = scanner.quotedString() {
                value = quoted
            } else if scanner.next == UInt8(ascii: "\"") {
                // A quote that is never closed leaves nothing to rely on behind it.
                scanner.skipToEnd()
                return
            } else {
                value = Array(scanner.run { !ASCII.isBlank($0) && $0 != UInt8(ascii: ",") })
            }
            guard let last = challenges.indices.last else { return }
            challenges[last].parameters.append(Parameter(name: name.lowercasedText, value: value))
        }

        private mutating func takeToken68() {
            let start = scanner.position
            let letters = scanner.run { ASCII.isTokenByte($0) || $0 == UInt8(ascii: "/") }
            let padding = scanner.run { $0 == UInt8(ascii: "=") }
            scanner.skipSpaces()
            guard !letters.isEmpty, scanner.isAtEnd || scanner.next == UInt8(ascii: ","),
                let last = challenges.indices.last
            else { return scanner.rewind(to: start) }
            challenges[last].token68 = Array(letters + padding)
        }

        private mutating func skipElement() {
            while let next = scanner.next, next != UInt8(ascii: ",") {
                if scanner.quotedString() == nil { scanner.advance() }
            }
        }
    }
}
