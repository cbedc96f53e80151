package import Foundation

/// A cached package and when it expires.
package struct CacheEntry: Hashable, Sendable {
    package let package: APICachePackage
    package let expires: CacheMoment

    package init(package: APICachePackage, expires: CacheMoment) {
        self.package = package
        self.expires = expires
    }

    package func isExpired(at now: Date) -> Bool { expires.date < now }
}

/// When an entry expires, on a scale that memory and disk share.
package struct CacheMoment: Hashable, Comparable, Sendable {
    /// The distant future for never.
    package let date: Date

    package static let never = CacheMoment(date: .distantFuture)

    /// Files say `never` with this date, 2037-12-15, as they always have.
    private static let neverOnDisk = Date(timeIntervalSince1970: 2_144_448_000)
    /// Years 1970 to 9999: what a file's date can be.
    private static let onDisk = 0.0...253_402_300_799.0

    package init(date: Date) {
        self.date = date
    }

    package init(_ expiry: APICacheExpiry, from now: Date) {
        switch expiry {
        case .never: self = .never
        case .seconds(let seconds): self.init(date: now.addingTimeInterval(seconds.isNaN ? 0 : seconds))
        // A date that is none is before nothing, so it would never pass.
        case .date(let date): self.init(date: date.timeIntervalSinceReferenceDate.isNaN ? now : date)
        }
    }

    package init(fileDate: Date) {
        self = fileDate == Self.neverOnDisk ? .never : CacheMoment(date: fileDate)
    }

    package var fileDate: Date {
        guard self < .never else { return Self.neverOnDisk }
        let seconds = date.timeIntervalSince1970
        return Date(timeIntervalSince1970: min(max(seconds, Self.onDisk.lowerBound), Self.onDisk.upperBound))
    }

    package static func < (left: CacheMoment, right: CacheMoment) -> Bool { left.date < right.date }
}
