import CSupport

/// Files and folders by their paths.
package enum FileSystem {
    package enum Kind: Sendable {
        case regular
        case directory
        /// A device, a pipe, a socket.
        case other
    }

    /// What the path leads to, links followed; nil when there is nothing, or nothing can be known about it.
    package static func kind(_ path: String) -> Kind? {
        switch (try? facts(path))?.kind {
        case .regular: .regular
        case .directory: .directory
        case .other: .other
        case nil: nil
        }
    }

    package static func exists(_ path: String) -> Bool { kind(path) != nil }
    package static func isDirectory(_ path: String) -> Bool { kind(path) == .directory }

    /// The size of a file in bytes.
    package static func size(_ path: String) throws(WireError) -> Int64 { try facts(path).size }

    /// When a file was written last, in nanoseconds since 1970.
    package static func modificationDate(_ path: String) throws(WireError) -> Int64 { try facts(path).modified }

    package static func setModificationDate(_ path: String, nanoseconds: Int64) throws(WireError) {
        try call(path) { unsafe cs_path_set_modified($0, nanoseconds, &$1) }
    }

    /// Gives a file another place in one step.
    ///
    /// A file that is replaced passes its permissions on; without `replacing` it stays, and the error is
    /// `.alreadyExists`. Both places must be of one file system, else it is `.otherFileSystem`. A device or a pipe is
    /// never replaced, nor a link to one.
    package static func rename(from source: String, to target: String, replacing: Bool = true) throws(WireError) {
        try check(source)
        if replacing, kind(target) == .other { throw WireError(.invalidArgument, detail: "it is no regular file") }
        try call(target) { unsafe cs_path_rename(source, $0, replacing, &$1) }
    }

    /// Removes a file, or a folder that is empty.
    package static func remove(_ path: String) throws(WireError) {
        try call(path) { unsafe cs_path_remove($0, &$1) }
    }

    /// Makes a folder and those it lies in, as far as they are not there.
    package static func createDirectories(_ path: String) throws(WireError) {
        do {
            try call(path) { unsafe cs_path_make_directory($0, &$1) }
        } catch  where error.code == .alreadyExists && isDirectory(path) {
            return
        } catch  where error.code == .notFound {
            let parent = folder(of: path)
            guard parent != path else { throw error }
            try createDirectories(parent)
            try createDirectories(path, afterParent: true)
        }
    }

    /// The names of what lies in a folder, sorted; those that are not UTF-8 are left out.
    package static func list(_ path: String) throws(WireError) -> [String] {
        try check(path)
        var names = unsafe cs_names()
        try WireError.check { unsafe cs_path_list(path, &names, &$0) }
        defer { unsafe cs_names_free(&names) }
        guard let start = unsafe names.bytes else { return [] }
        // SAFETY: the call has made that many bytes, which are freed only behind this function.
        let bytes = unsafe UnsafeBufferPointer(start: start, count: names.length).map(UInt8.init(bitPattern:))
        return bytes.split(separator: 0).compactMap { String(validating: $0, as: UTF8.self) }.sorted()
    }

    /// The path with all links followed; nil when there is nothing there.
    ///
    /// - Throws: among others when the links lead round in a circle.
    package static func resolvingLinks(_ path: String) throws(WireError) -> String? {
        var text = [CChar](repeating: 0, count: 4096)
        do {
            try call(path) { path, error in
                unsafe text.withUnsafeMutableBufferPointer { text in
                    // SAFETY: the buffer lives through the call, which ends what it writes with a zero byte.
                    guard let start = text.baseAddress else { return .invalid }
                    return unsafe cs_path_resolve(path, start, text.count, &error)
                }
            }
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
        return String(validating: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func facts(_ path: String) throws(WireError) -> FileFacts {
        try check(path)
        return try FileFacts { unsafe cs_path_facts(path, &$0, &$1) }
    }

    private static func createDirectories(_ path: String, afterParent: Bool) throws(WireError) {
        do {
            try call(path) { unsafe cs_path_make_directory($0, &$1) }
        } catch  where error.code == .alreadyExists && isDirectory(path) {
            return
        }
    }
}

/// Paths as they are handed to the system.
extension FileSystem {
    /// The folder that a path lies in.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        let folder = path[..<slash]
        return folder.isEmpty ? "/" : String(folder)
    }

    /// A path with a zero byte in it would name another file to the system.
    static func check(_ path: String) throws(WireError) {
        if path.utf8.contains(0) { throw WireError(.invalidArgument, detail: "the path holds a zero byte") }
    }

    private static func call(
        _ path: String,
        _ body: (String, inout Int32) -> cs_status
    ) throws(WireError) {
        try check(path)
        try WireError.check { body(path, &$0) }
    }
}

/// What the system knows about a file.
struct FileFacts {
    let kind: cs_file_kind
    let size: Int64
    let modified: Int64

    init(_ call: (inout cs_file_facts, inout Int32) -> cs_status) throws(WireError) {
        var facts = cs_file_facts()
        try WireError.check { call(&facts, &$0) }
        kind = facts.kind
        size = facts.size
        modified = facts.modified
    }
}
