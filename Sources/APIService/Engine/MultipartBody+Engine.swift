internal import APITransport

extension MultipartBody {
    var forEngine: HTTPBody {
        .stream(length: Int64(clamping: length), replayable: isReplayable) { [self] in
            BlockingBodySource(FormReader(self).read)
        }
    }
}

/// Reads a form for the engine, and keeps the error for whoever asks why it could not be read.
// SAFETY: its one source makes one call at a time.
private final class FormReader: @unchecked Sendable {
    private let body: MultipartBody
    private let reader: MultipartReader

    init(_ body: MultipartBody) {
        self.body = body
        reader = body.makeReader()
    }

    @Sendable func read() throws -> [UInt8]? {
        do throws(AFError) {
            return try reader.read().map { [UInt8]($0) }
        } catch {
            body.failed(with: error)
            throw error
        }
    }
}
