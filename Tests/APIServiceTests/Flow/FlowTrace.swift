import APIService
import APIWire
import Dispatch
import Foundation
import TestSupport

/// Writes down what happens to a send, and on which thread.
final class FlowTrace: Sendable {
    private static let lane = DispatchSpecificKey<String>()

    let caller = DispatchQueue(label: "caller")
    let callbacks = DispatchQueue(label: "callbacks")
    private let lines = Observed<[String]>([])

    init() {
        caller.setSpecific(key: Self.lane, value: "[main] ")
        callbacks.setSpecific(key: Self.lane, value: "[cbq] ")
    }

    func note(_ text: String) {
        let line = (DispatchQueue.getSpecific(key: Self.lane) ?? "[other] ") + ReferenceTrace.normalized(text)
        lines.update { $0.append(line) }
    }

    /// What was noted, wherever it happened.
    var texts: [String] { lines.value.map { String($0.drop { $0 != "]" }.dropFirst(2)) } }

    /// Runs `send` on the caller's lane and waits until the last line expected of it is there and all queues are quiet.
    func run(until last: String, _ send: @escaping @Sendable () -> (any APIRequestTask)?) async throws -> Lanes {
        caller.async {
            let task = send()
            self.note("returned task=\(task == nil ? "nil" : "task")")
        }
        _ = try await lines.wait(for: last) { lines in lines.contains { $0.contains(last) } }
        for queue in [caller, callbacks] {
            await withCheckedContinuation { done in queue.async { done.resume() } }
        }
        var lanes = Lanes(lines.value)
        lanes.hasNoCompletion = !lines.value.contains { $0.contains("COMPLETION") }
        return lanes
    }
}

struct TracedModel: APIDefaultJSONParsable {
    var code: Int
}

/// The request of the reference traces, which tells of every call.
struct TracedRequest<Response: APIParsable>: APIRequest {
    struct Refused: Error {}

    let trace: FlowTrace
    var baseURL: URL
    var path: String
    var method = APIRequestMethod.get
    var parameters: [String: Any]?
    var headers: APIRequestHeaders?
    var taskType = APIRequestTaskType.request
    var encoding: any APIParameterEncoding = APIURLEncoding.default
    var cache: APICache?
    var refusesToWrite = false
    var failsURLRequest = false

    init(_ trace: FlowTrace, _ baseURL: String, _ path: String) {
        self.trace = trace
        self.baseURL = URL(string: baseURL) ?? URL(fileURLWithPath: "/")
        self.path = path
    }

    var cacheFilterParameters: [String] { ["stamp"] }

    var cacheShouldWriteHandler: ((APIResponse<Response>) -> Bool)? {
        guard refusesToWrite else { return nil }
        return { [trace] _ in
            trace.note("cacheShouldWriteHandler")
            return false
        }
    }

    func intercept(parameters: [String: Any]?) -> [String: Any]? {
        trace.note("intercept(parameters:)")
        return parameters
    }

    func intercept(urlRequest: URLRequest) throws -> URLRequest {
        trace.note("intercept(urlRequest:)")
        if failsURLRequest { throw Refused() }
        return urlRequest
    }

    func intercept<U: APIRequest>(
        request: U,
        response: APIResponse<Response>,
        replaceResponseHandler: @escaping APICompletionHandler<Response>
    ) {
        trace.note("intercept(response:)")
        replaceResponseHandler(response)
    }
}

struct TracedPlugin: APIPlugin {
    let trace: FlowTrace
    let name: String
    var permits = true

    func prepare<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> URLRequest {
        trace.note("\(name).prepare")
        return request
    }

    func willSend<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> Bool {
        trace.note("\(name).willSend -> \(permits)")
        return permits
    }

    func willReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) {
        trace.note("\(name).willReceive")
    }

    func didReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) {
        trace.note("\(name).didReceive")
    }
}

/// A cache that tells of every call and holds whatever it is given.
final class TracedCache: APICacheTool, Sendable {
    private let trace: FlowTrace
    private let keyText: String
    private let content: Data?

    /// Makes a cache; `keyText` is what the key is expected to be the digest of.
    init(_ trace: FlowTrace, keyText: String, content: Data?) {
        self.trace = trace
        self.keyText = keyText
        self.content = content
    }

    private func readable(_ key: String) -> String {
        let digest = try? Digest.hex(.md5, Array(keyText.utf8).span)
        return key == digest ? "md5(\(keyText))" : key
    }

    func getValidObject(byKey key: String) throws -> APICachePackage {
        trace.note("cache.get(sync) key=\(readable(key)) hit=\(content != nil)")
        guard let content else { throw APICacheError.notFound(key: readable(key)) }
        return APICachePackage(creationDate: Date(timeIntervalSinceReferenceDate: 0), data: content)
    }

    func set(
        forKey key: String,
        data: APICachePackage,
        writeMode: APICacheWriteMode,
        expiry: APICacheExpiry,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        let handler = completion == nil ? "nil" : "given"
        trace.note("cache.set(async) key=\(readable(key)) mode=\(writeMode) expiry=\(expiry) completion=\(handler)")
    }

    func getValidObject(byKey key: String, completion: @escaping (Result<APICachePackage, any Error>) -> Void) {
        trace.note("cache.get(async)")
    }

    func set(forKey key: String, data: APICachePackage, writeMode: APICacheWriteMode, expiry: APICacheExpiry) throws {
        trace.note("cache.set(sync)")
    }
}
