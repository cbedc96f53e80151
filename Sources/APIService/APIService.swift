import Foundation

/// Sends typed requests through a client, past plugins and a cache, and hands back models.
///
/// ```swift
/// let volume = try await APIService.send(FindVolume(isbn: "978-0"))
///
/// APIService.sendRequest(FindVolume(isbn: "978-0")) { response in      // on the main queue, unless another is given
///     print(response.result.value as Any, response.statusCode as Any)
/// }
/// ```
///
/// A service keeps its client, and a request under way keeps its service: nothing has to be retained for an answer to
/// arrive. Every request ends exactly once.
open class APIService {
    /// Does the transfers.
    public let client: any APIClient
    /// The client, if a task can wait for it; found out once.
    let awaitableClient: (any AwaitableClient)?

    /// Says whether there is a way to the network.
    package var reachability: @Sendable () -> APINetworkReachabilityManager.NetworkReachabilityStatus = {
        ReachabilityGate.status
    }

    /// Makes a service that sends through a client.
    public init(client: any APIClient) {
        self.client = client
        awaitableClient = client as? any AwaitableClient
    }

    /// Makes a service with a client of its own.
    /// - Parameters:
    ///   - configuration: timeouts, header fields, connections and cookies of the client.
    ///   - interceptors: change requests before each attempt and decide about further ones, in this order.
    public convenience init(configuration: URLSessionConfiguration, interceptors: [any APIInterceptor] = []) {
        let native = NativeAPIClient(configuration: configuration)
        if interceptors.isEmpty {
            self.init(client: native)
        } else {
            self.init(client: InterceptingAPIClient(native, interceptors: interceptors))
        }
    }

    /// The service behind the static methods.
    ///
    /// Its client is made when it is first used, from ``APIConfig/urlSessionConfiguration`` as it is then; later
    /// changes of that have no effect on it.
    public static var `default`: APIService { DefaultService.shared.value }
}

/// The one default service.
private enum DefaultService {
    // SAFETY: a service changes nothing of its own after it was made, and clients are called from any thread.
    static let shared = UncheckedSendable(
        APIService(client: NativeAPIClient(configuration: APIConfig.shared.urlSessionConfiguration))
    )
}

extension APIService {
    /// What is known of the way to the network.
    ///
    /// It says nothing about a host on this machine or next to it.
    public var networkStatus: NetworkStatus {
        switch reachability() {
        case .unknown: .unknown
        case .notReachable: .notReachable
        case .reachable(.ethernetOrWiFi): .wifi
        case .reachable(.cellular): .wwan
        }
    }

    /// Whether there is a way to the network.
    public var isNetworkReachable: Bool {
        switch networkStatus {
        case .wifi, .wwan: true
        case .unknown, .notReachable: false
        }
    }
}
