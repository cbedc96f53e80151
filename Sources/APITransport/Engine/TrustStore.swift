import APIWire
import Synchronization

/// The TLS settings of a client made once, and the session tickets its servers gave.
final class TrustStore: Sendable {
    private static let origins = 256
    private static let ticketsPerOrigin = 4

    private let settings: TLSSettings
    private let context = Mutex<TLSContext?>(nil)
    private let tickets = Mutex<[ConnectionKey: [TLSTicket]]>([:])

    init(_ settings: TLSSettings) {
        self.settings = settings
    }

    /// A session for a new connection.
    ///
    /// Reads the roots the first time.
    func session(for key: ConnectionKey) throws(Fault) -> sending TLSSession {
        do throws(TLSError) {
            let context = try context.withLock { made throws(TLSError) -> TLSContext in
                if let made { return made }
                let new = try TLSContext(settings.options)
                made = new
                return new
            }
            return try TLSSession(context, name: key.origin.host, ticket: takeTicket(for: key))
        } catch {
            throw Fault(error)
        }
    }

    func keep(_ ticket: TLSTicket, for key: ConnectionKey) {
        guard settings.resumesSessions else { return }
        tickets.withLock { tickets in
            if tickets.count >= Self.origins, tickets[key] == nil, let any = tickets.keys.first { tickets[any] = nil }
            Self.append(ticket, to: &tickets[key, default: []])
        }
    }

    private static func append(_ ticket: TLSTicket, to known: inout [TLSTicket]) {
        if known.count >= ticketsPerOrigin { known.removeFirst() }
        known.append(ticket)
    }

    /// A ticket is used once, so that connections cannot be linked by it (RFC 8446 appendix C.4).
    private func takeTicket(for key: ConnectionKey) -> TLSTicket? {
        tickets.withLock { $0[key]?.popLast() }
    }
}
