import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `The cache's folder` {
    @Test func `holds files as the original names, writes and dates them`() throws {
        let bench = try CacheBench()
        let date = Date(timeIntervalSince1970: 1_900_000_000.25)
        try bench.tool().put("disk2", "87940a65487cea7c64a97910bd2246f8", .disk, .date(date))
        #expect(bench.names == ["F8535FFD1CF91F7F11CDD8231FEC9AEF"])
        let file = bench.file("87940a65487cea7c64a97910bd2246f8")
        let object = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any]
        #expect(object?["object"] as? NSDictionary == ["creationDate": 1.5, "data": "ZGlzazI="])
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.modificationDate] as? Date == date)
    }

    @Test func `can be read by what decodes only the original's members`() throws {
        struct Wrapper: Decodable { var object: APICachePackage }
        let bench = try CacheBench()
        try bench.tool().put("x", "k", .disk)
        let content = try Data(contentsOf: bench.file("k"))
        #expect(try JSONDecoder().decode(Wrapper.self, from: content).object == cachePackage("x"))
    }

    @Test func `dates what never expires as the original does`() throws {
        let bench = try CacheBench()
        try bench.tool().put("x", "k", .disk, .never)
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.file("k").path)
        #expect(attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 2_144_448_000))
    }

    @Test func `may come from the original`() throws {
        let bench = try CacheBench()
        try bench.folder.write(
            #"{"object":{"data":"ZGlzazI=","creationDate":0}}"#,
            to: "Cache/8277E0910D750195B448797616E091AD"
        )
        let file = bench.cache.appendingPathComponent("8277E0910D750195B448797616E091AD")
        try FileManager.default.setAttributes([.modificationDate: bench.now + 5], ofItemAtPath: file.path)
        let tool = bench.tool()
        #expect(CacheFile.name(forKey: "d") == "8277E0910D750195B448797616E091AD")
        #expect(try tool.getValidObject(byKey: "d").creationDate == Date(timeIntervalSinceReferenceDate: 0))
        #expect(tool.answer("d") == "disk2")
    }

    @Test(arguments: [
        ("a.json", ".json"), ("http://h/x.tar.gz", ".gz"), ("a", ""), ("a.j/s", ""), ("a.j?s;on", ".json"), ("a.", ""),
        ("a.\(String(repeating: "x", count: 400))", "." + String(repeating: "x", count: 16)),
    ])
    func `takes over a key's extension, cleaned`(_ key: String, _ suffix: String) {
        let name = CacheFile.name(forKey: key)
        #expect(name.dropFirst(32) == suffix)
        #expect(name.prefix(32).allSatisfy { $0.isHexDigit && !$0.isLowercase })
    }

    @Test func `survives damage to single files`() throws {
        let bench = try CacheBench()
        for number in 0..<10 { try bench.tool().put("value \(number)", "k\(number)", .disk) }
        func damage(_ key: String, _ change: (inout Data) -> Void) throws {
            var content = try Data(contentsOf: bench.file(key))
            change(&content)
            try content.write(to: bench.file(key))
            try FileManager.default.setAttributes(
                [.modificationDate: bench.now + 50],
                ofItemAtPath: bench.file(key).path
            )
        }
        try damage("k0") { $0 = Data() }
        try damage("k1") { $0 = $0.prefix($0.count / 2) }
        try damage("k2") { $0 = Data(repeating: 0xFF, count: 100) }
        try damage("k3") { content in
            let changed = String(decoding: content, as: UTF8.self).replacingOccurrences(
                of: "dmFsdWUgM",
                with: "dmFsdWUgN"
            )
            content = Data(changed.utf8)
        }
        try FileManager.default.removeItem(at: bench.file("k4"))
        try FileManager.default.createDirectory(at: bench.file("k4"), withIntermediateDirectories: false)
        let tool = bench.tool()
        #expect(
            (0..<10).map { tool.answer("k\($0)") } == Array(repeating: "missing", count: 5)
                + (5..<10).map { "value \($0)" }
        )
        #expect(bench.names.count == 5)
    }

    @Test func `writes over whatever lies in a file's place`() throws {
        let bench = try CacheBench()
        try FileManager.default.createDirectory(at: bench.file("k"), withIntermediateDirectories: true)
        try bench.folder.write("x", to: "Cache/\(CacheFile.name(forKey: "k"))/inner")
        try bench.tool().put("value", "k", .disk)
        #expect(bench.tool().answer("k") == "value")
        try bench.tool().put("another", "k", .disk)
        #expect(bench.tool().answer("k") == "another")
        #expect(bench.names.count == 1)
    }

    @Test func `never takes one key's file for another's`() throws {
        let bench = try CacheBench()
        try bench.tool().put("x", "a", .disk)
        try FileManager.default.moveItem(at: bench.file("a"), to: bench.file("b"))
        #expect(bench.tool().answer("b") == "missing")
        #expect(bench.names.count == 1)
    }

    @Test func `stays within its limit as it is written to`() throws {
        let bench = try CacheBench()
        let limit = 100_000
        let tool = bench.tool(maxSize: UInt(limit))
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<40 {
                try? tool.put(String(repeating: "x", count: 2000), "\(thread)-\(number)", .disk)
            }
        }
        #expect(bench.size <= limit + 3000)
        #expect(bench.size > limit / 2)
        #expect(bench.names.allSatisfy { !$0.hasPrefix(".") })
        let later = bench.tool(maxSize: UInt(limit))
        for number in 0..<40 { try later.put(String(repeating: "x", count: 2000), "later \(number)", .disk) }
        #expect(bench.size <= limit + 3000)
    }

    @Test func `gives up first what expires first, and last what never does`() throws {
        let bench = try CacheBench()
        let tool = bench.tool(maxSize: 5000)
        let body = String(repeating: "x", count: 600)
        try tool.put(body, "never", .disk, .never)
        for number in 0..<4 { try tool.put(body, "\(number)", .disk, .seconds(100 - TimeInterval(number))) }
        try tool.put(body, "long", .disk, .seconds(1000))
        let rest = ["never", "long", "0", "1", "2", "3"].filter { bench.tool().answer($0) == body }
        #expect(rest == ["never", "long", "0", "1"])
    }

    @Test func `loses on demand what has expired and what was not finished`() throws {
        let bench = try CacheBench()
        let tool = bench.tool()
        try tool.put("x", "old", .disk, .seconds(1))
        try tool.put("y", "new", .disk, .seconds(100))
        bench.advance(10)
        try bench.folder.write("half", to: "Cache/.writing-\(Int(bench.now.timeIntervalSince1970) - 7200)-X")
        try bench.folder.write("half", to: "Cache/.writing-\(Int(bench.now.timeIntervalSince1970))-Y")
        tool.removeExpired()
        #expect(bench.names.count == 2)
        #expect(tool.answer("new") == "y")
        #expect(tool.answer("old") == "missing")
    }

    @Test func `lies below the user's caches by default`() {
        let disk = CacheTool.shared.diskConfig
        #expect(disk?.name == "Cache")
        #expect(disk?.maxSize == 52_428_800)
        #expect(disk?.directory?.lastPathComponent == "com.coderstar.APIService")
        #expect(
            disk?.directory?.deletingLastPathComponent().lastPathComponent == ".cache"
                || ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] != nil
        )
    }

    @Test func `reports what the file system refuses as it is`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("no folder", to: "Cache")
        let tool = CacheTool(memory: nil, disk: DiskConfig(name: "Cache", directory: URL(fileURLWithPath: folder.path)))
        #expect {
            try tool.put("x", "k", .disk)
        } throws: {
            !($0 is APICacheError)
        }
        try tool.put("x", "k", .memory)
        #expect(tool.answer("k") == "x")
    }
}
