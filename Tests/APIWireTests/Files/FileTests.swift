import APIWire
import Foundation
import TestSupport
import Testing

@Suite struct `A file that is written` {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test func `holds what was written, from the beginning or behind what was there`() throws {
        for (appends, expected) in [(false, "new"), (true, "oldnew")] {
            try folder.write("old", to: "f")
            let writer = try FileWriter(creating: folder.path("f"), append: appends)
            try writer.write("ne".utf8.span)
            try writer.write("w".utf8.span)
            #expect(writer.size == 3)
            try writer.sync()
            try writer.close()
            try writer.close()
            #expect(String(decoding: try folder.read("f"), as: UTF8.self) == expected)
        }
    }

    @Test func `is refused where one is, when there must be none`() throws {
        try folder.write("old", to: "f")
        let error = #expect(throws: WireError.self) {
            _ = try FileWriter(creating: folder.path("f"), exclusively: true)
        }
        #expect(error?.code == .alreadyExists)
        #expect(try folder.read("f") == Array("old".utf8))
    }

    @Test func `is this user's alone when told so, whatever the mask`() throws {
        let writer = try FileWriter(creating: folder.path("f"), exclusively: true, isPrivate: true)
        try writer.close()
        let facts = try FileManager.default.attributesOfItem(atPath: folder.path("f"))
        #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test(arguments: [("none/f", WireError.Code.notFound), ("", .isDirectory), ("a\0b", .invalidArgument)])
    func `is refused where none can be`(_ name: String, _ code: WireError.Code) {
        let error = #expect(throws: WireError.self) { _ = try FileWriter(creating: folder.path(name)) }
        #expect(error?.code == code)
    }

    @Test func `tells when there is no space`() throws {
        let writer = try FileWriter(creating: "/dev/full")
        let error = #expect(throws: WireError.self) { try writer.write("x".utf8.span) }
        #expect(error?.code == .noSpace)
    }

    @Test func `cannot be written once it is closed`() throws {
        let writer = try FileWriter(creating: folder.path("f"))
        try writer.close()
        let error = #expect(throws: WireError.self) { try writer.write("x".utf8.span) }
        #expect(error?.code == .closed)
    }
}

@Suite struct `A file that is read` {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test func `gives its bytes in order, and from where it is told to`() throws {
        let reader = try FileReader(try folder.write("0123456789", to: "f"))
        #expect(reader.size == 10)
        var four = [UInt8](repeating: 0, count: 4)
        var seen: [UInt8] = []
        while true {
            var window = four.mutableSpan
            let count = try reader.read(into: &window)
            if count == 0 { break }
            seen += four[..<count]
        }
        #expect(String(decoding: seen, as: UTF8.self) == "0123456789")
        try reader.seek(to: 8)
        var window = four.mutableSpan
        let count = try reader.read(into: &window)
        #expect(four[..<count] == Array("89".utf8)[...])
    }

    @Test func `has no size when it is no regular file`() throws {
        #expect(try FileReader("/dev/zero").size == nil)
    }

    @Test(arguments: [("none", WireError.Code.notFound), ("", .isDirectory), ("a\0b", .invalidArgument)])
    func `is refused when there is none`(_ name: String, _ code: WireError.Code) {
        let error = #expect(throws: WireError.self) { _ = try FileReader(folder.path(name)) }
        #expect(error?.code == code)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
    func `is read whole, up to a limit`(_ size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        let path = try folder.write(bytes, to: "f")
        #expect(try FileSystem.readAll(path, limit: size) == bytes)
        guard size > 0 else { return }
        let error = #expect(throws: WireError.self) { try FileSystem.readAll(path, limit: size - 1) }
        #expect(error?.code == .outputLimit)
    }

    @Test func `is not read without end`() {
        let error = #expect(throws: WireError.self) { try FileSystem.readAll("/dev/zero", limit: 100_000) }
        #expect(error?.code == .outputLimit)
    }
}

@Suite struct `A path` {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test func `leads to a file, a folder, something else or nothing`() throws {
        try folder.write("12345", to: "f")
        #expect(FileSystem.kind(folder.path("f")) == .regular)
        #expect(FileSystem.kind(folder.path) == .directory)
        #expect(FileSystem.kind("/dev/null") == .other)
        #expect(FileSystem.kind(folder.path("none")) == nil)
        #expect(FileSystem.kind("/dev/null\0") == nil)
        #expect(FileSystem.exists(folder.path) && FileSystem.isDirectory(folder.path))
        #expect(try FileSystem.size(folder.path("f")) == 5)
    }

    @Test func `is made with the folders it lies in`() throws {
        try FileSystem.createDirectories(folder.path("a/b/c"))
        try FileSystem.createDirectories(folder.path("a/b/c"))
        #expect(FileSystem.isDirectory(folder.path("a/b/c")))
        try folder.write("x", to: "f")
        #expect(throws: WireError.self) { try FileSystem.createDirectories(folder.path("f/g")) }
        #expect(throws: WireError.self) { try FileSystem.createDirectories(folder.path("f")) }
    }

    @Test func `is given to another file, in whose place it stands`() throws {
        let from = try folder.write("new", to: "from")
        let to = try folder.write("old", to: "to")
        let error = #expect(throws: WireError.self) { try FileSystem.rename(from: from, to: to, replacing: false) }
        #expect(error?.code == .alreadyExists)
        #expect(try folder.read("to") == Array("old".utf8))
        try FileSystem.rename(from: from, to: to)
        #expect(try folder.contents() == ["to"])
        #expect(try folder.read("to") == Array("new".utf8))
        try FileSystem.rename(from: to, to: folder.path("free"), replacing: false)
        #expect(try folder.contents() == ["free"])
    }

    @Test func `is written in one step, and nothing is left when that fails`() throws {
        try FileSystem.writeAtomically(folder.path("f"), Array("one".utf8))
        try FileSystem.writeAtomically(folder.path("f"), Array("two".utf8))
        #expect(try folder.read("f") == Array("two".utf8))
        try FileSystem.createDirectories(folder.path("d/e"))
        #expect(throws: WireError.self) { try FileSystem.writeAtomically(folder.path("d"), [1]) }
        #expect(try folder.contents() == ["d", "f"])
    }

    @Test func `is removed with what is there, but not a folder with files in it`() throws {
        try folder.write("x", to: "d/f")
        #expect(throws: WireError.self) { try FileSystem.remove(folder.path("d")) }
        try FileSystem.remove(folder.path("d/f"))
        try FileSystem.remove(folder.path("d"))
        #expect(try folder.contents().isEmpty)
        let error = #expect(throws: WireError.self) { try FileSystem.remove(folder.path("d")) }
        #expect(error?.code == .notFound)
    }

    @Test func `lists what lies below it`() throws {
        for name in ["b", "a", ".hidden"] { try folder.write("", to: name) }
        for number in 0..<100 { try folder.write("", to: "many/file-number-\(number)") }
        #expect(try FileSystem.list(folder.path) == [".hidden", "a", "b", "many"])
        #expect(try FileSystem.list(folder.path("many")).count == 100)
        try FileSystem.createDirectories(folder.path("empty"))
        #expect(try FileSystem.list(folder.path("empty")).isEmpty)
        #expect(throws: WireError.self) { try FileSystem.list(folder.path("a")) }
    }

    @Test(arguments: [0, 1_700_000_000_123_456_789, -1_500_000_000])
    func `has a date that can be set`(_ date: Int64) throws {
        let path = try folder.write("x", to: "f")
        try FileSystem.setModificationDate(path, nanoseconds: date)
        #expect(try FileSystem.modificationDate(path) == date)
    }

    @Test func `is resolved to where its links lead`() throws {
        let path = try folder.write("x", to: "d/f")
        #expect(try FileSystem.resolvingLinks(folder.path("d/../d/./f")) == FileSystem.resolvingLinks(path))
        #expect(try FileSystem.resolvingLinks("/dev/stdin") != "/dev/stdin")
        #expect(try FileSystem.resolvingLinks(folder.path("none")) == nil)
        try FileManager.default.createSymbolicLink(atPath: folder.path("first"), withDestinationPath: "d/second")
        try FileManager.default.createSymbolicLink(atPath: folder.path("d/second"), withDestinationPath: "absent")
        #expect(try FileSystem.resolvingLinks(folder.path("first")) == folder.path("d/absent"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("round"), withDestinationPath: "round")
        #expect(throws: WireError.self) { try FileSystem.resolvingLinks(folder.path("round")) }
    }

    @Test func `for something unfinished lies beside it, and is another each time`() {
        let one = FileSystem.temporaryPath(beside: "/x/y/file")
        #expect(one.hasPrefix("/x/y/.") && one != FileSystem.temporaryPath(beside: "/x/y/file"))
        #expect(FileSystem.temporaryPath(beside: "file").hasPrefix("./."))
        #expect(FileSystem.temporaryPath(beside: "/file").hasPrefix("/."))
    }
}

@Suite struct `Random bytes` {
    @Test func `are as many as asked for, and others each time`() {
        #expect(Random.bytes(0).isEmpty)
        #expect(Random.bytes(1000).count == 1000)
        #expect(Random.bytes(32) != Random.bytes(32))
        #expect(Random.uint64() != Random.uint64())
    }
}
