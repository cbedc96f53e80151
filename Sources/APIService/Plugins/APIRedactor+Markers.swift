import Foundation

/// Texts and bytes whose form is not known: whether anything in them tells of a secret.
extension APIRedactor {
    /// Shorter markers occur in any noise.
    private static let shortestInNoise = 5

    /// Whether a text names anything that is secret.
    func mentionsSecret(_ text: String) -> Bool {
        mentionsMarker(text)
    }

    /// Whether a text of unknown form may hold a secret: it has a marker anywhere, or a secret name before a value.
    func tellsOfSecret(_ text: String) -> Bool {
        let plain = Unescaping.all(text)
        return mentionsMarker(plain) || assignsSecret(plain, by: Array("=:>".utf8))
    }

    /// The same for bytes that are no UTF-8: text in another coding, or a text among other things.
    ///
    /// Without its zeros UTF-16 and UTF-32 read like ASCII, as far as it is that.
    func tellsOfSecret(_ bytes: Data) -> Bool {
        let plain = Unescaping.all(String(decoding: bytes.lazy.filter { $0 != 0 }, as: UTF8.self))
        return mentionsMarker(plain, shortest: Self.shortestInNoise) || assignsSecret(plain, by: Array("=:".utf8))
    }

    /// Whether a marker is anywhere in a text, whatever its case and its hyphens.
    func mentionsMarker(_ text: String, shortest: Int = 1) -> Bool {
        var wanted: [UInt8: [[UInt8]]] = [:]
        for marker in markers where marker.utf8.count >= shortest {
            if let first = marker.utf8.first { wanted[first, default: []].append(Array(marker.utf8)) }
        }
        let bytes = text.utf8.lazy.map(ASCIICase.lowercased).filter { !Self.isIgnored($0) }
        let bare = Array(bytes)
        return bare.indices.contains { start in
            wanted[bare[start]]?.contains { bare[start...].starts(with: $0) } ?? false
        }
    }

    /// Whether a secret name stands before one of some marks, with nothing but quotes and blanks between.
    func assignsSecret(_ text: String, by marks: [UInt8]) -> Bool {
        var name: [UInt8] = []
        var isOver = false
        for byte in text.utf8 {
            if Self.isNameByte(byte) {
                if isOver { name.removeAll(keepingCapacity: true) }
                isOver = false
                name.append(byte)
            } else if marks.contains(byte) {
                let text = String(decoding: name, as: UTF8.self)
                if byte == UInt8(ascii: "=") ? hidesParameter(text) : hides(text) { return true }
                name.removeAll(keepingCapacity: true)
            } else if "\"'\\] \t".utf8.contains(byte) {
                isOver = true
            } else {
                name.removeAll(keepingCapacity: true)
            }
        }
        return false
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
