import APIService
import Foundation
import Testing

/// What crosses actors in a program in Swift 6 mode; that this file compiles is the most of it.
@Suite struct `What may cross actors` {
    private actor Worker {
        let client: StubAPIClient
        init(_ client: StubAPIClient) { self.client = client }

        func load(_ request: Find) async throws -> APIResponse<Found> {
            try await APIService(client: client).response(to: request)
        }

        func fail() async -> APIError? {
            do {
                _ = try await APIService(client: client).send(Find(name: "gone"))
                return nil
            } catch {
                return error as? APIError
            }
        }
    }

    private struct Found: APIDefaultJSONParsable, Sendable {
        var name: String
    }

    private struct Find: APIRequestDefaults, Sendable {
        typealias Response = Found
        let name: String
        var baseURL: URL { testURL("http://127.0.0.1/") }
        var path: String { name }
    }

    @MainActor
    private static func onMain(_ worker: Worker) async throws -> String? {
        let response: APIResponse<Found> = try await worker.load(Find(name: "x"))
        return response.result.value?.name
    }

    /// A request that belongs to the main actor is sent from there.
    @MainActor
    private static func sendOnMain(_ client: StubAPIClient) async throws -> String {
        final class Reference: APIRequestDefaults {
            typealias Response = Found
            var baseURL: URL { testURL("http://127.0.0.1/") }
        }
        let request = Reference()
        let found = try await APIService(client: client).send(request)
        for await (response, _) in APIService(client: client).sendRequestSequence(request, queue: .global()) {
            #expect(response.result.value?.name == found.name)
        }
        _ = request.path
        return found.name
    }

    /// As an application keeps its service: in a static property, seen by every actor.
    private enum Backend {
        static let service = APISharedService(client: StubAPIClient { _ in .json(#"{"name":"shared"}"#) })
        static let native = APISharedService(configuration: .default, interceptors: [APIRetryPolicy()])
    }

    private struct Renewal: APIAuthenticator {
        let service: APISharedService
        func apply(_ credential: String, to request: inout URLRequest) {}
        func refresh(_ credential: String) async throws -> String { try await service.send(Find(name: "x")).name }
    }

    @Test func `a shared service does`() async throws {
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<4 { group.addTask { try await Backend.service.send(Find(name: "x")).name } }
            group.addTask { try await Renewal(service: Backend.service).refresh("") }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(names == Array(repeating: "shared", count: 5))
        #expect(Backend.native.client is InterceptingAPIClient)
    }

    @Test func `clients, requests, responses, models and errors do`() async throws {
        let client = StubAPIClient { request in
            request.url?.path == "/gone" ? .status(410) : .json(#"{"name":"n"}"#)
        }
        let worker = Worker(client)
        #expect(try await Self.onMain(worker) == "n")
        #expect(try await Self.sendOnMain(client) == "n")
        #expect(await worker.fail()?.urlErrorCode == .badServerResponse)
    }
}
