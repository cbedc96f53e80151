internal import APITransport
import Foundation

/// What is honoured of a `URLSessionConfiguration`, read once.
struct SessionSettings: Sendable {
    /// Without a byte moving, for requests that set no timeout of their own; nil for none.
    let idle: Duration?
    let total: Duration?
    let usesCookies: Bool
    let cachePolicy: URLRequest.CachePolicy
    private let connectionsPerHost: Int
    private let additionalFields: [String: String]

    init(_ configuration: URLSessionConfiguration) {
        idle = Self.bound(configuration.timeoutIntervalForRequest)
        total = Self.bound(configuration.timeoutIntervalForResource)
        usesCookies =
            configuration.httpShouldSetCookies && configuration.httpCookieAcceptPolicy != .never
            && configuration.httpCookieStorage != nil
        cachePolicy = configuration.requestCachePolicy
        connectionsPerHost = max(1, configuration.httpMaximumConnectionsPerHost)
        var fields: [String: String] = [:]
        for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
            guard let name = name as? String else { continue }
            fields[name] = value as? String ?? "\(value)"
        }
        additionalFields = fields
        IgnoredSettings.log(configuration)
    }

    /// A time in seconds as a bound; a week, Foundation's way of saying "never mind", and more is none.
    private static func bound(_ seconds: TimeInterval) -> Duration? {
        seconds > 0 && seconds < 604_800 ? Duration(clampedSeconds: seconds) : nil
    }

    var engineConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.maximumConnectionsPerOrigin = connectionsPerHost
        if !usesCookies { configuration.cookies = nil }
        configuration.deadlines = deadlines(idle: idle).filled(from: Deadlines())
        configuration.deadlines.total = total
        configuration.defaultFields = fields(replacing: configuration.defaultFields)
        return configuration
    }

    /// The session's fields in place of those of the same name, in an order of their own.
    func fields(replacing base: HTTPFields) -> HTTPFields {
        var fields = base
        for (name, value) in additionalFields.sortedByKey {
            do {
                try fields.set(name: name, value: value)
            } catch {
                DebugUtils.log("a field of httpAdditionalHeaders cannot be sent: \(error.message)")
            }
        }
        return fields
    }

    /// One time without a byte, as Foundation has it, for all the steps that wait for the other side.
    func deadlines(idle: Duration?) -> Deadlines {
        let connect = Deadlines.standard.connect.map { standard in idle.map { min($0, standard) } ?? standard }
        return Deadlines(connect: connect, firstByte: idle, idle: idle)
    }
}

/// Names, once each, the settings that have no effect here.
package enum IgnoredSettings {
    private static let notice = Once()

    static func log(_ configuration: URLSessionConfiguration) {
        guard DebugUtils.isEnabled else { return }
        let names = names(in: configuration)
        guard !names.isEmpty, notice.claim() else { return }
        DebugUtils.log("ignored settings of URLSessionConfiguration: \(names.joined(separator: ", "))")
    }

    package static func names(in configuration: URLSessionConfiguration) -> [String] {
        let standard = URLSessionConfiguration.default
        var names: [String] = []
        if configuration.connectionProxyDictionary?.isEmpty == false { names.append("connectionProxyDictionary") }
        if configuration.allowsCellularAccess != standard.allowsCellularAccess { names.append("allowsCellularAccess") }
        if configuration.isDiscretionary { names.append("isDiscretionary") }
        if configuration.networkServiceType != standard.networkServiceType { names.append("networkServiceType") }
        if configuration.protocolClasses?.count != standard.protocolClasses?.count { names.append("protocolClasses") }
        if configuration.httpCookieStorage?.cookies?.isEmpty == false {
            names.append("httpCookieStorage, which holds cookies")
        }
        return names
    }
}
