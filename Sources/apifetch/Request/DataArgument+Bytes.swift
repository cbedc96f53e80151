package import APITransport

extension DataArgument {
    /// The pieces put together as a form is: with `&` between them, except before JSON.
    ///
    /// `read` gives the contents of a file by its name.
    package static func assemble(
        _ pieces: [DataArgument],
        read: (String) throws(TransportError) -> [UInt8]
    ) throws(TransportError) -> [UInt8] {
        var whole: [UInt8] = []
        for (index, piece) in pieces.enumerated() {
            if index > 0, !piece.isJSON { whole.append(UInt8(ascii: "&")) }
            whole.append(contentsOf: try piece.bytes(read: read))
        }
        return whole
    }

    private var isJSON: Bool {
        if case .json = self { true } else { false }
    }

    private func bytes(read: (String) throws(TransportError) -> [UInt8]) throws(TransportError) -> [UInt8] {
        switch self {
        case .text(let text):
            return Array(text.utf8)
        case .file(let path, verbatim: true):
            return try read(path)
        case .file(let path, verbatim: false):
            return try read(path).filter { $0 != 10 && $0 != 13 && $0 != 0 }
        case .escaped(let name, let text):
            return Self.escaping(name: name, Array(text.utf8))
        case .escapedFile(let name, let path):
            return Self.escaping(name: name, try read(path))
        case .json(let piece):
            return try piece.bytes(read: read)
        }
    }

    private static func escaping(name: String, _ content: [UInt8]) -> [UInt8] {
        (name.isEmpty ? [] : Array(name.utf8) + [UInt8(ascii: "=")]) + PercentEncoding.escape(content)
    }
}
