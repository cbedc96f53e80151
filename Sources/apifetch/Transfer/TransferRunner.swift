import APITransport
import APIWire

/// Runs one transfer from the command line's settings to its end.
struct TransferRunner {
    let general: GeneralSettings
    let settings: RequestSettings
    let session: Session

    /// The record of the transfer of the URL of that number among those of the settings.
    func run(_ number: Int) -> TransferRecord {
        let builder = RequestBuilder(settings, InputFiles.asFiles)
        var record = TransferRecord(requested: settings.urls[number], method: builder.methodName)
        do throws(TransportError) {
            let request = try builder.request(number: number)
            let plan = try OutputPlan(settings, number: number, url: request.url, reports: general.reportsJSON)
            record.method = request.method.rawValue
            record.filePath = plan.filePath
            send(request, try session.client(for: settings), plan, &record)
        } catch {
            record.error = error
            record.error?.attempts = 0
        }
        return record
    }

    private func send(
        _ request: HTTPRequest,
        _ client: HTTPClient,
        _ plan: OutputPlan,
        _ record: inout TransferRecord
    ) {
        let watch = TransferWatch(general, settings, plan, session.heads)
        session.interruption.begin(.transfer(watch.handle))
        defer { session.interruption.begin(nil) }
        do throws(TransportError) {
            record.response = try client.sendBlocking(
                request,
                into: watch.destination,
                events: watch.events,
                handle: watch.handle
            )
            watch.output?.finish()
        } catch {
            watch.output?.abandon()
            record.error = error
            record.response = error.partial
        }
        watch.progress?.finish()
        judge(watch, &record)
    }

    /// What the engine does not count as a failure, but the command line does.
    private func judge(_ watch: TransferWatch, _ record: inout TransferRecord) {
        if let failure = watch.failure {
            record.error = failure.following(record.error, record.response)
        } else if let refused = watch.refusedResponse {
            record.response = record.response ?? refused
            record.error = Self.statusError(refused).following(record.error, record.response)
        } else if record.error == nil, let response = record.response, settings.failureRule == .keepBody,
            response.status >= 400
        {
            record.error = Self.statusError(response).following(nil, response)
        }
        if let output = watch.output {
            record.bodyBytes = output.bodyBytes
            record.filePath = output.renamedPath ?? record.filePath
        } else if let path = record.response?.filePath {
            // The file is there and complete; if it cannot be measured its size is left at what memory holds.
            record.bodyBytes = (try? FileSystem.size(path)) ?? 0
        } else {
            record.bodyBytes = Int64(record.response?.body.count ?? 0)
        }
    }

    private static func statusError(_ response: HTTPResponse) -> TransportError {
        TransportError(
            kind: .httpStatus,
            phase: .head,
            message: "The server answered \(response.status)\(response.reason.isEmpty ? "" : " ")\(response.reason)"
        )
    }
}

extension TransportError {
    /// This error, with the figures of the one that it caused in the engine, or else of the answer that came.
    fileprivate func following(_ caused: TransportError?, _ response: HTTPResponse?) -> TransportError {
        var error = self
        if let caused {
            error.received = caused.received
            error.expected = caused.expected
            error.requestSent = caused.requestSent
            error.answerBegan = caused.answerBegan
            error.attempts = caused.attempts
            error.metrics = caused.metrics
        } else if let response {
            error.requestSent = true
            error.answerBegan = true
            error.attempts = response.attempts
            error.metrics = response.metrics
        }
        error.partial = response ?? caused?.partial
        return error
    }
}
