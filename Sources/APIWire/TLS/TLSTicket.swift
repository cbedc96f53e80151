import CSupport

/// What a later session with the same peer, under the same trust, can resume from.
// SAFETY: the C handle never changes; OpenSSL counts its owners atomically.
@safe package final class TLSTicket: @unchecked Sendable {
    let raw: OpaquePointer
    /// For whom and under which trust it was given: nobody else's session is resumed from it, since then nothing is
    /// verified anew.
    private let context: TLSContext
    private let name: String

    init(taking raw: OpaquePointer, context: TLSContext, name: String) {
        unsafe self.raw = raw
        self.context = context
        self.name = name
    }

    deinit { unsafe cs_tls_ticket_free(raw) }

    func fits(_ context: TLSContext, _ name: String) -> Bool { self.context === context && self.name == name }
}
