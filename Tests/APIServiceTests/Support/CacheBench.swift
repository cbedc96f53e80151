import APIService
import Foundation
import Synchronization
import TestSupport

/// A cache in a folder of its own, with a clock that only the test moves.
final class CacheBench: Sendable {
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

/// What is kept under a key.
func cachePackage(_ text: String) -> APICachePackage {
    APICachePackage(creationDate: Date(timeIntervalSinceReferenceDate: 1.5), data: Data(text.utf8))
}

extension CacheTool {
    func put(
        _ text: String,
        _ key: String,
        _ mode: APICacheWriteMode = .memoryAndDisk,
        _ expiry: APICacheExpiry = .seconds(100)
    ) throws {
        try set(forKey: key, data: cachePackage(text), writeMode: mode, expiry: expiry)
    }

    func text(_ key: String) throws -> String {
        String(decoding: try getValidObject(byKey: key).data, as: UTF8.self)
    }

    /// What a read says: the text, `expired` or `missing`.
    func answer(_ key: String) -> String {
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
