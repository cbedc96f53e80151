extension Dictionary where Key == String {
    /// The members in the order of their keys, since a dictionary has none of its own.
    ///
    /// Kept in one place because each sort that is written out costs more to build than what it serves.
    @inline(never) package var sortedByKey: [(key: String, value: Value)] {
        sorted { $0.key < $1.key }
    }
}
