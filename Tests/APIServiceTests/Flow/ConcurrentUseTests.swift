import APIService
import Dispatch
import Foundation
import TestSupport
import Testing

/// For the thread sanitizer as much as for itself.
@Suite struct `A service used from many threads` {
    private struct Request: APIRequestDefaults {
        typealias Response = Data
        let baseURL: URL
        var path = "/ok"
        var number = 0

        var cache: APICache? {
            var cache = APICache()
            cache.usageMode = [.none, .alsoNetwork, .alsoNetworkWithCallback, .cancelNetwork][number % 4]
            cache.writeNode = .memory
            cache.expiry = .seconds(60)
            cache.extraCacheKey = "\(number % 7)"
            return cache
        }
    }

    @Test func `sends, cancels, reconfigures and caches, and answers all`() async throws {
        let silence = Signal()
        let server = try ScriptedServer { TraceAnswers.actions($0, silence: silence) }
        let service = UncheckedSendable(APIService(client: NativeAPIClient()))
        let url = testURL(server.url(""))
        let answers = Observed(0)
        try await SharedConfiguration.with({ $0.cacheTool = CacheTool.shared }) {
            let (ready, start) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            for number in 0..<Self.threads {
                Thread.detachNewThread {
                    ready.signal()
                    start.wait()
                    Self.run(number, service, url, answers)
                }
            }
            // None begins before all are there.
            Self.meet(ready, start)
            try await answers.wait(for: "all answers") { $0 == Self.threads * Self.sends }
        }
        try CacheTool.shared.removeAll()
    }

    private static let threads = 32
    private static let sends = 10

    private static func meet(_ ready: DispatchSemaphore, _ start: DispatchSemaphore) {
        for _ in 0..<threads { ready.wait() }
        for _ in 0..<threads { start.signal() }
    }

    private struct Idle: APIPlugin {}

    /// No setting changes to what tests that run meanwhile would notice.
    private static func reconfigure(_ number: Int) {
        let config = APIConfig.shared
        config.debugLogEnabled = false
        config.checksReachability = true
        config.cacheTool = CacheTool.shared
        config.defaultPlugins = number.isMultiple(of: 3) ? [Idle()] : []
        config.urlSessionConfiguration = config.urlSessionConfiguration
        config.modelDecoder = config.modelDecoder
        config.language = config.language
    }

    /// A completion or a cache's outcome that stands alone is always one of the callbacks that come.
    private static func run(
        _ thread: Int,
        _ service: UncheckedSendable<APIService>,
        _ url: URL,
        _ answers: Observed<Int>
    ) {
        let queue = DispatchQueue(label: "thread \(thread)")
        for number in 0..<sends {
            reconfigure(thread + number)
            let request = Request(baseURL: url, number: thread + number)
            let once = Observed(false)
            let note: @Sendable () -> Void = {
                let isFirst = once.update { seen in
                    defer { seen = true }
                    return !seen
                }
                if isFirst { answers.update { $0 += 1 } }
            }
            let task = service.value.sendRequest(
                request,
                queue: queue,
                progressHandler: { _ = $0.fractionCompleted },
                cacheHandler: { if $0.result.isSuccess { note() } },
                completionHandler: { _ in note() }
            )
            if number.isMultiple(of: 3) { task?.cancel() }
            if number == 7 { CacheTool.shared.remove(forKey: "\(thread)") }
        }
    }
}
