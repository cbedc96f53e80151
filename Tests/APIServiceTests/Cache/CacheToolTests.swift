import APIService
import Foundation
import Synchronization
import TestSupport
import Testing

/// A cache in a folder of its own, with a clock that only the test moves.
private final class Bench: Sendable {
    let folder: TemporaryDirectory
    let clock = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    init() throws {
        folder = try TemporaryDirectory()
    }

    func tool(maxSize: UInt = 0, memory: MemoryConfig = MemoryConfig()) -> CacheTool {
        let disk = DiskConfig(name: "Cache", maxSize: maxSize, directory: URL(fileURLWithPath: folder.path))
        return CacheTool(memory: memory, disk: disk) { self.clock.withLock { $0 } }
    }

    var now: Date { clock.withLock { $0 } }

    func advance(_ seconds: TimeInterval) {
        clock.withLock { $0 += seconds }
    }

    var cache: URL { URL(fileURLWithPath: folder.path("Cache")) }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: cache.path)) ?? []).sorted()
    }

    var size: Int {
        names.reduce(0) { total, name in
            total + ((try? Data(contentsOf: cache.appendingPathComponent(name)))?.count ?? 0)
        }
    }

    func file(_ key: String) -> URL { cache.appendingPathComponent(CacheFile.name(forKey: key)) }
}

private func package(_ text: String) -> APICachePackage {
    APICachePackage(creationDate: Date(timeIntervalSinceReferenceDate: 1.5), data: Data(text.utf8))
}

extension CacheTool {
    fileprivate func put(
        _ text: String,
        _ key: String,
        _ mode: APICacheWriteMode = .memoryAndDisk,
        _ expiry: APICacheExpiry = .seconds(100)
    ) throws {
        try set(forKey: key, data: package(text), writeMode: mode, expiry: expiry)
    }

    fileprivate func text(_ key: String) throws -> String {
        String(decoding: try getValidObject(byKey: key).data, as: UTF8.self)
    }

    /// What a read says: the text, `expired` or `missing`.
    fileprivate func answer(_ key: String) -> String {
        do {
            return try text(key)
        } catch let error as APICacheError {
            switch error {
            case .expire: return "expired"
            case .notFound: return "missing"
            }
        } catch {
            return "\(error)"
        }
    }
}

@Suite struct `The built-in cache` {
    @Test(arguments: [APICacheWriteMode.memory, .disk, .memoryAndDisk])
    func `finds what was kept, wherever`(_ mode: APICacheWriteMode) throws {
        let tool = try Bench().tool()
        try tool.put("x", "k", mode)
        #expect(try tool.getValidObject(byKey: "k") == package("x"))
    }

    @Test func `keeps nothing where nothing is to be kept`() throws {
        let bench = try Bench()
        let tool = bench.tool()
        try tool.put("x", "k", .none)
        #expect(tool.answer("k") == "missing")
        #expect(bench.names.isEmpty)
    }

    @Test func `says that it has nothing in its own words`() throws {
        let tool = try Bench().tool()
        #expect {
            try tool.getValidObject(byKey: "k")
        } throws: {
            guard case .notFound("k")? = $0 as? APICacheError else { return false }
            return true
        }
    }

    @Test(arguments: [APICacheWriteMode.memory, .disk, .memoryAndDisk])
    func `reports what has expired once, with what it held`(_ mode: APICacheWriteMode) throws {
        let bench = try Bench()
        let tool = bench.tool()
        try tool.put("x", "k", mode, .seconds(10))
        bench.advance(10)
        #expect(tool.answer("k") == "x")
        bench.advance(1)
        #expect {
            try tool.getValidObject(byKey: "k")
        } throws: {
            guard case .expire("k", let data as APICachePackage)? = $0 as? APICacheError else { return false }
            return data == package("x")
        }
        #expect(tool.answer("k") == "missing")
        #expect(bench.names.isEmpty)
    }

    @Test(arguments: [
        APICacheExpiry.seconds(0), .seconds(-5), .date(.distantPast), .seconds(.nan),
        .date(Date(timeIntervalSince1970: 5)),
    ])
    func `takes an expiry that has passed`(_ expiry: APICacheExpiry) throws {
        let bench = try Bench()
        let tool = bench.tool()
        for mode in [APICacheWriteMode.memory, .disk] {
            try tool.put("x", "k", mode, expiry)
            bench.advance(1)
            #expect(tool.answer("k") == "expired")
        }
    }

    @Test(arguments: [APICacheExpiry.never, .seconds(.infinity), .date(.distantFuture)])
    func `never forgets what never expires`(_ expiry: APICacheExpiry) throws {
        let bench = try Bench()
        try bench.tool().put("x", "k", .disk, expiry)
        bench.advance(400 * 365 * 86_400)
        #expect(bench.tool().answer("k") == "x")
    }

    @Test func `does not lengthen a life by reading`() throws {
        let bench = try Bench()
        let tool = bench.tool()
        try tool.put("x", "k", .disk, .seconds(2))
        for _ in 0..<4 {
            bench.advance(0.5)
            #expect(tool.answer("k") == "x")
        }
        bench.advance(0.5)
        #expect(tool.answer("k") == "expired")
    }

    @Test func `does not show what a later write has replaced`() throws {
        let bench = try Bench()
        let tool = bench.tool()
        try tool.put("disk 1", "k", .disk)
        #expect(tool.answer("k") == "disk 1")
        try tool.put("disk 2", "k", .disk)
        #expect(tool.answer("k") == "disk 2")
        try tool.put("memory", "k", .memory)
        #expect(tool.answer("k") == "memory")
        #expect(bench.tool().answer("k") == "missing")
        try tool.put("stale", "k", .memory, .seconds(1))
        bench.advance(2)
        try tool.put("disk 3", "k", .disk)
        #expect(tool.answer("k") == "disk 3")
    }

    @Test func `calls every completion once`() async throws {
        let bench = try Bench()
        let tool = bench.tool()
        for mode in [APICacheWriteMode.none, .memory, .disk, .memoryAndDisk] {
            await withCheckedContinuation { done in
                tool.set(forKey: "k", data: package("x"), writeMode: mode, expiry: .seconds(1)) { result in
                    #expect(throws: Never.self) { try result.get() }
                    done.resume()
                }
            }
        }
        tool.set(forKey: "k", data: package("y"), writeMode: .memory, expiry: .seconds(1), completion: nil)
        func read() async -> Result<APICachePackage, any Error> {
            await withCheckedContinuation { done in tool.getValidObject(byKey: "k") { done.resume(returning: $0) } }
        }
        #expect(try await read().get() == package("y"))
        bench.advance(2)
        #expect(await read().failure is APICacheError)
        #expect(await read().failure is APICacheError)
    }

    @Test func `counts bytes in memory`() throws {
        let tool = try Bench().tool(memory: MemoryConfig(totalCostLimit: 10))
        try tool.put("12345", "a", .memory)
        try tool.put("67890", "b", .memory)
        #expect(tool.answer("a") == "12345")
        try tool.put("x", "c", .memory)
        #expect(tool.answer("b") == "missing")
        #expect(tool.answer("a") == "12345")
        #expect(tool.answer("c") == "x")
        try tool.put("more than ten bytes", "d", .memory)
        #expect(tool.answer("d") == "missing")
        #expect(tool.answer("a") == "12345")
    }

    @Test func `gives up in memory what was not used for longest`() throws {
        let tool = try Bench().tool(memory: MemoryConfig(countLimit: 3))
        for key in ["a", "b", "c"] { try tool.put(key, key, .memory) }
        #expect(tool.answer("a") == "a")
        try tool.put("d", "d", .memory)
        #expect(["a", "b", "c", "d"].map(tool.answer) == ["a", "missing", "c", "d"])
    }

    @Test func `holds very many entries without mixing them up`() throws {
        let tool = try Bench().tool()
        for number in 0..<200_000 { try tool.put("\(number)", "key \(number)", .memory) }
        let wrong = (0..<200_000).filter { tool.answer("key \($0)") != "\($0)" }
        #expect(wrong.isEmpty)
    }

    @Test func `can be emptied`() throws {
        let bench = try Bench()
        let tool = bench.tool()
        try tool.put("x", "a")
        try tool.put("y", "b", .memory)
        tool.remove(forKey: "a")
        #expect(tool.answer("a") == "missing")
        try tool.put("x", "a")
        try tool.removeAll()
        #expect(["a", "b"].map(tool.answer) == ["missing", "missing"])
        #expect(bench.names.isEmpty)
        try tool.put("z", "a")
        #expect(bench.tool().answer("a") == "z")
    }

    @Test func `stays whole under many threads`() throws {
        let bench = try Bench()
        let tool = bench.tool(maxSize: 20_000, memory: MemoryConfig(countLimit: 20))
        DispatchQueue.concurrentPerform(iterations: 50) { thread in
            var random = SystemRandomNumberGenerator()
            for _ in 0..<40 {
                let key = "key \(Int.random(in: 0..<100, using: &random))"
                switch Int.random(in: 0..<20, using: &random) {
                case 0..<9:
                    try? tool.put(
                        String(repeating: "v", count: 100 + thread),
                        key,
                        [.memory, .disk, .memoryAndDisk][thread % 3]
                    )
                case 9..<17:
                    let answer = tool.answer(key)
                    #expect(answer == "missing" || answer.allSatisfy { $0 == "v" })
                case 17: tool.remove(forKey: key)
                case 18: tool.removeExpired()
                default: try? tool.removeAll()
                }
            }
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

@Suite struct `The cache's folder` {
    @Test func `holds files as the original names, writes and dates them`() throws {
        let bench = try Bench()
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
        let bench = try Bench()
        try bench.tool().put("x", "k", .disk)
        let content = try Data(contentsOf: bench.file("k"))
        #expect(try JSONDecoder().decode(Wrapper.self, from: content).object == package("x"))
    }

    @Test func `dates what never expires as the original does`() throws {
        let bench = try Bench()
        try bench.tool().put("x", "k", .disk, .never)
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.file("k").path)
        #expect(attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 2_144_448_000))
    }

    @Test func `may come from the original`() throws {
        let bench = try Bench()
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
        let bench = try Bench()
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
        let bench = try Bench()
        try FileManager.default.createDirectory(at: bench.file("k"), withIntermediateDirectories: true)
        try bench.folder.write("x", to: "Cache/\(CacheFile.name(forKey: "k"))/inner")
        try bench.tool().put("value", "k", .disk)
        #expect(bench.tool().answer("k") == "value")
        try bench.tool().put("another", "k", .disk)
        #expect(bench.tool().answer("k") == "another")
        #expect(bench.names.count == 1)
    }

    @Test func `never takes one key's file for another's`() throws {
        let bench = try Bench()
        try bench.tool().put("x", "a", .disk)
        try FileManager.default.moveItem(at: bench.file("a"), to: bench.file("b"))
        #expect(bench.tool().answer("b") == "missing")
        #expect(bench.names.count == 1)
    }

    @Test func `stays within its limit as it is written to`() throws {
        let bench = try Bench()
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
        let bench = try Bench()
        let tool = bench.tool(maxSize: 5000)
        let body = String(repeating: "x", count: 600)
        try tool.put(body, "never", .disk, .never)
        for number in 0..<4 { try tool.put(body, "\(number)", .disk, .seconds(100 - TimeInterval(number))) }
        try tool.put(body, "long", .disk, .seconds(1000))
        let rest = ["never", "long", "0", "1", "2", "3"].filter { bench.tool().answer($0) == body }
        #expect(rest == ["never", "long", "0", "1"])
    }

    @Test func `loses on demand what has expired and what was not finished`() throws {
        let bench = try Bench()
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

@Suite struct `An expiry` {
    @Test func `knows its moment`() {
        #expect(!Expiry.never.isExpired)
        #expect(Expiry.never.date == .distantFuture)
        #expect(Expiry.date(.distantPast).isExpired)
        #expect(Expiry.seconds(-1).isExpired)
        #expect(!Expiry.seconds(100).isExpired)
        #expect(Expiry.date(Date(timeIntervalSince1970: 7)).date == Date(timeIntervalSince1970: 7))
    }
}
