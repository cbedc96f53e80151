import Synchronization

/// An answer on its way through the request's interceptor, which may call back on any thread; the first time counts.
///
/// What comes back stays here until somebody watches, and then the plugins get the answer as it was. When all who could
/// pass it on have let go of it, and nobody did, it is dropped.
final class AnswerPassing<Request: APIRequest> {
    typealias Response = APIResponse<Request.Response>

    private let flow: SendFlow<Request>
    private let response: Response
    private let stage = Mutex(PassingStage.open)
    private var outcome: Response?
    private var delivered: ((Response) -> Void)?
    private var dropped: (() -> Void)?

    init(_ response: consuming Response, of flow: SendFlow<Request>) {
        self.flow = flow
        self.response = response
    }

    deinit {
        if stage.withLock({ $0 }) == .watched { dropped?() }
    }

    /// Shows the answer to the request's interceptor.
    func begin() {
        flow.request.intercept(request: flow.request, response: response) { self.answer($0) }
    }

    /// What came back, if somebody passed it on already; to be taken once, and not watched for then.
    func takeOutcome() -> Response? {
        stage.withLock { $0 } == .answered ? outcome.take() : nil
    }

    /// Exactly one of the two is called: at once if the answer was passed on already.
    func watch(delivered: @escaping (Response) -> Void, dropped: @escaping () -> Void) {
        let isOpen = stage.withLock { stage in
            guard stage == .open else { return false }
            self.delivered = delivered
            self.dropped = dropped
            stage = .watched
            return true
        }
        if !isOpen, let outcome { delivered(outcome) }
    }

    /// Passes the answer on as `replaced`.
    private func answer(_ replaced: Response) {
        let before = stage.withLock { stage in
            let before = stage
            if before == .open { outcome = replaced }
            stage = .answered
            return before
        }
        guard before != .answered else {
            DebugUtils.log("a request's interceptor answered again, which is ignored")
            return
        }
        if before == .watched { delivered?(replaced) }
        flow.didReceive(response)
    }
}

/// Where an answer is on its way.
///
/// It knows nothing of the answer, so that no generic types have to be looked up for it.
private enum PassingStage { case open, watched, answered }
