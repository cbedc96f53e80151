internal import APITransport
import Dispatch

/// Gives the engine a body that is read by calls which may wait, such as those of a stream or a slow disk.
///
/// They are made on a queue of the body's own, so that the engine's other requests go on meanwhile. No more than one
/// piece is held in memory, and none is read before the engine asks.
final class BlockingBodySource: HTTPBodySource {
    /// How much is read at once.
    static let pieceLength = 64 * 1024

    private struct Reading: Sendable {
        let next: @Sendable () throws -> [UInt8]?
        let queue = DispatchQueue(label: "APIService.body")
        let handover = HTTPBodyHandover()

        func goOn() {
            queue.async {
                do {
                    guard let piece = try next() else { return handover.end(nil) }
                    handover.give(piece) { if $0 { goOn() } }
                } catch {
                    handover.end(error)
                }
            }
        }
    }

    private let reading: Reading
    private var hasBegun = false

    /// - Parameter next: the next piece, nil at the end; called for one at a time, and not after the end or an error.
    init(_ next: @escaping @Sendable () throws -> [UInt8]?) {
        reading = Reading(next: next)
    }

    deinit {
        reading.handover.close()
    }

    func read(into buffer: inout [UInt8], limit: Int) throws -> HTTPBodyProgress {
        if !hasBegun {
            hasBegun = true
            reading.goOn()
        }
        return try reading.handover.take(into: &buffer, limit: limit)
    }
}
