internal import APIWire

/// One field line: a name and its value (RFC 9110 5).
public struct HTTPField: Hashable, Sendable {
    /// The name as it was spelled.
    public var name: String
    /// The value without the blanks round it.
    public var value: String

    /// A field of a name and a value.
    ///
    /// It is checked when it is put into ``HTTPFields``.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The fields of a message, in order and as they were spelled; looked up without regard to letter case (RFC 9110 5.1).
///
/// Names and values stay bytes of one buffer, which for a response is its head as received, until somebody asks for
/// a String. Bytes that are not UTF-8 are read as Latin-1.
///
/// ```swift
/// var fields = HTTPFields()
/// try fields.append(name: "Accept", value: "text/plain")
/// fields["accept"]            // "text/plain"
/// fields.values("set-cookie") // every one of them, in order
/// ```
public struct HTTPFields: Sendable {
    /// Where the name and the value of one field lie in ``storage``.
    package struct Entry: Sendable {
        package var nameStart: UInt32
        package var nameLength: UInt32
        package var valueStart: UInt32
        package var valueLength: UInt32

        @inline(__always)
        package init(name: Range<Int>, value: Range<Int>) {
            nameStart = UInt32(truncatingIfNeeded: name.lowerBound)
            nameLength = UInt32(truncatingIfNeeded: name.count)
            valueStart = UInt32(truncatingIfNeeded: value.lowerBound)
            valueLength = UInt32(truncatingIfNeeded: value.count)
        }

        @inline(__always)
        package var name: Range<Int> {
            Int(nameStart)..<Int(nameStart) &+ Int(nameLength)
        }

        @inline(__always)
        package var value: Range<Int> {
            Int(valueStart)..<Int(valueStart) &+ Int(valueLength)
        }
    }

    /// The bytes that entries point into; it may hold more than they use.
    package private(set) var storage: [UInt8]
    package private(set) var entries: [Entry]

    /// The most bytes that one set of fields may hold, so that every position fits an entry.
    package static let maximumBytes = Int(Int32.max)

    /// No fields.
    public init() {
        storage = []
        entries = []
    }

    /// The fields of the pairs, in their order.
    ///
    /// - Throws: ``TransportError`` of kind `invalidRequest` as ``append(name:value:)`` does.
    public init(_ pairs: [(name: String, value: String)]) throws(TransportError) {
        self.init()
        for pair in pairs { try append(name: pair.name, value: pair.value) }
    }

    /// Fields found by a parser in bytes that are at most ``maximumBytes`` long.
    package init(storage: [UInt8], entries: [Entry]) {
        self.storage = storage
        self.entries = entries
    }

    /// Adds a field behind those that are there.
    ///
    /// Text that is not ASCII goes out as UTF-8. Blanks round the value are removed.
    /// - Throws: ``TransportError`` of kind `invalidRequest` when the name is no token (RFC 9110 5.6.2), or the value
    ///   holds CR, LF, NUL or another control character but HTAB (5.5). The error names the field, never its value.
    public mutating func append(name: String, value: String) throws(TransportError) {
        try validate(name: name, value: value)
        appendValidated(name: name.utf8.span, value: value.utf8.span)
    }

    /// Replaces all fields of that name by one, which takes the place of the first, or adds it at the end.
    ///
    /// - Throws: as ``append(name:value:)``; then nothing has changed.
    public mutating func set(name: String, value: String) throws(TransportError) {
        try validate(name: name, value: value)
        guard let first = firstIndex(ofName: name) else {
            appendValidated(name: name.utf8.span, value: value.utf8.span)
            return
        }
        appendValidated(name: name.utf8.span, value: value.utf8.span)
        let added = entries.removeLast()
        entries[first] = added
        removeEntries(named: name, from: first + 1)
    }

    /// Removes all fields of that name.
    public mutating func remove(_ name: String) {
        removeEntries(named: name, from: 0)
    }

    /// Removes all fields.
    public mutating func removeAll() {
        self = HTTPFields()
    }

    /// The value of the first field of that name.
    public subscript(name: String) -> String? {
        firstIndex(ofName: name).map { value(at: $0) }
    }

    /// The values of all fields of that name, in order.
    public func values(_ name: String) -> [String] {
        var values: [String] = []
        var index = firstIndex(ofName: name)
        while let found = index {
            values.append(value(at: found))
            index = firstIndex(ofName: name, from: found + 1)
        }
        return values
    }

    /// Whether there is a field of that name.
    public func contains(_ name: String) -> Bool {
        firstIndex(ofName: name) != nil
    }

    /// The values of all fields of that name joined by a comma and a blank (RFC 9110 5.3), nil when there is none.
    ///
    /// Never ask it for `Set-Cookie`, whose values hold commas: for that name only the first value is given.
    public func combined(_ name: String) -> String? {
        guard let first = firstIndex(ofName: name) else { return nil }
        if name.utf8.count == 10, name.lowercased() == "set-cookie" { return value(at: first) }
        let values = values(name)
        return values.count == 1 ? values[0] : values.joined(separator: ", ")
    }
}

extension HTTPFields: RandomAccessCollection {
    /// The position of the first field.
    public var startIndex: Int { 0 }
    /// The number of fields.
    public var endIndex: Int { entries.count }

    /// The field at a position, its texts made now.
    public subscript(position: Int) -> HTTPField {
        HTTPField(name: name(at: position), value: value(at: position))
    }

    /// The name of the field at a position, as it was spelled.
    public func name(at position: Int) -> String {
        ASCII.text(storage[entries[position].name])
    }

    /// The value of the field at a position.
    public func value(at position: Int) -> String {
        ASCII.text(storage[entries[position].value])
    }
}

extension HTTPFields: Hashable {
    /// Whether both hold the same fields in the same order; names are compared without regard to letter case.
    public static func == (left: HTTPFields, right: HTTPFields) -> Bool {
        guard left.entries.count == right.entries.count else { return false }
        for (mine, other) in zip(left.entries, right.entries) {
            guard mine.nameLength == other.nameLength, mine.valueLength == other.valueLength else { return false }
            for (a, b) in zip(left.storage[mine.name], right.storage[other.name])
            where ASCII.lowercased(a) != ASCII.lowercased(b) {
                return false
            }
            guard left.storage[mine.value] == right.storage[other.value] else { return false }
        }
        return true
    }

    /// Feeds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(entries.count)
        for entry in entries {
            for byte in storage[entry.name] { hasher.combine(ASCII.lowercased(byte)) }
            hasher.combine(storage[entry.value])
        }
    }
}

extension HTTPFields: CustomStringConvertible {
    /// A line for each field; values that are credentials or cookies are not shown.
    public var description: String {
        var text = ""
        for field in self {
            let isSecret = Self.secretNames.contains(field.name.lowercased())
            text += "\(field.name): \(isSecret ? "(hidden)" : field.value)\n"
        }
        return text
    }

    private static let secretNames: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "cookie2", "set-cookie", "authentication-info",
        "proxy-authentication-info",
    ]
}

extension HTTPFields {
    private func validate(name: String, value: String) throws(TransportError) {
        guard ASCII.isToken(name.utf8.span) else {
            throw .invalidRequest("A field name is not a token")
        }
        let bytes = value.utf8.span
        var index = bytes.firstControl(from: 0)
        while index < bytes.count {
            guard bytes[index] == ASCII.tab else {
                throw .invalidRequest("The value of the field \(name) holds a control character")
            }
            index = bytes.firstControl(from: index + 1)
        }
        guard name.utf8.count + bytes.count < Self.maximumBytes - storage.count - 8 else {
            throw .invalidRequest("The field \(name) is too large")
        }
    }

    /// Adds a field whose parts are known to be valid; a value's outer blanks are left out.
    ///
    /// It is kept as the line that it will be on the wire, so that it can be sent in one piece.
    package mutating func appendValidated(name: Span<UInt8>, value: Span<UInt8>) {
        let value = value.extracting(ASCII.trimmed(value, 0..<value.count))
        let nameStart = storage.count
        let valueStart = nameStart + name.count + 2
        precondition(valueStart + value.count < Self.maximumBytes, "Fields are checked before they are added")
        storage.append(addingCapacity: name.count + value.count + 4) { line in
            for index in name.indices { line.append(name[index]) }
            line.append(UInt8(ascii: ":"))
            line.append(ASCII.space)
            for index in value.indices { line.append(value[index]) }
            line.append(ASCII.carriageReturn)
            line.append(ASCII.lineFeed)
        }
        entries.append(
            Entry(name: nameStart..<nameStart + name.count, value: valueStart..<valueStart + value.count)
        )
    }

    private mutating func removeEntries(named name: String, from start: Int) {
        var index = firstIndex(ofName: name, from: start)
        guard index != nil else { return }
        while let found = index {
            entries.remove(at: found)
            index = firstIndex(ofName: name, from: found)
        }
    }
}
