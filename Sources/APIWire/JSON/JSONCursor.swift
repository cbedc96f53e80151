internal import CSupport

/// Where in an object the search for the next key begins.
///
/// Models ask for keys in the order in which documents have them, mostly. Only speed depends on it. Belongs to one
/// decoding.
@safe package final class JSONCursor {
    let raw: UnsafeMutablePointer<cs_json_cursor>

    package init() {
        unsafe raw = .allocate(capacity: 1)
        unsafe raw.initialize(to: cs_json_cursor())
    }

    package func reset() {
        unsafe raw.pointee = cs_json_cursor()
    }

    deinit {
        unsafe raw.deallocate()
    }
}
