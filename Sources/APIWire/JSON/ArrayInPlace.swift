extension Array {
    /// An array of `count` elements, each made where it will lie.
    @inline(__always) @inlinable package init(count: Int, _ next: () throws -> Element) rethrows {
        try unsafe self.init(unsafeUninitializedCapacity: count) { room, filled in
            guard let base = room.baseAddress else { return }
            while filled < count {
                unsafe (base + filled).initialize(to: try next())
                filled += 1
            }
        }
    }
}
