/// The value of `-H`.
package enum FieldArgument: Sendable, Equatable {
    /// `Name: value`
    case field(name: String, value: String)
    /// `Name:` keeps the program from sending its own field of that name.
    case omission(name: String)
    /// `Name;` sends the field with an empty value.
    case empty(name: String)

    package init(_ line: String) throws(UsageError) {
        if let colon = line.firstIndex(of: ":"), colon != line.startIndex {
            let name = String(line[..<colon])
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            self = value.isEmpty ? .omission(name: name) : .field(name: name, value: String(value))
        } else if line.hasSuffix(";"), line.utf8.count > 1, !line.hasPrefix(":") {
            self = .empty(name: String(line.dropLast()))
        } else {
            throw UsageError("'\(line)' is none of 'Name: value', 'Name:' and 'Name;'")
        }
    }

    package var name: String {
        switch self {
        case .field(let name, _), .omission(let name), .empty(let name): name
        }
    }
}
