/// Copies between spans and arrays that the optimiser turns into block moves.
extension Array where Element == UInt8 {
    /// The bytes of a span.
    @inlinable
    package init(copying span: Span<UInt8>) {
        // Not `init(capacity:initializingWith:)`, which looks the array's type up each time.
        self = []
        append(copying: span)
    }

    /// Adds the bytes of a span.
    @inlinable
    package mutating func append(copying span: Span<UInt8>) {
        append(addingCapacity: span.count) { output in
            for index in span.indices { output.append(span[index]) }
        }
    }
}
