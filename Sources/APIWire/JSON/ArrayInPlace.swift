extension Array {
    /// An array of `count` elements, each made where it will lie.
    @inline(__always) @inlinable package init(count: Int, _ next: () throws -> Element) rethrows {
        // The one empty array is shared by all threads: its count must not be written, not even with the same 0.
        guard count > 0 else {
            self.init()
            return
        }
        try unsafe self.init(unsafeUninitializedCapacity: count) { room, filled in
            guard let base = room.baseAddress else { return }
            while filled < count {
                unsafe (base + filled).initialize(to: try next())
                filled += 1
            }
        }
    }
}
