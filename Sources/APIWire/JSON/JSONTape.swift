internal import CSupport

/// A checked JSON document and the index over it.
///
/// Values are named by their place on the tape; the root is at 0.
///
/// SAFETY: `@unchecked Sendable`: a tape changes in `borrow`, `keepBytes` and `close` alone, which run while one
/// decoding has the tape to itself.
@safe @usableFromInline package final class JSONTape: @unchecked Sendable {
    /// In memory of its own, where reading takes no check for exclusive access.
    @usableFromInline let content: UnsafeMutablePointer<JSONTapeContent>
    /// `SmallText.isKnown`, without asking each time whether that is known yet.
    let packsSmallText = SmallText.isKnown

    @inline(__always) var bytes: UnsafePointer<UInt8> { unsafe content.pointee.bytes }
    private var byteCount: Int { unsafe content.pointee.byteCount }

    // SAFETY: nobody reads or writes it.
    private nonisolated(unsafe) static let nothing = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)

    /// A tape over no document.
    package init() {
        unsafe content = .allocate(capacity: 1)
        let bytes = unsafe UnsafeRawPointer(Self.nothing).assumingMemoryBound(to: UInt8.self)
        unsafe content.initialize(to: JSONTapeContent(words: Self.nothing, bytes: bytes))
    }

    /// The memory for words, whoever owns it by now.
    @unsafe private var room: cs_json_tape {
        let capacity = unsafe content.pointee.capacity
        return unsafe cs_json_tape(
            words: capacity == 0 ? nil : content.pointee.words,
            count: 0,
            capacity: capacity,
            dense: cs_json_dense()
        )
    }

    /// Checks and indexes `document` where it lies; it must stay there until `keepBytes` or `close`.
    ///
    /// `isDense` indexes it as one whose words would take too much memory, whatever it is.
    package func borrow(
        _ document: Span<UInt8>,
        maximumDepth: UInt32,
        isDense: Bool = false
    ) throws(JSONFault) {
        close()
        let base = unsafe document.withUnsafeBufferPointer { buffer in buffer.baseAddress }
        guard let base = unsafe base, !document.isEmpty else { throw JSONFault(kind: .truncated, offset: 0) }
        var tape = unsafe room
        var offset = 0
        let status = unsafe cs_json_index(base, document.count, maximumDepth, isDense ? 1 : 0, &tape, &offset)
        unsafe content.pointee.capacity = tape.capacity
        unsafe content.pointee.words = tape.words ?? Self.nothing
        if unsafe tape.dense.blocks != nil {
            let dense = UnsafeMutablePointer<cs_json_dense>.allocate(capacity: 1)
            unsafe dense.initialize(to: tape.dense)
            unsafe content.pointee.dense = dense
        }
        guard status == 0 else { throw JSONFault(kind: JSONFault.Kind(rawValue: status) ?? .noMemory, offset: offset) }
        unsafe content.pointee.bytes = base
        unsafe content.pointee.byteCount = document.count
        unsafe content.pointee.wordCount = tape.count
    }

    /// Lets go of the document.
    package func close() {
        if unsafe content.pointee.ownsBytes { unsafe bytes.deallocate() }
        unsafe content.pointee.ownsBytes = false
        unsafe content.pointee.bytes = unsafe UnsafeRawPointer(Self.nothing).assumingMemoryBound(to: UInt8.self)
        unsafe content.pointee.byteCount = 0
        unsafe content.pointee.wordCount = 0
        guard let dense = unsafe content.pointee.dense else { return }
        unsafe cs_json_dense_free(dense)
        unsafe dense.deallocate()
        unsafe content.pointee.dense = nil
    }

    /// The memory of the index in bytes.
    package var indexSize: Int {
        let words = unsafe content.pointee.capacity * MemoryLayout<UInt64>.stride
        guard let dense = unsafe content.pointee.dense else { return words }
        return unsafe words + cs_json_dense_size(dense)
    }

    /// Whether keeping this tape for other documents costs little memory.
    package var isSmall: Bool { unsafe content.pointee.capacity <= 8192 }

    /// Copies the document, so that it may go away where it was.
    package func keepBytes() {
        guard unsafe !content.pointee.ownsBytes else { return }
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: byteCount)
        unsafe copy.initialize(from: bytes, count: byteCount)
        unsafe content.pointee.bytes = UnsafePointer(copy)
        unsafe content.pointee.ownsBytes = true
    }

    /// Checks and indexes a copy of `document`.
    package static func copying(
        _ document: Span<UInt8>,
        maximumDepth: UInt32,
        isDense: Bool = false
    ) throws(JSONFault) -> JSONTape {
        let tape = JSONTape()
        try tape.borrow(document, maximumDepth: maximumDepth, isDense: isDense)
        tape.keepBytes()
        return tape
    }

    deinit {
        close()
        var tape = unsafe room
        unsafe cs_json_free(&tape)
        unsafe content.deallocate()
    }
}

/// What a tape is made of.
@unsafe @usableFromInline struct JSONTapeContent {
    @usableFromInline var words: UnsafeMutablePointer<UInt64>
    @usableFromInline var wordCount = 0
    var bytes: UnsafePointer<UInt8>
    var byteCount = 0
    var capacity = 0
    /// What stands for words, of which there are none then.
    var dense: UnsafeMutablePointer<cs_json_dense>?
    var ownsBytes = false
}

extension JSONTape {
    /// The document's length in bytes.
    package var documentLength: Int { byteCount }

    /// Lends the whole document to `body`.
    package func withDocument<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        body(unsafe Span(_unsafeStart: bytes, count: byteCount))
    }

    @inline(__always) @inlinable package func word(at index: UInt32) -> JSONWord {
        guard unsafe Int(index) < content.pointee.wordCount else { return denseWord(at: index) }
        return unsafe JSONWord(bits: content.pointee.words[Int(index)])
    }

    /// The first member of the container at `index`, for objects its key.
    @inline(__always) @inlinable package func first(in index: UInt32) -> UInt32 {
        unsafe content.pointee.wordCount != 0 ? index + 2 : denseFirst(in: index)
    }

    /// The value of the key at `index`.
    @inline(__always) @inlinable package func value(of index: UInt32) -> UInt32 {
        unsafe content.pointee.wordCount != 0 ? index + 1 : denseValue(of: index)
    }

    /// The member after the value at `index` and all in it; nothing of its container lies there or behind when it is
    /// the last.
    @inline(__always) @inlinable package func index(after index: UInt32) -> UInt32 {
        guard unsafe Int(index) < content.pointee.wordCount else { return denseIndex(after: index) }
        let word = unsafe JSONWord(bits: content.pointee.words[Int(index)])
        guard word.isContainer else { return index + 1 }
        // A container's word is never the last one.
        return unsafe UInt32(truncatingIfNeeded: content.pointee.words[Int(index) + 1])
    }

    /// The place after all members of the container at `index`.
    @inline(__always) @inlinable package func end(of index: UInt32) -> UInt32 {
        guard unsafe Int(index) + 1 < content.pointee.wordCount else { return denseEnd(of: index) }
        return unsafe UInt32(truncatingIfNeeded: content.pointee.words[Int(index) + 1])
    }

    /// Whether `index` is the place after all members of the container at `container`, not one of them.
    @inline(__always) @inlinable package func isEnd(_ index: UInt32, of container: UInt32) -> Bool {
        guard unsafe Int(container) + 1 < content.pointee.wordCount else { return isDenseEnd(index) }
        return unsafe index >= UInt32(truncatingIfNeeded: content.pointee.words[Int(container) + 1])
    }

    /// The number of members (an object's pairs) of the container at `index`.
    package func memberCount(of index: UInt32) -> Int {
        guard unsafe Int(index) < content.pointee.wordCount else { return denseCount(of: index) }
        let stored = word(at: index).storedLength
        guard stored == JSONWord.lengthLimit else { return stored }
        let isObject = word(at: index).isObject
        var count = 0
        let end = end(of: index)
        var member = first(in: index)
        while member < end {
            member = self.index(after: isObject ? value(of: member) : member)
            count += 1
        }
        return count
    }

    /// Whether keys of the object at `index` have escapes or are not ASCII, so that their bytes cannot be compared.
    @inline(__always) @inlinable package func hasUnusualKeys(in index: UInt32) -> Bool {
        guard unsafe Int(index) < content.pointee.wordCount else { return denseHasUnusualKeys(in: index) }
        return word(at: index).hasUnusualKeys
    }

    /// Where the text of the value at `index` lies, a string's with its quotes, a container's to its bracket.
    package func range(at index: UInt32) -> Range<Int> {
        let word = word(at: index)
        let offset = word.offset
        if word.isContainer {
            return offset..<offsetAfter(index)
        }
        let length = textLength(word)
        return word.isString ? offset - 1..<offset + length + 1 : offset..<offset + length
    }

    @inline(__always) func textLength(_ word: JSONWord) -> Int {
        let length = word.storedLength
        guard length == JSONWord.lengthLimit else { return length }
        return unsafe cs_json_text_length(bytes + word.offset, bytes + byteCount, word.isString ? 1 : 0)
    }

    @unsafe @inline(__always) func text(_ word: JSONWord) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: bytes + word.offset, count: textLength(word))
    }
}
