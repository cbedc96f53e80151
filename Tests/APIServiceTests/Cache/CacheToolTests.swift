import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `The built-in cache` {
    @Test(arguments: [APICacheWriteMode.memory, .disk, .memoryAndDisk])
    func `finds what was kept, wherever`(_ mode: APICacheWriteMode) throws {
        let tool = try CacheBench().tool()
        try tool.put("x", "k", mode)
        #expect(try tool.getValidObject(byKey: "k") == cachePackage("x"))
    }

    @Test func `keeps nothing where nothing is to be kept`() throws {
        let bench = try CacheBench()
        let tool = bench.tool()
        try tool.put("x", "k", .none)
        #expect(tool.answer("k") == "missing")
        #expect(bench.names.isEmpty)
    }

    @Test func `says that it has nothing in its own words`() throws {
        let tool = try CacheBench().tool()
        #expect {
            try tool.getValidObject(byKey: "k")
        } throws: {
            guard case .notFound("k")? = $0 as? APICacheError else { return false }
            return true
        }
    }

    @Test(arguments: [APICacheWriteMode.memory, .disk, .memoryAndDisk])
    func `reports what has expired once, with what it held`(_ mode: APICacheWriteMode) throws {
        let bench = try CacheBench()
        let tool = bench.tool()
        try tool.put("x", "k", mode, .seconds(10))
        bench.advance(10)
        #expect(tool.answer("k") == "x")
        bench.advance(1)
        #expect {
            try tool.getValidObject(byKey: "k")
        } throws: {
            guard case .expire("k", let data as APICachePackage)? = $0 as? APICacheError else { return false }
            return data == cachePackage("x")
        }
        #expect(tool.answer("k") == "missing")
        #expect(bench.names.isEmpty)
    }

    @Test(arguments: [
        APICacheExpiry.seconds(0), .seconds(-5), .date(.distantPast), .seconds(.nan),
        .date(Date(timeIntervalSince1970: 5)),
    ])
    func `takes an expiry that has passed`(_ expiry: APICacheExpiry) throws {
        let bench = try CacheBench()
        let tool = bench.tool()
        for mode in [APICacheWriteMode.memory, .disk] {
            try tool.put("x", "k", mode, expiry)
            bench.advance(1)
            #expect(tool.answer("k") == "expired")
        }
    }

    // No argument of a test: Foundation cannot describe such a date.
    @Test func `takes a date that is none as passed`() throws {
        let bench = try CacheBench()
        let tool = bench.tool()
        for mode in [APICacheWriteMode.memory, .disk] {
            try tool.put("x", "k", mode, .date(Date(timeIntervalSince1970: .nan)))
            bench.advance(1)
            #expect(tool.answer("k") == "expired")
        }
    }

    @Test(arguments: [APICacheExpiry.never, .seconds(.infinity), .date(.distantFuture)])
    func `never forgets what never expires`(_ expiry: APICacheExpiry) throws {
        let bench = try CacheBench()
        try bench.tool().put("x", "k", .disk, expiry)
        bench.advance(400 * 365 * 86_400)
        #expect(bench.tool().answer("k") == "x")
    }

    @Test func `does not lengthen a life by reading`() throws {
        let bench = try CacheBench()
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
        let bench = try CacheBench()
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
        let bench = try CacheBench()
        let tool = bench.tool()
        for mode in [APICacheWriteMode.none, .memory, .disk, .memoryAndDisk] {
            await withCheckedContinuation { done in
                tool.set(forKey: "k", data: cachePackage("x"), writeMode: mode, expiry: .seconds(1)) { result in
                    #expect(throws: Never.self) { try result.get() }
                    done.resume()
                }
            }
        }
        tool.set(forKey: "k", data: cachePackage("y"), writeMode: .memory, expiry: .seconds(1), completion: nil)
        func read() async -> Result<APICachePackage, any Error> {
            await withCheckedContinuation { done in tool.getValidObject(byKey: "k") { done.resume(returning: $0) } }
        }
        #expect(try await read().get() == cachePackage("y"))
        bench.advance(2)
        #expect(await read().failure is APICacheError)
        #expect(await read().failure is APICacheError)
    }

    @Test func `counts bytes in memory`() throws {
        let tool = try CacheBench().tool(memory: MemoryConfig(totalCostLimit: 10))
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
        let tool = try CacheBench().tool(memory: MemoryConfig(countLimit: 3))
        for key in ["a", "b", "c"] { try tool.put(key, key, .memory) }
        #expect(tool.answer("a") == "a")
        try tool.put("d", "d", .memory)
        #expect(["a", "b", "c", "d"].map(tool.answer) == ["a", "missing", "c", "d"])
    }

    @Test func `holds very many entries without mixing them up`() throws {
        let tool = try CacheBench().tool()
        for number in 0..<200_000 { try tool.put("\(number)", "key \(number)", .memory) }
        let wrong = (0..<200_000).filter { tool.answer("key \($0)") != "\($0)" }
        #expect(wrong.isEmpty)
    }

    @Test func `can be emptied`() throws {
        let bench = try CacheBench()
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
        let bench = try CacheBench()
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
