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
            let expected = await withTaskGroup(of: Int.self) { group in
                for thread in 0..<32 {
                    group.addTask { Self.run(thread, service, url, answers) }
                }
                return await group.reduce(0, +)
            }
            try await answers.wait(for: "\(expected) answers") { $0 == expected }
        }
        try CacheTool.shared.removeAll()
    }

    /// How many callbacks have to come: a completion or a cache's outcome that stands alone is always one of them.
    private static func run(
        _ thread: Int,
        _ service: UncheckedSendable<APIService>,
        _ url: URL,
        _ answers: Observed<Int>
    ) -> Int {
        let queue = DispatchQueue(label: "thread \(thread)")
        for number in 0..<10 {
            APIConfig.shared.debugLogEnabled = false
            APIConfig.shared.checksReachability = number.isMultiple(of: 2)
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
        }
        return 10
    }
}
