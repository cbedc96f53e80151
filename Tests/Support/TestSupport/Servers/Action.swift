/// One step of a scripted answer.
package enum Action: Sendable {
    case send([UInt8])
    /// Sends pieces of so many bytes, each in a write (and TLS record) of its own.
    case sendInPieces([UInt8], of: Int)
    /// Sends bytes below TLS, as they are.
    case sendRaw([UInt8])
    /// Fires a signal that the test waits for.
    case fire(Signal)
    /// Goes on when the test has fired the signal.
    case wait(for: Signal)
    /// Goes on after so long. For what is slow by nature; waiting for the test is `wait(for:)`.
    case pause(milliseconds: Int32)
    /// Changes the TLS 1.3 key and asks the client to change its own.
    case updateKeys
    /// Ends the server's direction (with close_notify) and goes on reading.
    case halfClose
    /// Waits for the client's end, dropping what it sends.
    case drain
    /// Ends the connection in order: close_notify, FIN.
    case close
    /// Ends the connection with FIN, but without close_notify.
    case closeWithoutNotify
    /// Ends the connection with RST.
    case reset

    package static func send(_ text: String) -> Action {
        .send(Array(text.utf8))
    }

    package static func sendInPieces(_ text: String, of size: Int) -> Action {
        .sendInPieces(Array(text.utf8), of: size)
    }
}
