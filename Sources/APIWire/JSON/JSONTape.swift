private import CSupport

/// A checked JSON document and the index over it.
///
/// Values are named by their place on the tape; the root is at 0.
///
/// SAFETY: `@unchecked Sendable`: nothing changes after `init` but in `keepBytes`, which runs before the
/// document is shared with anybody.
@safe @usableFromInline package final class JSONTape: @unchecked Sendable {
    private(set) var bytes: UnsafePointer<UInt8>
    private let byteCount: Int
    private var ownsBytes = false
    @usableFromInline let words: UnsafeMutablePointer<UInt64>
    @usableFromInline let wordCount: Int

    /// Checks and indexes `count` bytes, which must stay as they are until `keepBytes` or the tape's end.
    private init(
        over bytes: UnsafePointer<UInt8>,
        count: Int,
        maximumDepth: UInt32
    ) throws(JSONFault) {
        var tape = unsafe cs_json_tape()
        var offset = 0
        let status = unsafe cs_json_index(bytes, count, maximumDepth, &tape, &offset)
        guard status == 0, let words = unsafe tape.words else {
            throw JSONFault(kind: JSONFault.Kind(rawValue: status) ?? .noMemory, offset: offset)
        }
        unsafe self.bytes = bytes
        byteCount = count
        unsafe self.words = words
        wordCount = unsafe tape.count
    }

    /// Checks and indexes a copy of `document`.
    package static func copying(_ document: Span<UInt8>, maximumDepth: UInt32) throws(JSONFault) -> JSONTape {
        let tape = try unsafe overBorrowed(document, maximumDepth: maximumDepth)
        tape.keepBytes()
        return tape
    }

    /// Checks and indexes `document` where it lies and lends the tape to `body`.
    ///
    /// Should anything keep the tape, it gets a copy of the bytes.
    package static func withTape<Result>(
        over document: Span<UInt8>,
        maximumDepth: UInt32,
        _ body: (JSONTape) throws -> Result
    ) throws -> Result {
        var tape = try unsafe overBorrowed(document, maximumDepth: maximumDepth)
        defer {
            if !isKnownUniquelyReferenced(&tape) {
                tape.keepBytes()
            }
        }
        return try body(tape)
    }

    @unsafe private static func overBorrowed(
        _ document: Span<UInt8>,
        maximumDepth: UInt32
    ) throws(JSONFault) -> JSONTape {
        guard !document.isEmpty else { throw JSONFault(kind: .truncated, offset: 0) }
        let base = unsafe document.withUnsafeBufferPointer { buffer in buffer.baseAddress }
        guard let base = unsafe base else { throw JSONFault(kind: .truncated, offset: 0) }
        return try unsafe JSONTape(over: base, count: document.count, maximumDepth: maximumDepth)
    }

    private func keepBytes() {
        guard !ownsBytes else { return }
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: byteCount)
        unsafe copy.initialize(from: bytes, count: byteCount)
        unsafe bytes = UnsafePointer(copy)
        ownsBytes = true
    }

    deinit {
        var tape = unsafe cs_json_tape(words: words, count: wordCount)
        unsafe cs_json_free(&tape)
        if ownsBytes {
            unsafe bytes.deallocate()
        }
    }
}

extension JSONTape {
    /// The document's length in bytes.
    package var documentLength: Int { byteCount }

    /// Lends the whole document to `body`.
    package func withDocument<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        body(unsafe Span(_unsafeStart: bytes, count: byteCount))
    }

    @inline(__always) @inlinable package func word(at index: UInt32) -> JSONWord {
        precondition(Int(index) < wordCount)
        return unsafe JSONWord(bits: words[Int(index)])
    }

    /// The word after the value at `index` and all in it.
    @inlinable package func index(after index: UInt32) -> UInt32 {
        word(at: index).isContainer ? end(of: index) : index + 1
    }

    /// The word after the last member of the container at `index`.
    @inlinable package func end(of index: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: word(at: index + 1).bits)
    }

    /// The number of members (an object's pairs) of the container at `index`.
    package func memberCount(of index: UInt32) -> Int {
        let stored = word(at: index).storedLength
        guard stored == JSONWord.lengthLimit else { return stored }
        let isObject = word(at: index).kind == .object
        var count = 0
        var member = index + 2
        while member < end(of: index) {
            member = self.index(after: isObject ? member + 1 : member)
            count += 1
        }
        return count
    }

    /// Where the text of the value at `index` lies, a string's with its quotes, a container's to its bracket.
    package func range(at index: UInt32) -> Range<Int> {
        let word = word(at: index)
        let offset = word.offset
        if word.isContainer {
            return offset..<Int(truncatingIfNeeded: self.word(at: index + 1).bits >> 32)
        }
        let length = textLength(word)
        return word.isString ? offset - 1..<offset + length + 1 : offset..<offset + length
    }

    func textLength(_ word: JSONWord) -> Int {
        let length = word.storedLength
        guard length == JSONWord.lengthLimit else { return length }
        return unsafe cs_json_text_length(bytes + word.offset, bytes + byteCount, word.isString ? 1 : 0)
    }

    @unsafe func text(_ word: JSONWord) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: bytes + word.offset, count: textLength(word))
    }
}
