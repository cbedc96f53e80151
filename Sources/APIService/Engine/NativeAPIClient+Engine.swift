public import APITransport
import Foundation

extension EngineLink: EngineSourceMaker {
    package static func source(_ configuration: URLSessionConfiguration) -> any EngineSource {
        let settings = SessionSettings(configuration)
        let translation = RequestTranslation(settings, addsFields: false)
        return NativeTransferSource(engine: HTTPClient(settings.engineConfiguration), translation: translation)
    }
}

extension NativeAPIClient {
    /// Makes a client over an engine of the caller's own, for everything a `URLSessionConfiguration` cannot say.
    /// - Parameters:
    ///   - engine: sends the requests. It may be shared; ``shutDown()`` ends it for all.
    ///   - configuration: timeouts, header fields and cookie rules of this client's requests.
    public convenience init(engine: HTTPClient, configuration: URLSessionConfiguration = .default) {
        let translation = RequestTranslation(SessionSettings(configuration), addsFields: true)
        self.init(NativeTransferSource(engine: engine, translation: translation))
    }
}
