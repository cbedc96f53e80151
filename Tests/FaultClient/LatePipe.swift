import CFaults
import Synchronization

/// A pipe whose bytes come when somebody says so, whatever else fails.
final class LatePipe: Sendable {
    let reading: CInt
    /// Nil once the bytes were given.
    private let writing: Mutex<CInt?>

    init?() {
        var ends: (reading: CInt, writing: CInt) = (-1, -1)
        guard unsafe cf_pipe_open(&ends.reading, &ends.writing) else { return nil }
        reading = ends.reading
        writing = Mutex(ends.writing)
    }

    deinit {
        end(with: [])
        cf_pipe_close(reading)
    }

    /// Gives these bytes and the end, if they were not given before.
    func end(with bytes: [UInt8]) {
        guard let end = writing.withLock({ $0.take() }) else { return }
        unsafe cf_pipe_write(end, bytes, bytes.count)
        cf_pipe_close(end)
    }
}
