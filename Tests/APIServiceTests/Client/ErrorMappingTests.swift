import APIService
import APITransport
import Foundation
import Testing

@Suite struct `A failure of the transport` {
    @Test(arguments: TransportError.Kind.allCases)
    func `keeps the engine's error behind Foundation's`(kind: TransportError.Kind) throws {
        var original = TransportError(kind: kind, phase: .body, message: "what happened", retry: .ifIdempotent)
        original.received = 9
        let error = AFError(original, url: testURL("http://h/p"))
        if kind == .cancelled {
            #expect(error.isExplicitlyCancelledError)
            return
        }
        #expect(error.transportError?.kind == kind)
        #expect(error.transportError?.received == 9)
        #expect(APIError.connectionError(error).transportError?.kind == kind)
        #expect(APIError.connectionError(error).urlErrorCode == kind.urlErrorCode)
    }

    @Test(arguments: [
        (TransportError.Kind.connect, -1004), (.nameResolution, -1003), (.timeout, -1001), (.closed, -1005),
        (.incompleteBody, -1005), (.badURL, -1000), (.unsupportedScheme, -1002), (.tooManyRedirects, -1007),
        (.certificateHostMismatch, -1202), (.certificateSelfSigned, -1202), (.certificateExpired, -1201),
        (.certificateNotYetValid, -1204), (.certificateUntrusted, -1203), (.tlsHandshake, -1200),
        (.contentCoding, -1016), (.invalidResponse, -1011), (.cancelled, -999),
    ])
    func `has the code that other platforms report`(kind: TransportError.Kind, code: Int) {
        #expect(kind.urlErrorCode.rawValue == code)
    }

    @Test func `is an NSError and a URLError to whoever looks`() throws {
        let original = TransportError(kind: .timeout, phase: .head, message: "nothing came")
        guard case .sessionTaskFailed(let error) = AFError(original, url: testURL("http://h/p")) else {
            Issue.record("not the transport's failure")
            return
        }
        #expect((error as NSError).domain == NSURLErrorDomain)
        #expect((error as NSError).code == NSURLErrorTimedOut)
        #expect((error as? URLError)?.code == .timedOut)
        #expect(error.localizedDescription == original.localizedDescription)
        #expect(error.localizedDescription.contains("nothing came"))
        #expect((error as? URLError)?.failingURL == testURL("http://h/p"))
    }

    @Test func `reads as one of the network's when nothing was sent`() {
        #expect(APIError.networkError.urlErrorCode == .notConnectedToInternet)
        #expect(APIError.responseError(URLError(.timedOut)).urlErrorCode == nil)
    }

    @Test(arguments: [
        AFError.requestAdaptationFailed(error: URLError(.notConnectedToInternet)),
        .requestAdaptationFailed(error: AFError.sessionTaskFailed(error: URLError(.notConnectedToInternet))),
        .createURLRequestFailed(error: URLError(.notConnectedToInternet)),
        .createUploadableFailed(error: URLError(.notConnectedToInternet)),
    ])
    func `keeps its code on the way through an interceptor`(error: AFError) {
        #expect(APIError.connectionError(error).urlErrorCode == .notConnectedToInternet)
    }
}
