internal import CSupport

/// Searches objects by their keys, and remembers where in an object the next search begins.
///
/// Models ask for keys in the order in which documents have them, mostly. Only speed depends on it. Belongs to one
/// decoding.
@safe @usableFromInline package final class JSONCursor {
    private let raw: UnsafeMutablePointer<cs_json_cursor>

    package init() {
        unsafe raw = .allocate(capacity: 1)
        unsafe raw.initialize(to: cs_json_cursor())
    }

    /// Begins to search the object at `index`.
    package func aim(at index: UInt32, of tape: JSONTape) {
        unsafe raw.pointee = cs_json_cursor()
        unsafe raw.pointee.object = index
        unsafe raw.pointee.next = tape.first(in: index)
    }

    deinit {
        unsafe raw.deallocate()
    }

    /// What `find` answers when the object should be indexed rather than searched again, or the key is not ASCII.
    @inlinable package static var crowded: UInt32 { .max }

    /// The value of the first key equal to `key` in an object without unusual keys; 0 when there is none.
    package func find(_ key: String, of tape: JSONTape) -> UInt32 {
        guard unsafe Int(raw.pointee.object) + 1 < tape.content.pointee.wordCount else {
            return findInText(key, of: tape)
        }
        if tape.packsSmallText, let small = SmallText.packed(key) {
            let next = unsafe cs_json_next(
                tape.bytes,
                tape.content.pointee.words,
                raw,
                small.low,
                small.high,
                small.count
            )
            if next != 0 { return next }
        }
        return findInWords(key, of: tape)
    }

    @inline(never) private func findInWords(_ key: String, of tape: JSONTape) -> UInt32 {
        let found = unsafe key.utf8.withContiguousStorageIfAvailable { name in
            guard let base = name.baseAddress else { return UInt32(0) }
            return unsafe cs_json_find(tape.bytes, tape.content.pointee.words, raw, base, name.count)
        }
        return answer(found, to: key)
    }

    @inline(never) private func findInText(_ key: String, of tape: JSONTape) -> UInt32 {
        guard let dense = unsafe tape.content.pointee.dense else { preconditionFailure("no object in the document") }
        let found = unsafe key.utf8.withContiguousStorageIfAvailable { name in
            guard let base = name.baseAddress else { return UInt32(0) }
            return unsafe cs_json_dense_find(tape.bytes, dense, raw, base, name.count)
        }
        return answer(found, to: key)
    }

    @inline(__always) private func answer(_ found: UInt32?, to key: String) -> UInt32 {
        guard let found else { return Self.crowded }
        return found == 0 && !key.utf8.allSatisfy { $0 < 0x80 } ? Self.crowded : found
    }
}
