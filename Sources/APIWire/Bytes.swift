/// Moving bytes between spans and arrays in one copy.
///
/// The standard library has no way to append a span to an array, and nobody above this layer may borrow a pointer.
extension Array where Element == UInt8 {
    /// An array that holds a copy of `span`.
    package init(copying span: Span<UInt8>) {
        self = unsafe span.withUnsafeBufferPointer { buffer in
            unsafe Array(buffer)  // SAFETY: the buffer is valid for the closure, and Array copies it
        }
    }

    /// Appends a copy of `span`.
    package mutating func append(copying span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { buffer in
            unsafe self.append(contentsOf: buffer)  // SAFETY: the buffer is valid for the closure, and is copied
        }
    }
}
