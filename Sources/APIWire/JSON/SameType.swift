/// `value` under the name its type has in a generic context, where the compiler cannot see that both are the same.
///
/// - Precondition: `A` and `B` are the same type.
@inline(__always) @inlinable package func renamed<A, B>(_ value: A, as type: B.Type) -> B {
    precondition(A.self == B.self)
    return unsafe unsafeBitCast(value, to: B.self)
}
