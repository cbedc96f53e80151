private import CSupport

/// What the words would say, read from the text of a dense document.
///
/// Only a document without words gets here, or whoever asks for a place beyond the words that there are.
extension JSONTape {
    /// What leads through the text, for a place in it.
    @unsafe private func dense(_ index: UInt32) -> UnsafePointer<cs_json_dense> {
        guard let dense = unsafe content.pointee.dense, unsafe index < dense.pointee.length else {
            preconditionFailure("no place in the document")
        }
        return unsafe UnsafePointer(dense)
    }

    @inline(never) @usableFromInline func denseWord(at index: UInt32) -> JSONWord {
        unsafe JSONWord(bits: cs_json_dense_word(bytes, dense(index), index))
    }

    func denseCount(of index: UInt32) -> Int {
        unsafe Int(cs_json_dense_count(bytes, dense(index), index))
    }

    @inline(never) @usableFromInline func denseHasUnusualKeys(in index: UInt32) -> Bool {
        unsafe cs_json_dense_is_unusual(bytes, dense(index), index) != 0
    }

    @inline(never) @usableFromInline func denseFirst(in index: UInt32) -> UInt32 {
        unsafe cs_json_dense_first(bytes, dense(index), index)
    }

    @inline(never) @usableFromInline func denseValue(of index: UInt32) -> UInt32 {
        unsafe cs_json_dense_value(bytes, dense(index), index)
    }

    @inline(never) @usableFromInline func denseIndex(after index: UInt32) -> UInt32 {
        unsafe cs_json_dense_after(bytes, dense(index), index)
    }

    @inline(never) @usableFromInline func denseEnd(of index: UInt32) -> UInt32 {
        unsafe cs_json_dense_end(bytes, dense(index), index)
    }

    /// No value or key has a closing bracket right before it.
    @inline(never) @usableFromInline func isDenseEnd(_ index: UInt32) -> Bool {
        _ = unsafe dense(index - 1)
        let last = unsafe bytes[Int(index) - 1]
        return last == UInt8(ascii: "]") || last == UInt8(ascii: "}")
    }

    /// The offset after the closing bracket of the container at `index`.
    func offsetAfter(_ index: UInt32) -> Int {
        guard unsafe Int(index) + 1 < content.pointee.wordCount else { return Int(denseEnd(of: index)) }
        return unsafe Int(truncatingIfNeeded: content.pointee.words[Int(index) + 1] >> 32)
    }
}
