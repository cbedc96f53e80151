import APIService
import Foundation

private struct KeyedRequest: APIRequestDefaults {
    typealias Response = Data
    let baseURL: URL
}

func measureService(_ measure: Measure) throws {
    try measureEncoding(measure)
    try measureCache(measure)
}

private func measureEncoding(_ measure: Measure) throws {
    guard let url = URL(string: "https://api.example.org/items") else { return }
    let parameters: [String: Any] = ["page": 2, "query": "red & round", "tags": ["a", "b"], "on": true, "price": 1.5]
    let request = URLRequest(url: url)
    var post = request
    post.httpMethod = "POST"
    try measure("encode 5 parameters into a query") { _ = try APIURLEncoding.default.encode(request, with: parameters) }
    try measure("encode 5 parameters into a form") { _ = try APIURLEncoding.default.encode(post, with: parameters) }
    try measure("encode 5 parameters into JSON") { _ = try APIJSONEncoding.default.encode(post, with: parameters) }
    let keyed = KeyedRequest(baseURL: url)
    measure("cache key of 5 parameters") { _ = CacheKey.key(for: keyed, cache: APICache(), parameters: parameters) }
}

private func measureCache(_ measure: Measure) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("microbench.\(getpid())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = DiskConfig(name: "cache", directory: folder)
    let entry = APICachePackage(creationDate: Date(), data: Data(Samples.json(items: 6)))
    for entries in [100, 100_000] {
        let memory = CacheTool(memory: MemoryConfig(), disk: files)
        for number in 0..<entries {
            try memory.set(forKey: "key \(number)", data: entry, writeMode: .memory, expiry: .seconds(600))
        }
        try measure("memory cache, read, of \(entries) entries") { _ = try memory.getValidObject(byKey: "key 7") }
        try measure("memory cache, write, of \(entries) entries") {
            try memory.set(forKey: "key 7", data: entry, writeMode: .memory, expiry: .seconds(600))
        }
    }
    // Memory that holds no entry, so that each is read from its file.
    let disk = CacheTool(memory: MemoryConfig(totalCostLimit: 1), disk: files)
    try disk.set(forKey: "key", data: entry, writeMode: .disk, expiry: .seconds(600))
    try measure("disk cache, write") {
        try disk.set(forKey: "key", data: entry, writeMode: .disk, expiry: .seconds(600))
    }
    try measure("disk cache, read") { _ = try disk.getValidObject(byKey: "key") }
}
