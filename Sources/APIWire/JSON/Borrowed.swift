/// A reference that does not keep its object alive, for places where something else does.
///
/// Copying one costs nothing. SAFETY: whoever makes one sees to it that the object outlives every use.
@safe @usableFromInline package struct Borrowed<Object: AnyObject> {
    @usableFromInline let reference: Unmanaged<Object>

    @inline(__always) @inlinable package init(_ object: Object) {
        unsafe reference = Unmanaged.passUnretained(object)
    }

    @inline(__always) @inlinable
    package func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try unsafe reference._withUnsafeGuaranteedRef { object in try body(object) }
    }
}
