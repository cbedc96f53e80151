public import Foundation
import Synchronization

// SAFETY: all state is behind one lock; values leave it as copies.
/// The settings that all services share.
///
/// They can be read and changed on any thread.
public final class APIConfig: @unchecked Sendable {
    // SAFETY: only ever copied in and out under the lock; what its members refer to is the caller's.
    private struct State: @unchecked Sendable {
        var debugLogEnabled = false
        var urlSessionConfiguration: URLSessionConfiguration
        var cacheTool: (any APICacheTool)?
        var defaultPlugins: [any APIPlugin] = []
        var checksReachability = true
        var modelDecoder: any APIModelDecoder = APIJSONDecoder()
        var baseURL: URL?
    }

    private let state: Mutex<State>

    private init() {
        let configuration = URLSessionConfiguration.default
        configuration.timeoutIntervalForRequest = 20
        state = Mutex(State(urlSessionConfiguration: configuration))
    }

    /// The one configuration.
    public static let shared = APIConfig()

    /// Whether the debug log is written; off by default.
    public var debugLogEnabled: Bool {
        get { state.withLock { $0.debugLogEnabled } }
        set { change { $0.debugLogEnabled = newValue } }
    }

    /// Timeouts, header fields and connections of the default client, which reads them when ``APIService/default`` is
    /// first used.
    ///
    /// A request may be silent for 20 seconds by default.
    public var urlSessionConfiguration: URLSessionConfiguration {
        get { state.withLock { $0.urlSessionConfiguration } }
        set { change { $0.urlSessionConfiguration = newValue } }
    }

    /// Where answers are cached, for example ``CacheTool/shared``; nil, the default, means nowhere.
    public var cacheTool: (any APICacheTool)? {
        get { state.withLock { $0.cacheTool } }
        set { change { $0.cacheTool = newValue } }
    }

    /// The plugins that see every request, before those given for one.
    public var defaultPlugins: [any APIPlugin] {
        get { state.withLock { $0.defaultPlugins } }
        set { change { $0.defaultPlugins = newValue } }
    }

    /// The language of error texts; by default the one the environment asks for.
    public var language: APILanguage {
        get { .current }
        set { APILanguage.current = newValue }
    }

    /// Whether a request to a distant host fails at once with ``APIServiceValues/APIError/networkError`` while there is
    /// no route to the network.
    ///
    /// On by default. Loopback, link-local and private addresses are never held back.
    public var checksReachability: Bool {
        get { state.withLock { $0.checksReachability } }
        set { change { $0.checksReachability = newValue } }
    }

    /// What decodes models that are read from JSON; by default an ``APIJSONDecoder`` with its default settings.
    ///
    /// `APIConfig.shared.modelDecoder = JSONDecoder()` brings Foundation's back.
    public var modelDecoder: any APIModelDecoder {
        get { state.withLock { $0.modelDecoder } }
        set { change { $0.modelDecoder = newValue } }
    }

    /// The address of the service for requests that name none: those of ``APIRequestDefaults`` without a `baseURL` of
    /// their own.
    ///
    /// Nil by default; then such a request goes nowhere.
    public var baseURL: URL? {
        get { state.withLock { $0.baseURL } }
        set { change { $0.baseURL = newValue } }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
    }
}
