import Foundation
import TestSupport
import Testing

@Suite struct `A body that goes to a file` {
    @Test func `is there when it is complete`() async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "one"), HTTPBytes.response(text: "two")])
        let outcome = try await Program.run(
            ["-o", "a", "-O", server.url("/x"), server.url("/dir/b.txt?q=1"), "-s"],
            in: folder.path
        )
        #expect(outcome.output.isEmpty && outcome.code == 0)
        #expect(try folder.contents() == ["a", "b.txt"])
        #expect(try folder.read("a") == Array("one".utf8))
        #expect(try folder.read("b.txt") == Array("two".utf8))
    }

    @Test(arguments: [[], ["-i"]])
    func `leaves what was there when it is cut`(_ options: [String]) async throws {
        let folder = try TemporaryDirectory()
        try folder.write("old", to: "f")
        let server = try ScriptedServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"), .close] }
        let outcome = try await Program.run(options + ["-o", folder.path("f"), server.url()])
        #expect(outcome.code == 18)
        #expect(try folder.contents() == ["f"])
        #expect(try folder.read("f") == Array("old".utf8))
    }

    @Test func `has the head before it when told to`() async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "hi")])
        #expect(try await Program.run(["-i", "-o", folder.path("f"), server.url()]).code == 0)
        let text = String(decoding: try folder.read("f"), as: UTF8.self)
        #expect(text == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
    }

    @Test func `lies in folders that were made for it only when told to`() async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "hi"), HTTPBytes.response(text: "hi")])
        #expect(try await Program.run(["-o", "a/b/f", server.url()], in: folder.path).code == 23)
        #expect(try folder.contents().isEmpty)
        #expect(try await Program.run(["--create-dirs", "-o", "a/b/f", server.url()], in: folder.path).code == 0)
        #expect(try folder.read("a/b/f") == Array("hi".utf8))
    }

    @Test(arguments: [true, false]) func `goes where a link leads`(goalExists: Bool) async throws {
        let folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: folder.path("d"), withIntermediateDirectories: false)
        if goalExists { try folder.write("old", to: "d/goal") }
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "d/goal")
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "hi")])
        #expect(try await Program.run(["-o", "link", server.url()], in: folder.path).code == 0)
        #expect(try folder.read("d/goal") == Array("hi".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "d/goal")
    }

    @Test func `is not put in the place of a device`() async throws {
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "hi"), HTTPBytes.response(text: "hi")])
        #expect(try await Program.run(["-o", "/dev/null", server.url()]).code == 0)
        var information = try FileManager.default.attributesOfItem(atPath: "/dev/null")
        #expect(information[.type] as? FileAttributeType == .typeCharacterSpecial)
        #expect(try await Program.run(["-o", "/dev/full", server.url()]).code == 23)
        information = try FileManager.default.attributesOfItem(atPath: "/dev/full")
        #expect(information[.type] as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test func `is refused without a name before anything is sent`() async throws {
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "hi")])
        let outcome = try await Program.run(["-o", "", server.url()])
        #expect(outcome.code == 2 && outcome.messages.contains("option -o"))
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [[], ["-i"]])
    func `is named when it cannot be written`(_ options: [String]) async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "hi")])
        let outcome = try await Program.run(options + ["-o", folder.path("none/f"), server.url()])
        #expect(outcome.code == 23 && outcome.messages.contains(folder.path("none/f")))
    }

    @Test func `of cookies is not put in the place of a device`() async throws {
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "hi"), HTTPBytes.response(text: "hi")])
        #expect(try await Program.run(["-c", "/dev/null", server.url()]).code == 0)
        #expect(try await Program.run(["-c", "/dev/full", server.url()]).code == 23)
        let information = try FileManager.default.attributesOfItem(atPath: "/dev/full")
        #expect(information[.type] as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test func `is named by the server only when told to, and takes no place that is taken`() async throws {
        let folder = try TemporaryDirectory()
        let fields = [("Content-Disposition", "attachment; filename=\"../../n.txt\"")]
        let answer = HTTPBytes.response(fields: fields, text: "hi")
        let server = try ScriptedServer.serving([answer, answer, answer])
        #expect(try await Program.run(["-O", server.url("/u")], in: folder.path).code == 0)
        #expect(try await Program.run(["-OJ", server.url("/u")], in: folder.path).code == 0)
        #expect(try folder.contents() == ["n.txt", "u"])
        #expect(try await Program.run(["-OJ", server.url("/u")], in: folder.path).code == 23)
        #expect(try folder.contents() == ["n.txt", "u"])
    }

    @Test func `needs a name`() async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer.serving([HTTPBytes.response()])
        #expect(try await Program.run(["-O", server.url("/dir/")], in: folder.path).code == 23)
        #expect(server.requests.isEmpty)
    }

    @Test func `is standard output by the name of a dash`() async throws {
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "hi")])
        #expect(try await Program.run(["-o", "-", server.url()]).text == "hi")
    }
}
