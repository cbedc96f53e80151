import APIService
import Dispatch
import Foundation
import TestSupport
import Testing

/// The async forms against the lines that were recorded of the original's, whose defects are listed and not kept.
@Suite(.serialized, .enabled(if: SharedCases.has(ReferenceTrace.asyncPath)))
struct `An async send beside its reference` {
    /// What a recorded line has become.
    private static let fixes = [
        // A miss is no answer: the network's is waited for.
        "async cancelNetwork miss": "success(M(code: 200))",
        "async alsoNetwork miss": "success(M(code: 200))",
        // One answer can be given: the network's, which is the newer.
        "async alsoNetworkWithCallback": "success(M(code: 200))",
        // Whoever waits is told.
        "async veto": "THROW requestError(APISendFailure.vetoed)",
        "seq cancelNetwork hit": #"["cache:true"] ended"#,
        "seq alsoNetwork hit": #"["cache:true"] ended"#,
        "seq veto": "[] ended",
        // The transfer is cancelled, and the error says what happened.
        "cancelled task": "THROW CancellationError()",
    ]

    private static func expected(_ name: String) -> String? {
        let recorded = SharedCases.lines(ReferenceTrace.asyncPath).first { $0.hasPrefix("\(name) -> ") }
        return recorded.map { line in
            fixes[name].map { "\(name) -> \($0)" } ?? ReferenceTrace.normalized(line)
        }
    }

    private struct Send: CustomTestStringConvertible, Sendable {
        let name: String
        var path = "/ok"
        var usage = APICacheUsageMode.none
        var isHit = false
        var isVetoed = false
        var testDescription: String { name }
    }

    private static let single = [
        Send(name: "async no cache"), Send(name: "async 404", path: "/404"),
        Send(name: "async cancelNetwork miss", usage: .cancelNetwork),
        Send(name: "async cancelNetwork hit", usage: .cancelNetwork, isHit: true),
        Send(name: "async alsoNetwork miss", usage: .alsoNetwork),
        Send(name: "async alsoNetwork hit", usage: .alsoNetwork, isHit: true),
        Send(name: "async alsoNetworkWithCallback", usage: .alsoNetworkWithCallback, isHit: true),
        Send(name: "async veto", isVetoed: true),
    ]

    private static let sequences = [
        Send(name: "seq none"), Send(name: "seq alsoWithCb miss", usage: .alsoNetworkWithCallback),
        Send(name: "seq alsoWithCb hit", usage: .alsoNetworkWithCallback, isHit: true),
        Send(name: "seq cancelNetwork hit", usage: .cancelNetwork, isHit: true),
        Send(name: "seq alsoNetwork hit", usage: .alsoNetwork, isHit: true), Send(name: "seq veto", isVetoed: true),
    ]

    /// Runs `body` with the request, plugins and service of a send.
    private func run(
        _ send: Send,
        _ body: (TracedRequest<TracedModel>, [any APIPlugin], APIService) async -> String
    ) async throws -> String {
        let scene = try TraceScene(.stub)
        let tool = TracedCache(
            scene.trace,
            keyText: "GET-\(scene.baseURL)/ok",
            content: send.isHit ? Data(TraceAnswers.ok.utf8) : nil
        )
        var request = scene.request(TracedModel.self, send.path)
        if send.usage != .none {
            request.cache = APICache()
            request.cache?.usageMode = send.usage
        }
        let plugins: [any APIPlugin] = send.isVetoed ? [Veto()] : []
        let text = await SharedConfiguration.with({ $0.cacheTool = tool }) {
            await body(request, plugins, scene.service)
        }
        return "\(send.name) -> \(ReferenceTrace.normalized(text))"
    }

    @Test(arguments: single)
    private func `gives the same answer but for what was fixed`(send: Send) async throws {
        let line = try await run(send) { request, plugins, service in
            do {
                return "\(try await service.sendRequestAsync(request, plugins: plugins, queue: .global()).result)"
            } catch {
                return "THROW \(error)"
            }
        }
        #expect(line == Self.expected(send.name))
    }

    @Test(arguments: sequences)
    private func `gives the same answers one after another`(send: Send) async throws {
        let line = try await run(send) { request, plugins, service in
            var elements: [String] = []
            for await (response, source) in service.sendRequestSequence(request, plugins: plugins, queue: .global()) {
                elements.append("\(source):\(response.result.isSuccess)")
            }
            return "\(elements) ended"
        }
        #expect(line == Self.expected(send.name))
    }

    @Test func `ends otherwise when its task is cancelled`() async throws {
        let client = SilentClient()
        let service = UncheckedSendable(APIService(client: client))
        let request = UncheckedSendable(try TraceScene(.stub).request(TracedModel.self, "/ok"))
        let task = Task { _ = try await service.value.sendRequestAsync(request.value, queue: .global()) }
        try await client.state.wait(for: "a start") { $0.started == 1 }
        task.cancel()
        let error = await #expect(throws: CancellationError.self) { try await task.value }
        #expect("cancelled task -> THROW \(try #require(error))" == Self.expected("cancelled task"))
    }

    @Test func `is compared with all that was recorded`() {
        let compared = Self.single.map(\.name) + Self.sequences.map(\.name) + ["cancelled task"]
        let recorded = SharedCases.lines(ReferenceTrace.asyncPath).map { String($0.prefix { $0 != ">" }.dropLast(2)) }
        #expect(Set(recorded) == Set(compared))
    }
}
