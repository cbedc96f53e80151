/// Carries a value across threads that the type system cannot vouch for.
///
/// The pod's closures and protocols are not `Sendable`, and its users' code counts on that. Whoever wraps one hands it
/// over: it is used where it arrives and no longer where it came from, or is called on one queue at a time.
// SAFETY: see above; each use is a hand-over, and the type gives no way to share the value by itself.
package struct UncheckedSendable<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
