internal import CTestTLS
import Synchronization

/// A loopback port that takes no connection and refuses none: a connection attempt there hangs.
package final class UnresponsivePort: Sendable {
    package let port: UInt16
    private let descriptors: [Int32]

    /// Fills the listener's queue until the system lets a further attempt wait.
    package init() throws {
        var port: UInt16 = 0
        var descriptors = [unsafe ct_listen_loopback(false, &port, 0, 0)]
        guard descriptors[0] >= 0 else { throw ConnectionOver(description: "a test port cannot listen") }
        var isPending = false
        while !isPending {
            let descriptor = unsafe ct_connect_start(false, port, 100, &isPending)
            guard descriptor >= 0, descriptors.count < 16 else {
                for descriptor in descriptors { ct_close(descriptor) }
                throw ConnectionOver(description: "the port's queue does not fill up")
            }
            descriptors.append(descriptor)
        }
        self.port = port
        self.descriptors = descriptors
    }

    deinit {
        for descriptor in descriptors { ct_close(descriptor) }
    }
}

/// A loopback port at which nobody listens: a connection attempt there is refused.
///
/// Ports come from below the range from which the system hands out its own, each once per process, so that nobody
/// else's server turns up there.
package enum RefusingPort {
    private static let range: Range<UInt16> = 20_000..<32_000
    private static let next = Mutex(UInt16.random(in: range))

    package static func find() throws -> UInt16 {
        for _ in range {
            var port = next.withLock { next in
                next = next + 1 < range.upperBound ? next + 1 : range.lowerBound
                return next
            }
            let descriptor = unsafe ct_listen_loopback(false, &port, 1, 0)
            guard descriptor >= 0 else { continue }
            ct_close(descriptor)
            return port
        }
        throw ConnectionOver(description: "no port is free")
    }
}
