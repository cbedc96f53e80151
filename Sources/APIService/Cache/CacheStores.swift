import Foundation

/// Memory and disk as one: neither shows for a key what the other has replaced.
struct CacheStores {
    private var memory: LRUTable<CacheEntry>
    private var disk: DiskStore

    init(memory: MemoryConfig?, disk: DiskConfig?) {
        let limits = memory ?? MemoryConfig()
        self.memory = LRUTable(countLimit: limits.countLimit, costLimit: limits.totalCostLimit)
        self.disk = DiskStore(disk ?? DiskConfig(name: "Cache"))
    }

    /// The entry in memory, else the one on disk, which then is in memory as well with the same expiry.
    ///
    /// One that has expired is handed out a last time and gone.
    mutating func takeEntry(forKey key: String, at now: Date) throws -> CacheEntry? {
        let remembered = memory.value(forKey: key)
        if let remembered, !remembered.isExpired(at: now) { return remembered }
        guard let found = try disk.entry(forKey: key) ?? remembered else { return nil }
        if found.isExpired(at: now) { remove(key) } else { remember(found, forKey: key) }
        return found
    }

    mutating func write(_ entry: CacheEntry, forKey key: String, mode: APICacheWriteMode) throws {
        switch mode {
        case .none: return
        case .memory:
            disk.remove(key)
            remember(entry, forKey: key)
        case .disk:
            memory.remove(key)
            try disk.write(entry, forKey: key)
        case .memoryAndDisk:
            remember(entry, forKey: key)
            try disk.write(entry, forKey: key)
        }
    }

    mutating func remove(_ key: String) {
        memory.remove(key)
        disk.remove(key)
    }

    mutating func removeExpired(at now: Date) {
        memory.removeAll { $0.isExpired(at: now) }
        disk.removeExpired(at: now)
    }

    mutating func removeAll() throws {
        memory.removeAll()
        try disk.removeAll()
    }

    private mutating func remember(_ entry: CacheEntry, forKey key: String) {
        memory.insert(entry, forKey: key, cost: UInt(entry.package.data.count))
    }
}
