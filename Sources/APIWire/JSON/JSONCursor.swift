internal import CSupport

/// Searches objects by their keys, and remembers where in an object the next search begins.
///
/// Models ask for keys in the order in which documents have them, mostly. Only speed depends on it. Belongs to one
/// decoding.
@safe package final class JSONCursor {
    private let tape: JSONTape
    private let raw: UnsafeMutablePointer<cs_json_cursor>

    package init(_ tape: JSONTape) {
        self.tape = tape
        unsafe raw = .allocate(capacity: 1)
        unsafe raw.initialize(to: cs_json_cursor())
    }

    package func reset() {
        unsafe raw.pointee = cs_json_cursor()
    }

    deinit {
        unsafe raw.deallocate()
    }

    /// What `find` answers when the object should be indexed rather than searched again, or the key is not ASCII.
    @inlinable package static var crowded: UInt32 { .max }

    /// The value of the first key equal to `key` in an object without unusual keys; 0 when there is none.
    package func find(_ key: String, in object: UInt32) -> UInt32 {
        var key = key
        precondition(Int(object) + 1 < tape.wordCount)
        let found = key.withUTF8 { name in
            guard let base = name.baseAddress else { return UInt32(0) }
            return unsafe cs_json_find(tape.bytes, tape.words, object, raw, base, name.count)
        }
        return found == 0 && !key.utf8.allSatisfy { $0 < 0x80 } ? Self.crowded : found
    }
}
