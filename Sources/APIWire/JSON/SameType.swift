/// `value` under the name its type has in a generic context, where the compiler cannot see that both are the same.
///
/// - Precondition: `A` and `B` are the same type.
@inline(__always) @inlinable package func renamed<A, B>(_ value: A, as type: B.Type) -> B {
    precondition(A.self == B.self)
    return unsafe unsafeBitCast(value, to: B.self)
}

/// Renames small values by moving them, so that nothing in them takes a reference for the new name while the old one
/// gives its own up.
///
/// Belongs to one decoding.
@safe @usableFromInline package final class Renamer {
    @usableFromInline let room = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)

    package init() {}

    deinit {
        unsafe room.deallocate()
    }

    /// `value` under its other name.
    ///
    /// - Precondition: `A` and `B` are the same type, of at most 16 bytes.
    @inline(__always) @inlinable package func renamed<A, B>(_ value: consuming A, as type: B.Type) -> B {
        precondition(A.self == B.self && MemoryLayout<A>.size <= 16)
        unsafe room.initializeMemory(as: A.self, to: value)
        return unsafe room.assumingMemoryBound(to: B.self).move()
    }
}
