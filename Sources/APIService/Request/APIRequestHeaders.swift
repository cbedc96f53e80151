/// The header fields of a request or a response, in order.
///
/// Names are looked up without regard to case and occur at most once: adding a field again replaces its value in place
/// and takes over the new spelling of its name.
///
/// ```swift
/// var headers: APIRequestHeaders = ["Accept": "application/json"]
/// headers.add(.authorization(bearerToken: token))
/// headers["accept"]        // "application/json"
/// ```
public struct APIRequestHeaders: Sendable, Hashable {
    private var fields: [APIRequestHeader] = []

    /// No field at all.
    public init() {}

    /// The fields of a list, in its order; of two with one name the last wins.
    public init(_ headers: [APIRequestHeader]) {
        fields.reserveCapacity(headers.count)
        for header in headers { update(header) }
    }

    /// The fields of a dictionary, sorted by name, because a dictionary has no order of its own.
    public init(_ dictionary: [String: String]) {
        fields.reserveCapacity(dictionary.count)
        for (name, value) in dictionary.sortedByKey { update(name: name, value: value) }
    }

    /// Adds a field, or replaces the one of that name.
    public mutating func add(name: String, value: String) {
        update(APIRequestHeader(name: name, value: value))
    }

    /// Adds a field, or replaces the one of that name.
    public mutating func add(_ header: APIRequestHeader) {
        update(header)
    }

    /// Replaces the field of that name, or adds it at the end.
    public mutating func update(name: String, value: String) {
        update(APIRequestHeader(name: name, value: value))
    }

    /// Replaces the field of that name, or adds it at the end.
    public mutating func update(_ header: APIRequestHeader) {
        if let position = position(of: header.name) {
            fields[position] = header
        } else {
            fields.append(header)
        }
    }

    /// Removes the field of that name, if there is one.
    public mutating func remove(name: String) {
        guard let position = position(of: name) else { return }
        fields.remove(at: position)
    }

    /// Orders the fields by their names, without regard to case.
    public mutating func sort() {
        fields.sort { $0.name.lowercased() < $1.name.lowercased() }
    }

    /// The fields ordered by their names, without regard to case.
    public func sorted() -> APIRequestHeaders {
        var copy = self
        copy.sort()
        return copy
    }

    /// The value of the field of that name, or nil.
    public func value(for name: String) -> String? {
        position(of: name).map { fields[$0].value }
    }

    /// The value of the field of that name; assigning nil removes the field.
    public subscript(_ name: String) -> String? {
        get { value(for: name) }
        set {
            if let newValue {
                update(name: name, value: newValue)
            } else {
                remove(name: name)
            }
        }
    }

    /// Names, as they were spelled, and values; the order is lost.
    public var dictionary: [String: String] {
        Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// `Accept-Encoding`, `Accept-Language` and `User-Agent` as this library would send them.
    ///
    /// They are for requests made by hand: requests sent through ``APIService`` get the client's own defaults.
    public static let `default` = APIRequestHeaders([
        .defaultAcceptEncoding, .defaultAcceptLanguage, .defaultUserAgent,
    ])

    private func position(of name: String) -> Int? {
        fields.firstIndex { ASCIICase.equal($0.name, name) }
    }
}

extension APIRequestHeaders: ExpressibleByDictionaryLiteral {
    /// The fields of the literal, in its order; of two with one name the last wins.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { update(name: name, value: value) }
    }
}

extension APIRequestHeaders: ExpressibleByArrayLiteral {
    /// The fields of the literal, in its order; of two with one name the last wins.
    public init(arrayLiteral elements: APIRequestHeader...) {
        self.init(elements)
    }
}

extension APIRequestHeaders: Sequence {
    /// Goes through the fields in order.
    public func makeIterator() -> IndexingIterator<[APIRequestHeader]> { fields.makeIterator() }
}

extension APIRequestHeaders: Collection {
    /// The position of the first field.
    public var startIndex: Int { fields.startIndex }

    /// The position after the last field.
    public var endIndex: Int { fields.endIndex }

    /// The field at a position.
    public subscript(position: Int) -> APIRequestHeader { fields[position] }

    /// The position after another.
    public func index(after position: Int) -> Int { fields.index(after: position) }
}

extension APIRequestHeaders: CustomStringConvertible {
    /// One line `name: value` for each field.
    public var description: String {
        fields.map(\.description).joined(separator: "\n")
    }
}
