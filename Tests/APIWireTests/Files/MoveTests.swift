import APIWire
import TestSupport
import Testing

@Suite struct `A file that is moved` {
    private let folder: TemporaryDirectory
    /// On another file system than the folder, where there is one.
    private static let elsewhere = "/dev/shm/apiservice-"

    init() throws {
        folder = try TemporaryDirectory()
    }

    /// Runs the body with a file that holds `new`, in the folder or on another file system.
    private func withSource(isNear: Bool, _ body: (String) throws -> Void) throws {
        let path = isNear ? folder.path("source") : Self.elsewhere + Random.bytes(8).map { String($0) }.joined()
        let writer = try FileWriter(creating: path, exclusively: true)
        defer { try? FileSystem.remove(path) }
        try writer.write("new".utf8.span)
        try writer.close()
        try body(path)
    }

    @Test(arguments: [true, FileSystem.isDirectory("/dev/shm")])
    func `takes the place of another in one step, whatever file system it was on`(isNear: Bool) throws {
        try folder.write("old", to: "f")
        // An open file keeps what it held unless it is written over in place.
        let old = try FileReader(folder.path("f"))
        try withSource(isNear: isNear) { source in
            try FileSystem.move(from: source, to: folder.path("f"), replacing: true)
            #expect(!FileSystem.exists(source))
        }
        #expect(try folder.contents() == ["f"])
        #expect(try folder.read("f") == Array("new".utf8))
        var piece = [UInt8](repeating: 0, count: 9)
        var window = piece.mutableSpan
        let count = try old.read(into: &window)
        #expect(piece[..<count] == ArraySlice("old".utf8))
    }

    @Test(arguments: [true, false], ["file", "folder"])
    func `leaves everything as it was when its place is taken`(isNear: Bool, name: String) throws {
        guard isNear || FileSystem.isDirectory("/dev/shm") else { return }
        try folder.write("old", to: "file")
        try FileSystem.createDirectories(folder.path("folder"))
        try withSource(isNear: isNear) { source in
            let error = #expect(throws: WireError.self) {
                try FileSystem.move(from: source, to: folder.path(name), replacing: false)
            }
            #expect(error?.code == .alreadyExists)
            #expect(FileSystem.exists(source))
        }
        #expect(try folder.contents() == ["file", "folder"])
        #expect(try folder.read("file") == Array("old".utf8))
    }

    @Test func `never replaces a device, nor a link to one`() throws {
        try withSource(isNear: true) { source in
            for path in ["/dev/full", "/dev/stdin"] where FileSystem.kind(path) == .other {
                let error = #expect(throws: WireError.self) {
                    try FileSystem.move(from: source, to: path, replacing: true)
                }
                #expect(error?.code == .invalidArgument)
                #expect(FileSystem.kind(path) == .other)
            }
        }
    }

    @Test func `copied is not there when it cannot be read`() throws {
        #expect(throws: WireError.self) { try FileSystem.copy(from: folder.path, to: folder.path("f")) }
        #expect(try folder.contents().isEmpty)
    }
}
