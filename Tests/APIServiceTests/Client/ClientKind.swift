import APIService
import Foundation
import TestSupport

/// The clients that have to behave alike, each with answers behind it.
enum ClientKind: String, CaseIterable, Sendable {
    case native
    case urlSession
    case stub
    case replay
    case intercepting

    /// A client and the address of its answers.
    ///
    /// The values returned keep the server and files alive.
    func make() throws -> ClientScene {
        let silence = Signal()
        let server = try ScriptedServer { TraceAnswers.actions($0, silence: silence) }
        let folder = try TemporaryDirectory()
        let client: any APIClient & Sendable =
            switch self {
            case .native: NativeAPIClient.patient
            case .urlSession: URLSessionAPIClient(configuration: .patient)
            case .stub: TraceAnswers.stub
            case .replay:
                try ReplayAPIClient(
                    file: URL(fileURLWithPath: folder.path("exchanges.json")),
                    recordingWith: NativeAPIClient()
                )
            case .intercepting: InterceptingAPIClient(NativeAPIClient.patient, interceptors: [])
            }
        return ClientScene(client: client, server: server, folder: folder)
    }
}

struct ClientScene: Sendable {
    let client: any APIClient & Sendable
    let server: ScriptedServer
    let folder: TemporaryDirectory

    func request(_ path: String, method: String = "GET", accept: String? = nil, body: String? = nil) -> URLRequest {
        testRequest(server.url(path), method: method, fields: accept.map { ["Accept": $0] } ?? [:], body: body)
    }

    func file(_ name: String) -> URL { URL(fileURLWithPath: folder.path(name)) }
}
