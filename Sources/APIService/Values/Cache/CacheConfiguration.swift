public import Foundation

/// When an entry expires.
public enum Expiry: Sendable, Hashable {
    /// Never.
    case never
    /// Some seconds from now.
    case seconds(TimeInterval)
    /// At a moment.
    case date(Date)

    /// The moment, reckoned from now; the distant future for never.
    public var date: Date {
        switch self {
        case .never: .distantFuture
        case .seconds(let seconds): Date().addingTimeInterval(seconds)
        case .date(let date): date
        }
    }

    /// Whether the moment has passed.
    public var isExpired: Bool { date < Date() }
}

/// What the memory part of the cache may hold.
///
/// Beyond a limit the entries that were not used for longest go.
public struct MemoryConfig: Sendable {
    /// When entries expire that come with no expiry of their own.
    public let expiry: Expiry
    /// How many entries it may hold; 0 for any number.
    public let countLimit: UInt
    /// How many bytes its bodies may have together; 0 for any number.
    public let totalCostLimit: UInt

    /// Makes a configuration; without arguments there is no limit.
    public init(expiry: Expiry = .never, countLimit: UInt = 0, totalCostLimit: UInt = 0) {
        self.expiry = expiry
        self.countLimit = countLimit
        self.totalCostLimit = totalCostLimit
    }
}

/// Where the disk part of the cache lies and what it may hold.
///
/// Beyond the limit the entries that expire soonest go.
public struct DiskConfig: Sendable {
    /// The name of its folder.
    public let name: String
    /// When entries expire that come with no expiry of their own.
    public let expiry: Expiry
    /// How many bytes its files may have together; 0 for any number.
    public let maxSize: UInt
    /// The folder it makes its own folder in; nil for the user's caches.
    public let directory: URL?
    /// Has no effect on Linux.
    public let protectionType: FileProtectionType?

    /// Makes a configuration; only a name is needed.
    public init(
        name: String,
        expiry: Expiry = .never,
        maxSize: UInt = 0,
        directory: URL? = nil,
        protectionType: FileProtectionType? = nil
    ) {
        self.name = name
        self.expiry = expiry
        self.maxSize = maxSize
        self.directory = directory
        self.protectionType = protectionType
    }
}
