import Dispatch
package import Foundation
import Synchronization

/// The built-in cache: memory first, then disk.
///
/// It may be used on any thread.
///
/// Files lie below the user's caches in `com.coderstar.APIService/Cache`, at most 50 MiB of them, in the format of the
/// original library, so that either reads what the other wrote.
///
/// A read drops what it finds expired. ``removeExpired()`` does it for all entries, for example once at start.
public final class CacheTool: Sendable {
    /// The one cache of the process.
    public static let shared = CacheTool()

    private struct State {
        var memoryConfig: MemoryConfig?
        var diskConfig: DiskConfig?
        var stores: CacheStores?

        /// Opens the stores on first use.
        ///
        /// They are taken out meanwhile, so that changing them copies nothing.
        mutating func withStores<Result>(_ body: (inout CacheStores) throws -> Result) rethrows -> Result {
            var open = stores.take() ?? CacheStores(memory: memoryConfig, disk: diskConfig)
            defer { stores = open }
            return try body(&open)
        }
    }

    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "APIService.CacheTool")
    private let now: @Sendable () -> Date

    private init() {
        now = { Date() }
        let folder = FileManager.default.userCaches.appendingPathComponent("com.coderstar.APIService")
        state = Mutex(
            State(
                memoryConfig: MemoryConfig(),
                diskConfig: DiskConfig(name: "Cache", maxSize: 50 << 20, directory: folder)
            )
        )
    }

    /// A cache of its own, which may have a clock of its own.
    package init(memory: MemoryConfig?, disk: DiskConfig?, now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
        state = Mutex(State(memoryConfig: memory, diskConfig: disk))
    }

    /// What memory may hold; read when the cache is first used, later changes have no effect.
    public var memoryConfig: MemoryConfig? {
        get { state.withLock { $0.memoryConfig } }
        set { state.withLock { $0.memoryConfig = newValue } }
    }

    /// Where files lie and what they may hold; read when the cache is first used, later changes have no effect.
    public var diskConfig: DiskConfig? {
        get { state.withLock { $0.diskConfig } }
        set { state.withLock { $0.diskConfig = newValue } }
    }

    /// Removes all entries that have expired, and then as many as the limits want.
    ///
    /// Takes as long as looking at every file does.
    public func removeExpired() {
        let now = now()
        state.withLock { $0.withStores { $0.removeExpired(at: now) } }
    }

    /// Removes all entries.
    /// - Throws: the file system's error; memory is empty in any case.
    public func removeAll() throws {
        try state.withLock { try $0.withStores { try $0.removeAll() } }
    }

    /// Removes the entry of a key, if there is one.
    public func remove(forKey key: String) {
        state.withLock { $0.withStores { $0.remove(key) } }
    }
}

extension CacheTool: APICacheTool {
    /// Keeps a package; `completion` is called once, on a queue of the cache's.
    public func set(
        forKey key: String,
        data: APICachePackage,
        writeMode: APICacheWriteMode,
        expiry: APICacheExpiry,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        let completion = UncheckedSendable(completion)
        queue.async {
            let result = Result { try self.set(forKey: key, data: data, writeMode: writeMode, expiry: expiry) }
            completion.value?(result)
        }
    }

    /// Keeps a package before it returns.
    ///
    /// What other parts of the cache held for the key is dropped, so that it cannot come back.
    /// - Throws: the file system's error.
    public func set(
        forKey key: String,
        data: APICachePackage,
        writeMode: APICacheWriteMode,
        expiry: APICacheExpiry
    ) throws {
        let entry = CacheEntry(package: data, expires: CacheMoment(expiry, from: now()))
        try state.withLock { try $0.withStores { try $0.write(entry, forKey: key, mode: writeMode) } }
    }

    /// Finds a package that has not expired; `completion` is called once, on a queue of the cache's.
    public func getValidObject(
        byKey key: String,
        completion: @escaping (Result<APICachePackage, any Error>) -> Void
    ) {
        let completion = UncheckedSendable(completion)
        queue.async {
            completion.value(Result { try self.getValidObject(byKey: key) })
        }
    }

    /// Finds a package that has not expired.
    /// - Throws: ``APICacheError/notFound(key:)``; ``APICacheError/expire(key:data:)``, after which the entry is gone;
    ///   or the file system's error.
    public func getValidObject(byKey key: String) throws -> APICachePackage {
        let now = now()
        let entry = try state.withLock { try $0.withStores { try $0.takeEntry(forKey: key, at: now) } }
        guard let entry else { throw APICacheError.notFound(key: key) }
        guard !entry.isExpired(at: now) else { throw APICacheError.expire(key: key, data: entry.package) }
        return entry.package
    }
}
