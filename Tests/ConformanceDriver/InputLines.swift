import APIWire

/// Standard input, line by line or whole.
struct InputLines {
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    /// The next line without its end; nil when there are no more.
    mutating func next() -> [UInt8]? {
        var searched = position
        while true {
            if let end = buffer[searched...].firstIndex(of: 10) {
                defer { position = end + 1 }
                return Array(buffer[position..<end])
            }
            searched = buffer.count - position
            buffer.removeSubrange(..<position)
            position = 0
            if isAtEnd || !read() {
                guard !buffer.isEmpty else { return nil }
                defer { buffer = [] }
                return buffer
            }
        }
    }

    /// All that is left.
    mutating func rest() -> [UInt8] {
        while !isAtEnd, read() {}
        return Array(buffer[position...])
    }

    /// False at the end.
    ///
    /// What cannot be read counts as the end: there is nobody to ask again.
    private mutating func read() -> Bool {
        let goesOn = (try? StandardInput.read(appendingTo: &buffer, limit: 65536)) ?? false
        isAtEnd = !goesOn
        return goesOn
    }
}
