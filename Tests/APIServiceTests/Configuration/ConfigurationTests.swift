import APIService
import Foundation
import Testing

@Suite struct `The shared configuration` {
    @Test func `starts as the original does`() {
        #expect(APIConfig.shared.urlSessionConfiguration.timeoutIntervalForRequest == 20)
        #expect(APIConfig.shared.checksReachability)
    }

    @Test func `can be read and changed on many threads`() {
        let config = APIConfig.shared
        let before = config.urlSessionConfiguration
        DispatchQueue.concurrentPerform(iterations: 64) { number in
            if number.isMultiple(of: 2) { config.urlSessionConfiguration = before }
            #expect(config.urlSessionConfiguration === before)
            _ = (config.defaultPlugins.count, config.cacheTool == nil, config.debugLogEnabled, config.language)
        }
    }

    @Test func `gives header fields of a session`() {
        let configuration = URLSessionConfiguration.default
        configuration.headers = ["X-A": "1"]
        #expect(configuration.headers["x-a"] == "1")
        #expect(configuration.httpAdditionalHeaders?["X-A"] as? String == "1")
    }
}

@Suite struct `A session's settings` {
    private func ignored(_ change: (URLSessionConfiguration) -> Void) -> [String] {
        let configuration = URLSessionConfiguration.ephemeral
        change(configuration)
        return IgnoredSettings.names(in: configuration)
    }

    @Test func `are named when they have no effect`() {
        #expect(ignored { $0.timeoutIntervalForRequest = 3 } == [])
        #expect(ignored { $0.protocolClasses = [URLProtocol.self] } == ["protocolClasses"])
        #expect(ignored { $0.connectionProxyDictionary = ["HTTPProxy": "h"] } == ["connectionProxyDictionary"])
        let cookie = HTTPCookie(properties: [.name: "a", .value: "b", .domain: "h.test", .path: "/"])
        let names = ignored { configuration in cookie.map { configuration.httpCookieStorage?.setCookie($0) } }
        #expect(names == ["httpCookieStorage, which holds cookies"])
    }
}

@Suite struct `The debug log` {
    @Test func `says when, where and what`() {
        let date = Date(timeIntervalSince1970: 0)
        let line = DebugUtils.line("text", at: date, file: "Module/File.swift", line: 12, function: "run(_:)")
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
        #expect(line == "\(formatter.string(from: date))-File.swift:12 run(_:):text")
        #expect(line.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d-File\.swift:12 run\(_:\):text/) != nil)
    }

    @Test func `has a function that can be replaced`() {
        let before = DebugUtils.loggingFunction
        #expect(before != nil)
        DebugUtils.loggingFunction = { _ in }
        DebugUtils.loggingFunction = before
    }
}
