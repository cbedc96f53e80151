import APIWire
import Foundation

/// The disk part of the cache: one file for each entry, whose modification date is when the entry expires.
///
/// A file appears under its name only when it is whole and dated. The limit is checked as entries are written; when it
/// is passed, as much goes as makes room for many more: what has expired, then what will expire soonest.
struct DiskStore {
    /// No entry is read that is larger than this.
    private static let entryLimit = 1 << 30

    private let folder: URL
    private let limit: UInt64
    private var isPrepared = false
    /// Bytes of all files; nil until they were counted.
    private var used: UInt64?
    private let files = FileManager.default

    init(_ configuration: DiskConfig) {
        let parent = configuration.directory ?? FileManager.default.userCaches
        folder = parent.appendingPathComponent(configuration.name, isDirectory: true)
        limit = UInt64(configuration.maxSize)
    }

    /// The entry of a key, expired or not; nil when there is none.
    ///
    /// A damaged file is removed and counts as none.
    mutating func entry(forKey key: String) throws -> CacheEntry? {
        let place = place(of: key)
        guard let listing = try listing(at: place) else { return nil }
        guard !listing.isDirectory, listing.size <= UInt64(Self.entryLimit) else {
            discard(listing)
            return nil
        }
        do throws(CacheFile.Problem) {
            // Not read: no entry is empty, and Foundation leaks a page for each empty file.
            guard listing.size > 0 else { throw .damaged }
            let content = try Result { try Data(contentsOf: place) }.mapError { _ in CacheFile.Problem.damaged }.get()
            return CacheEntry(package: try CacheFile.decode(content, key: key), expires: listing.expires)
        } catch {
            if error == .damaged { discard(listing) }
            return nil
        }
    }

    mutating func write(_ entry: CacheEntry, forKey key: String) throws {
        try prepare()
        let content = try CacheFile.encode(entry.package, key: key)
        let place = place(of: key)
        let replaced = try listing(at: place)
        let before = limit > 0 ? used ?? total() : 0
        if let replaced, replaced.isDirectory { discard(replaced) }
        let temporary = folder.appendingPathComponent(TemporaryName.make(at: Date()))
        do {
            try Self.write(content, to: temporary)
            try files.setAttributes([.modificationDate: entry.expires.fileDate], ofItemAtPath: temporary.path)
            try Self.replace(place, with: temporary)
        } catch {
            try? files.removeItem(at: temporary)
            throw error
        }
        guard limit > 0 else { return }
        used = before.saturatingAdding(UInt64(content.count)) - min(replaced?.size ?? 0, before)
        if let used, used > limit { makeRoom(at: Date()) }
    }

    mutating func remove(_ key: String) {
        guard FileSystem.exists(place(of: key).path), let listing = try? listing(at: place(of: key)) else { return }
        discard(listing)
    }

    /// Removes what has expired, and what was left by writers that did not finish.
    mutating func removeExpired(at now: Date) {
        for listing in listings() where listing.expires.date < now { discard(listing) }
        for name in names() where TemporaryName.isStale(name, at: now) {
            try? files.removeItem(at: folder.appendingPathComponent(name))
        }
        used = total()
        if limit > 0, let used, used > limit { makeRoom(at: now) }
    }

    mutating func removeAll() throws {
        used = nil
        isPrepared = false
        guard files.fileExists(atPath: folder.path) else { return }
        try files.removeItem(at: folder)
    }

    private mutating func makeRoom(at now: Date) {
        var rest = listings()
        var total = rest.reduce(UInt64(0)) { $0.saturatingAdding($1.size) }
        rest.sort { ($0.expires, $0.created) < ($1.expires, $1.created) }
        for listing in rest where total > limit - limit / 4 || listing.expires.date < now {
            discard(listing)
            total -= min(listing.size, total)
        }
        used = total
    }

    private mutating func discard(_ listing: Listing) {
        guard (try? files.removeItem(at: listing.place)) != nil else { return }
        used = used.map { $0 - min(listing.size, $0) }
    }

    private mutating func prepare() throws {
        guard !isPrepared || !files.fileExists(atPath: folder.path) else { return }
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        isPrepared = true
    }

    /// Writes a file without waiting for the disk: one that a power failure cuts is found damaged and is a miss.
    private static func write(_ content: Data, to place: URL) throws {
        try translatingErrors { () throws(WireError) in
            let file = try FileWriter(creating: place.path, exclusively: true)
            try file.write(Array(content).span)
            try file.close()
        }
    }

    private static func replace(_ place: URL, with temporary: URL) throws {
        try translatingErrors { () throws(WireError) in
            try FileSystem.rename(from: temporary.path, to: place.path)
        }
    }

    /// Says what the system refused in the terms that Foundation's users know.
    private static func translatingErrors(_ body: () throws(WireError) -> Void) throws {
        do throws(WireError) {
            try body()
        } catch {
            throw POSIXError(POSIXErrorCode(rawValue: error.systemError) ?? .EIO)
        }
    }

    private func place(of key: String) -> URL {
        folder.appendingPathComponent(CacheFile.name(forKey: key))
    }
}

extension DiskStore {
    /// A file as the folder shows it.
    private struct Listing {
        let place: URL
        let size: UInt64
        let isDirectory: Bool
        let expires: CacheMoment
        let created: Date
    }

    /// The file at a place, or nil when there is none.
    private func listing(at place: URL) throws -> Listing? {
        do {
            let attributes = try files.attributesOfItem(atPath: place.path)
            let modified = attributes[.modificationDate] as? Date ?? .distantPast
            return Listing(
                place: place,
                size: (attributes[.size] as? NSNumber)?.uint64Value ?? 0,
                isDirectory: attributes[.type] as? FileAttributeType == .typeDirectory,
                expires: CacheMoment(fileDate: modified),
                created: attributes[.creationDate] as? Date ?? modified
            )
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            return nil
        }
    }

    private func listings() -> [Listing] {
        names().filter { !$0.hasPrefix(".") }.compactMap { try? listing(at: folder.appendingPathComponent($0)) }
    }

    private func names() -> [String] {
        (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    private func total() -> UInt64 {
        listings().reduce(0) { $0.saturatingAdding($1.size) }
    }
}

/// Names of files that are being written: hidden, and telling when they were begun.
private enum TemporaryName {
    private static let prefix = ".writing-"
    /// No write takes as many seconds.
    private static let patience: TimeInterval = 3600

    static func make(at date: Date) -> String {
        "\(prefix)\(Int(date.timeIntervalSince1970))-\(UUID().uuidString)"
    }

    static func isStale(_ name: String, at now: Date) -> Bool {
        guard name.hasPrefix(prefix), let seconds = name.dropFirst(prefix.count).split(separator: "-").first,
            let begun = TimeInterval(seconds)
        else { return false }
        return now.timeIntervalSince1970 - begun > patience
    }
}

extension FileManager {
    /// `$XDG_CACHE_HOME` or `~/.cache`.
    var userCaches: URL {
        urls(for: .cachesDirectory, in: .userDomainMask).first ?? temporaryDirectory
    }
}
