/// Where a value goes, or the container that lies there.
struct JSONPlaceToWrite {
    /// How many containers are open around it, itself included when it is a container.
    let depth: Int32
    let pathCount: Int32
    /// Where its text begins.
    let mark: Int
}

/// JSON text that is being written, one value after the other, and what is open in it.
struct JSONOutput {
    /// There is something that cannot be written so.
    struct Unusual: Error {}

    /// An array or object that is not closed yet.
    private struct Level {
        /// Where its bracket stands.
        let mark: Int
        let isObject: Bool
        var isEmpty = true
        /// One of 64 bits for each of its keys, which begin at `firstName` of all names.
        var bits: UInt64 = 0
        let firstName: Int
        /// The keys once more, when they are many.
        var manyNames: Set<String> = []
    }

    /// A key on the way to what is being written.
    private struct Step {
        let key: any CodingKey
        /// Where the value under it begins: no other step's does.
        let mark: Int
    }

    private let escapesSlashes: Bool
    private(set) var bytes: [UInt8] = []
    private var path: [Step] = []
    private(set) var isBroken = false
    private var levels: [Level] = []
    private var names: [String] = []
    /// Where a value is still to be written; what never is becomes an empty object.
    private var slot = -1

    init(escapesSlashes: Bool) {
        self.escapesSlashes = escapesSlashes
    }

    /// Notes that something was done which cannot be written so.
    mutating func fail() -> Unusual {
        isBroken = true
        return Unusual()
    }
}

// MARK: Containers

extension JSONOutput {
    /// Where the next value goes.
    var here: JSONPlaceToWrite {
        JSONPlaceToWrite(depth: Int32(levels.count), pathCount: Int32(path.count), mark: bytes.count)
    }

    /// Nowhere.
    mutating func give() -> JSONPlaceToWrite {
        isBroken = true
        return JSONPlaceToWrite(depth: -1, pathCount: 0, mark: -1)
    }

    /// Opens a container for the value that belongs at `place`, or finds the one that was opened there before.
    mutating func open(_ place: JSONPlaceToWrite, isObject: Bool) -> JSONPlaceToWrite {
        let depth = Int(place.depth)
        guard !isBroken, depth >= 0, levels.count >= depth else { return give() }
        if levels.count == depth {
            guard bytes.count == place.mark else { return give() }
            levels.append(Level(mark: place.mark, isObject: isObject, firstName: names.count))
            bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        }
        // Of an array that is there already nobody counts the elements.
        let isNew = bytes.count == place.mark + 1
        guard levels[depth].mark == place.mark, levels[depth].isObject == isObject, isObject || isNew else {
            return give()
        }
        return JSONPlaceToWrite(depth: place.depth + 1, pathCount: place.pathCount, mark: place.mark)
    }

    /// Makes the container at `place` the innermost, and begins one more member of it: of an array the element.
    mutating func enter(_ place: JSONPlaceToWrite) throws {
        let depth = Int(place.depth)
        guard !isBroken, depth > 0, levels.count >= depth, levels[depth - 1].mark == place.mark else {
            throw fail()
        }
        if levels.count > depth || slot >= 0 { close(to: depth) }
        leave(to: place)
        if levels[depth - 1].isEmpty {
            levels[depth - 1].isEmpty = false
        } else {
            bytes.append(UInt8(ascii: ","))
        }
    }

    /// Begins a member of the object at `place`.
    mutating func enter(_ place: JSONPlaceToWrite, _ name: String) throws {
        try enter(place)
        try note(name)
        write(name)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func note(_ name: String) throws {
        let level = levels.count - 1
        let first = levels[level].firstName
        if names.count - first >= 32 {
            if levels[level].manyNames.isEmpty { levels[level].manyNames = Set(names[first...]) }
            guard levels[level].manyNames.insert(name).inserted else { throw fail() }
            return
        }
        let utf8 = name.utf8
        let hash = UInt64(utf8.count) &* 31 &+ UInt64(utf8.first ?? 0) &* 7 &+ UInt64(utf8.last ?? 0)
        let bit: UInt64 = 1 << (hash & 63)
        if levels[level].bits & bit != 0, names[first...].contains(name) { throw fail() }
        levels[level].bits |= bit
        names.append(name)
    }

    /// Closes all containers but the outermost `depth`.
    mutating func close(to depth: Int) {
        if slot >= 0 {
            if bytes.count == slot { bytes += "{}".utf8 }
            slot = -1
        }
        while levels.count > depth, let level = levels.popLast() {
            names.removeLast(names.count - level.firstName)
            bytes.append(level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
    }

    /// Forgets the path beyond the one to `place`.
    private mutating func leave(to place: JSONPlaceToWrite) {
        if path.count > place.pathCount { path.removeLast(path.count - Int(place.pathCount)) }
    }

    /// The keys that lead to `place`.
    ///
    /// Those of a place that was left are forgotten: Foundation's encoder knows them.
    mutating func keys(to place: JSONPlaceToWrite) -> [any CodingKey] {
        let count = Int(place.pathCount)
        if count > path.count || (count > 0 && path[count - 1].mark != place.mark) { isBroken = true }
        return path.prefix(count).map(\.key)
    }

    /// Goes on to the value under `key`.
    mutating func descend(_ key: any CodingKey) {
        path.append(Step(key: key, mark: bytes.count))
    }

    /// Comes back from the value under a key.
    mutating func ascend() {
        path.removeLast()
    }

    /// A value that somebody may write before anything else is written.
    mutating func reserve(_ key: any CodingKey) -> JSONPlaceToWrite {
        descend(key)
        slot = bytes.count
        return here
    }

    /// Makes sure that nothing was written at `place`, and nothing behind it.
    mutating func expect(_ place: JSONPlaceToWrite) throws {
        guard !isBroken, bytes.count == place.mark, levels.count == place.depth else { throw fail() }
    }

    /// Ends the value that belongs at `place`, which a model has written.
    mutating func finish(_ place: JSONPlaceToWrite) throws {
        guard !isBroken else { throw fail() }
        if bytes.count == place.mark {
            guard place.depth > 0 else { throw fail() }
            bytes += "{}".utf8
        }
        close(to: Int(place.depth))
        leave(to: place)
    }
}

// MARK: Scalars

extension JSONOutput {
    mutating func writeNull() { bytes += "null".utf8 }

    mutating func write(_ value: Bool) { bytes += (value ? "true" : "false").utf8 }

    mutating func write(_ text: String) {
        bytes.appendJSON(text, escapesSlashes: escapesSlashes)
    }

    /// Writes the text of a number.
    mutating func write(plain text: String) { bytes += text.utf8 }

    mutating func write<T: FixedWidthInteger>(integer value: T) { bytes += String(value).utf8 }

    /// Writes a finite number in the shortest form that reads back the same.
    mutating func write<T: BinaryFloatingPoint & LosslessStringConvertible>(finite value: T) {
        let text = value.description
        bytes += text.utf8
        if text.hasSuffix(".0") { bytes.removeLast(2) }
    }

    mutating func write<Element>(list: [Element], _ element: (inout JSONOutput, Element) throws -> Void) rethrows {
        bytes.append(UInt8(ascii: "["))
        var isFirst = true
        for value in list {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            try element(&self, value)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}
