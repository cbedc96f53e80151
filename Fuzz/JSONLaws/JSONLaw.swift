import APIJSON
import Foundation

/// A document about which the two decoders disagree.
package struct Disagreement: Error, CustomStringConvertible {
    package let description: String
}

/// Any bytes are JSON to `APIJSONParser` when they are to Foundation's decoder, and then mean the same; also when
/// their index is to take little memory.
///
/// Meant to differ: a comma before a closing bracket and encodings other than UTF-8, which only Foundation takes; what
/// Foundation never looks at, the later values of a repeated key; numbers too near to 0 for a `Double`, which Foundation
/// takes for the whole number 0; and fractions with more digits than a `Double` holds, which it takes for whole numbers.
package func jsonLaw(_ document: Span<UInt8>) throws(Disagreement) {
    let bytes = document.indices.map { document[$0] }
    let ours = Result { try APIJSONParser().decode(AnyDocument.self, from: bytes) }
    try denseLaw(bytes, ours)
    let theirs = Result { try JSONDecoder().decode(AnyDocument.self, from: Data(bytes)) }
    switch (ours, theirs) {
    case (.failure, .failure): return
    case (.success(let ours), .success(let theirs)):
        guard ours.agrees(with: theirs) else {
            throw Disagreement(description: "ours \(ours), Foundation's \(theirs)")
        }
    case (.success(let ours), .failure(let error)):
        throw Disagreement(description: "only ours accepts, as \(ours); Foundation: \(error)")
    case (.failure(let error), .success(let theirs)):
        guard isMeant(error, bytes) else {
            throw Disagreement(description: "only Foundation accepts, as \(theirs); ours: \(error)")
        }
    }
}

/// A document means the same, and has the same fault, when its index is to take little memory.
private func denseLaw(_ bytes: [UInt8], _ expected: Result<AnyDocument, any Error>) throws(Disagreement) {
    var parser = APIJSONParser()
    parser.treatsAllAsDense = true
    let dense = Result { try parser.decode(AnyDocument.self, from: bytes) }
    switch (dense, expected) {
    case (.success(let one), .success(let other)) where one.agrees(with: other): return
    case (.failure(let one), .failure(let other)) where String(describing: one) == String(describing: other): return
    default: throw Disagreement(description: "as a dense document \(dense), otherwise \(expected)")
    }
}

private func isMeant(_ error: any Error, _ bytes: [UInt8]) -> Bool {
    guard let details = APIJSONError(error) else { return false }
    // Of a long number the error shows the beginning only.
    let number = bytes[min(details.offset, bytes.count)...].prefix { "+-.0123456789eE".utf8.contains($0) }
    if details.found.hasPrefix("a number"), String(decoding: number, as: UTF8.self).contains(/[eE]-\d/) { return true }
    if details.wanted.hasPrefix("UTF-8") { return true }
    let before = bytes[..<details.offset].last { !" \n\r\t".utf8.contains($0) }
    if before == UInt8(ascii: ","), "]}".utf8.contains(bytes[min(details.offset, bytes.count - 1)]) { return true }
    return repeatsKey(bytes)
}

/// Whether an object in `bytes` may have two equal keys; judged by the text alone, since it may be no JSON.
private func repeatsKey(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let strings = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    return Set(strings).count < strings.count
}
