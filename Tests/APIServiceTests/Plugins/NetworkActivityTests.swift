import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `An activity indicator` {
    enum Ending: CaseIterable, Sendable {
        case answered, refused, undecodable, failed, invalid, vetoed, cancelled, cancelledUnsent, shutDown, unretained

        var path: String {
            switch self {
            case .refused: "404"
            case .failed: "dead"
            case .cancelled, .cancelledUnsent, .shutDown: "silent"
            default: "ok"
            }
        }
    }

    private struct Number: APIDefaultJSONParsable { var n: Int }

    private struct Veto: APIPlugin {
        func willSend<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> Bool { false }
    }

    private static let stub = StubAPIClient { request in
        switch request.url?.lastPathComponent {
        case "404": .status(404)
        case "dead": .failure(.networkConnectionLost)
        case "silent": .text("late").delayed(by: 3600)
        default: .text("ok")
        }
    }

    private func send<Request: APIRequest>(_ request: Request, _ ending: Ending, _ plugins: [any APIPlugin])
        async throws
    {
        let client = InterceptingAPIClient(Self.stub, interceptors: [])
        let answers = Observed(0)
        let task = APIService(client: client).sendRequest(request, plugins: plugins, queue: .global()) { _ in
            answers.update { $0 += 1 }
        }
        switch ending {
        case .cancelled: task?.cancel()
        case .cancelledUnsent: task?.cancel().resume().cancel()
        case .shutDown: client.shutDown()
        default: break
        }
        if ending != .vetoed { try await answers.wait(for: "the completion") { $0 == 1 } }
    }

    @Test(arguments: Ending.allCases)
    func `is out again, however a request ends`(ending: Ending) async throws {
        let running = Observed(0)
        let began = Observed(0)
        let activity = NetworkActivityPlugin { change in
            running.update { $0 += change == .began ? 1 : -1 }
            if change == .began { began.update { $0 += 1 } }
        }
        let plugins: [any APIPlugin] = ending == .vetoed ? [activity, Veto()] : [activity]
        var request = TestRequest(APIPlainText.self, "http://127.0.0.1/")
        request.path = ending.path
        switch ending {
        case .undecodable:
            try await send(TestRequest(Number.self, "http://127.0.0.1/ok"), ending, plugins)
        case .invalid:
            request.encoding = APIJSONEncoding.default
            request.parameters = ["date": Date()]
            try await send(request, ending, plugins)
        default:
            try await send(request, ending, plugins)
        }
        try await running.wait(for: "the end") { $0 == 0 }
        #expect(began.value == (ending == .invalid ? 0 : 1))
    }

    @Test(arguments: [Ending.answered, .refused, .failed, .vetoed, .cancelled])
    func `is out again, however an awaited request ends`(ending: Ending) async throws {
        let changes = Observed<[NetworkActivityChangeType]>([])
        let activity = NetworkActivityPlugin { change in changes.update { $0.append(change) } }
        var request = TestRequest(APIPlainText.self, "http://127.0.0.1/")
        request.path = ending.path
        let packed = UncheckedSendable(request)
        let task = Task {
            let plugins: [any APIPlugin] = ending == .vetoed ? [activity, Veto()] : [activity]
            _ = try await APIService(client: Self.stub).response(to: packed.value, plugins: plugins)
        }
        if ending == .cancelled {
            try await changes.wait(for: "the beginning") { !$0.isEmpty }
            task.cancel()
        }
        _ = await task.result
        #expect(changes.value == [.began, .ended])
    }
}
