/// Watches and changes requests on their way.
///
/// A plugin is either one of ``APIConfig/defaultPlugins``, and sees everything, or is given for a single request.
public protocol APIPlugin {
    /// Changes a request that is about to be sent, for example its timeout.
    ///
    /// Runs on the thread that sends. The request is handed over: an implementation that takes it as
    /// `_ request: consuming URLRequest` and changes that one spares Foundation a copy, which costs more than the change.
    func prepare<T: APIRequest>(_ request: consuming URLRequest, targetRequest: T) -> URLRequest

    /// Called before a request is sent, on the thread that sends.
    ///
    /// All plugins are asked.
    /// - Returns: false to stop the request: then nothing more is called, neither for plugins nor for the caller.
    ///   Only ``didStop(_:targetRequest:)`` tells the plugins.
    func willSend<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> Bool

    /// Called on the callback queue when the answer is there, before the request's own interceptor and completion.
    func willReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T)

    /// Called on the callback queue after the completion, with the answer as it was before any interceptor.
    func didReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T)

    /// Called after a plugin's ``willSend(_:targetRequest:)`` has stopped the request, so that what another plugin
    /// began can end.
    ///
    /// Runs on the thread that sends.
    func didStop<T: APIRequest>(_ request: URLRequest, targetRequest: T)
}

extension APIPlugin {
    /// The request unchanged.
    public func prepare<T: APIRequest>(_ request: consuming URLRequest, targetRequest: T) -> URLRequest { request }

    /// Nothing is stopped.
    public func willSend<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> Bool { true }

    /// Nothing is done.
    public func willReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) {}

    /// Nothing is done.
    public func didReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) {}

    /// Nothing is done.
    public func didStop<T: APIRequest>(_ request: URLRequest, targetRequest: T) {}
}
