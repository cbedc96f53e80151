public import Foundation

/// How the cache is read.
public enum APICacheUsageMode: Sendable {
    /// Not at all.
    case none
    /// The cache handler gets a cached answer; the network is asked as well, to refresh the cache, and its answer is
    /// reported only when there was no cached one.
    case alsoNetwork
    /// The cache handler gets a cached answer; the network is asked as well, and its answer reported.
    case alsoNetworkWithCallback
    /// The cache handler gets a cached answer, and the network is asked only when there is none.
    case cancelNetwork
}

/// The name that the original's documentation used for ``APICacheUsageMode``.
@available(*, deprecated, renamed: "APICacheUsageMode")
public typealias APICacheReadMode = APICacheUsageMode

/// Where an answer is kept.
public enum APICacheWriteMode: Sendable {
    /// Nowhere.
    case none
    /// In memory.
    case memory
    /// On disk.
    case disk
    /// In both.
    case memoryAndDisk
}

/// How long an answer is kept.
public enum APICacheExpiry: Sendable {
    /// For ever.
    case never
    /// For some seconds from now.
    case seconds(TimeInterval)
    /// Until a moment.
    case date(Date)
}

/// How one request uses the cache.
///
/// By default it neither reads nor writes it, and what it writes expires at once: caching needs a mode and an expiry.
public struct APICache {
    /// Neither reads nor writes.
    public init() {}

    /// How the cache is read.
    public var usageMode: APICacheUsageMode = .none
    /// Where answers are kept. (The name is the original's.)
    public var writeNode: APICacheWriteMode = .none
    /// How long answers are kept.
    public var expiry: APICacheExpiry = .seconds(0)
    /// Added to the key, for example the version of the application.
    public var extraCacheKey = ""
    /// Makes a key of the text that names the request: `METHOD-URL?parameters-extra`.
    ///
    /// What it returns is the key as it is; without it the key is the text's MD5.
    public var customCacheKeyHandler: ((String) -> String)?
}

extension APICache {
    /// The same as ``writeNode``.
    public var writeMode: APICacheWriteMode {
        get { writeNode }
        set { writeNode = newValue }
    }

    /// The name that the original's documentation used for ``usageMode``.
    @available(*, deprecated, renamed: "usageMode")
    public var readMode: APICacheUsageMode {
        get { usageMode }
        set { usageMode = newValue }
    }
}

/// An answer as it is cached.
public struct APICachePackage: Codable, Hashable, Sendable {
    /// When it was received.
    public var creationDate: Date
    /// Its body.
    public var data: Data

    /// Makes a package of a date and a body.
    public init(creationDate: Date, data: Data) {
        self.creationDate = creationDate
        self.data = data
    }
}
