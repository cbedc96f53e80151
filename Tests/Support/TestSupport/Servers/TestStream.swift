internal import CTestTLS

/// A connection ended, or cannot go on: in words, for a test's output.
package struct ConnectionOver: Error, CustomStringConvertible, Sendable {
    package let description: String
}

/// What a handshake came to, as the server saw it.
package struct TLSFacts: Sendable, Equatable {
    /// As OpenSSL writes it: `TLSv1.3`.
    package let version: String
    /// The name the client asked for (SNI).
    package let serverName: String?
    /// The protocol agreed on by ALPN.
    package let negotiatedProtocol: String?
    package let isResumed: Bool
    package let hasClientCertificate: Bool
}

/// One end of a connection, plain or TLS.
///
/// Calls block their thread, but not past the stop flag.
@safe package final class TestStream {
    private let raw: OpaquePointer
    private let stop: Flag

    init(descriptor: Int32, stop: Flag) {
        guard let raw = unsafe ct_stream_new(descriptor, stop.descriptor) else { fatalError("no memory for a stream") }
        unsafe self.raw = raw
        self.stop = stop
    }

    deinit {
        unsafe ct_stream_free(raw)
    }

    /// A client's end, for tests of the servers themselves.
    package static func connect(port: UInt16, ipv6: Bool = false) throws(ConnectionOver) -> TestStream {
        let descriptor = ct_connect_loopback(ipv6, port)
        guard descriptor >= 0 else { throw ConnectionOver(description: "port \(port) refused the connection") }
        return TestStream(descriptor: descriptor, stop: Flag())
    }

    package func startTLS(host: String, trusting authority: TestIdentity) throws(ConnectionOver) {
        guard unsafe ct_stream_connect_tls(raw, host, authority.certificatePEM) else { throw failure() }
    }

    func acceptTLS(_ context: TLSServerContext) throws(ConnectionOver) -> TLSFacts {
        guard unsafe ct_stream_accept_tls(raw, context.raw) else { throw failure() }
        return tlsFacts()
    }

    /// The next bytes, at most `limit`; empty when the peer has ended its side.
    package func read(limit: Int = 65536) throws(ConnectionOver) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe ct_stream_read(raw, buffer.baseAddress, buffer.count)
        }
        guard count >= 0 else { throw failure() }
        return Array(bytes.prefix(count))
    }

    /// Everything until the peer ends its side.
    package func readToEnd() throws(ConnectionOver) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try read()
            if bytes.isEmpty { return all }
            all += bytes
        }
    }

    package func write(_ bytes: [UInt8]) throws(ConnectionOver) {
        let isSent = unsafe bytes.withUnsafeBufferPointer { unsafe ct_stream_write(raw, $0.baseAddress, $0.count) }
        guard isSent else { throw failure() }
    }

    /// Sends bytes below TLS, as they are.
    package func writeRaw(_ bytes: [UInt8]) throws(ConnectionOver) {
        let isSent = unsafe bytes.withUnsafeBufferPointer { unsafe ct_stream_write_raw(raw, $0.baseAddress, $0.count) }
        guard isSent else { throw failure() }
    }

    /// Changes the sending key and asks the peer to change its own (TLS 1.3).
    package func updateKeys() throws(ConnectionOver) {
        guard unsafe ct_stream_update_keys(raw) else { throw failure() }
    }

    /// Ends this direction; `notify`: with TLS's close_notify where there is TLS.
    package func endWriting(notify: Bool = true) {
        unsafe ct_stream_end_writing(raw, notify)
    }

    /// Waits until the peer ends its side, dropping what it sends.
    package func drain() {
        unsafe ct_stream_drain(raw)
    }

    /// Makes the end, when the stream is let go, a reset.
    package func resetOnClose() {
        unsafe ct_stream_reset_on_free(raw)
    }

    /// Whether the peer's end came with close_notify (plain: with FIN).
    package var peerEndedCleanly: Bool { unsafe ct_stream_peer_ended_cleanly(raw) }

    package func tlsFacts() -> TLSFacts {
        var name = [CChar](repeating: 0, count: 256)
        let length = unsafe name.withUnsafeMutableBufferPointer { buffer in
            unsafe ct_stream_alpn(raw, buffer.baseAddress, buffer.count)
        }
        let agreed = String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return TLSFacts(
            version: unsafe text(ct_stream_tls_version(raw)) ?? "",
            serverName: unsafe text(ct_stream_server_name(raw)),
            negotiatedProtocol: agreed.isEmpty ? nil : agreed,
            isResumed: unsafe ct_stream_resumed(raw),
            hasClientCertificate: unsafe ct_stream_has_client_certificate(raw)
        )
    }

    private func failure() -> ConnectionOver {
        ConnectionOver(description: unsafe text(ct_stream_error(raw)) ?? "")
    }

    private func text(_ string: UnsafePointer<CChar>?) -> String? {
        guard let string = unsafe string else { return nil }
        return unsafe String(cString: string)
    }
}
