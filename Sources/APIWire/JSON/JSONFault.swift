/// The first thing wrong with a document.
package struct JSONFault: Error, Equatable {
    package enum Kind: Int32, Sendable {
        case noMemory = 1
        case tooLarge, tooDeep, notUTF8, truncated
        case wantValue, wantKey, wantColon, wantCommaOrBrace, wantCommaOrBracket
        case badLiteral, badNumber, badEscape, loneSurrogate, badUTF8, controlCharacter, trailing
    }

    package let kind: Kind

    /// Offset of the first wrong byte.
    package let offset: Int
}
