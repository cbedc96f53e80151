import CSupport

/// Whole files.
extension FileSystem {
    /// The contents of a file; `.outputLimit` when there are more than `limit` bytes.
    package static func readAll(_ path: String, limit: Int) throws(WireError) -> [UInt8] {
        let reader = try FileReader(path)
        if let size = reader.size, size > limit { throw WireError(.outputLimit, detail: "the file is too large") }
        var contents: [UInt8] = []
        if let size = reader.size, let expected = Int(exactly: size) { contents.reserveCapacity(expected) }
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            var window = piece.mutableSpan
            let count = try reader.read(into: &window)
            if count == 0 { return contents }
            guard contents.count + count <= limit else {
                throw WireError(.outputLimit, detail: "the file is too large")
            }
            contents.append(contentsOf: piece[..<count])
        }
    }

    /// Copies the contents of a file to a new one; without success there is none.
    package static func copy(from source: String, to target: String) throws(WireError) {
        let reader = try FileReader(source)
        let writer = try FileWriter(creating: target, exclusively: true)
        do {
            var piece = [UInt8](repeating: 0, count: 256 * 1024)
            while true {
                var window = piece.mutableSpan
                let count = try reader.read(into: &window)
                if count == 0 { break }
                try writer.write(piece.span.extracting(0..<count))
            }
            try writer.close()
        } catch {
            // What cannot be removed now is left: the error that counts is the one at hand.
            try? remove(target)
            throw error
        }
    }

    /// Gives a file another place in one step as ``rename(from:to:replacing:)`` does, whatever file system that is on.
    ///
    /// Where it is another one, the file is first copied beside its new place.
    package static func move(from source: String, to target: String, replacing: Bool) throws(WireError) {
        do {
            return try rename(from: source, to: target, replacing: replacing)
        } catch  where error.code == .otherFileSystem {
            let copy = temporaryPath(beside: target)
            try self.copy(from: source, to: copy)
            do {
                try rename(from: copy, to: target, replacing: replacing)
            } catch {
                // As above.
                try? remove(copy)
                throw error
            }
        }
        // It is where it was wanted: another copy that stays does no harm.
        try? remove(source)
    }

    /// Writes a file beside its place and puts it there only when it is complete; a device is written as it is.
    package static func writeAtomically(_ path: String, _ bytes: [UInt8]) throws(WireError) {
        if kind(path) == .other {
            let writer = try FileWriter(creating: path)
            try writer.write(bytes.span)
            return try writer.close()
        }
        let writer = try FileWriter(creating: temporaryPath(beside: path), exclusively: true)
        do {
            try writer.write(bytes.span)
            try writer.close()
            try rename(from: writer.path, to: path, replacing: true)
        } catch {
            // What cannot be removed now is left: the error that counts is the one at hand.
            try? remove(writer.path)
            throw error
        }
    }

    /// A name in the same folder that nobody else comes upon.
    package static func temporaryPath(beside path: String) -> String {
        let folder = folder(of: path)
        return folder + (folder == "/" ? "." : "/.") + Random.letters(16) + ".part"
    }

    /// The folder for files that nobody needs for long: `TMPDIR`, else `/tmp`.
    package static var temporaryDirectory: String {
        guard let folder = Environment.value("TMPDIR"), !folder.isEmpty else { return "/tmp" }
        return folder
    }
}

extension Random {
    /// Random text that goes into any file name.
    fileprivate static func letters(_ count: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz012345".utf8)
        return String(decoding: bytes(count).map { letters[Int($0 & 31)] }, as: UTF8.self)
    }
}
