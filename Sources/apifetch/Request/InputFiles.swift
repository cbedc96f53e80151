import APITransport
import APIWire

/// What the command line has read into memory, or sends from where it lies.
enum InputFiles {
    /// The most that is read into memory.
    static let limit = 1 << 31

    static var asFiles: RequestBuilder.Files {
        RequestBuilder.Files(
            read: { (path) throws(TransportError) in try read(path) },
            open: { (path) throws(TransportError) in try body(path) }
        )
    }

    /// The contents of a file; `-` is standard input.
    static func read(_ path: String) throws(TransportError) -> [UInt8] {
        do throws(WireError) {
            guard path == "-" else { return try FileSystem.readAll(path, limit: limit) }
            var all: [UInt8] = []
            while try StandardInput.read(appendingTo: &all, limit: 65536) {
                if all.count > limit { throw WireError(.outputLimit) }
            }
            return all
        } catch {
            throw .reading(path == "-" ? "Standard input" : path, error)
        }
    }

    /// The body that a file makes, which must be there; standard input, `-` or `.`, is sent as it comes.
    static func body(_ path: String) throws(TransportError) -> HTTPBody {
        if URLArgument.isStandardInput(path) { return .descriptor(0) }
        // Whoever writes into a pipe would see it opened and closed again.
        if FileSystem.kind(path) == .other { return .file(path: path) }
        do {
            _ = try FileReader(path)
            return .file(path: path)
        } catch {
            throw .reading(path, error)
        }
    }
}
