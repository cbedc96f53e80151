import Foundation
import TestSupport
import Testing

/// A program of its own exchanges requests with these servers while one call to the system after the other fails.
@Suite struct `An exchange in which a call to the system fails` {
    private static let content = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    private static func server(tls: Bool) throws -> EmbeddedHTTPServer {
        let coded = StoredGzip.member(Array(content.prefix(6_000)))
        var options = ScriptedServer.Options()
        if tls { options.tls = TLSServerOptions(TestCertificates.valid) }
        return try EmbeddedHTTPServer(
            options,
            routes: [
                "GET /text": { _ in .init(fields: [("Content-Encoding", "gzip")], body: coded) },
                "GET /moved": { _ in .init(302, fields: [("Location", "/text")]) },
                "PUT /echo": { .init(body: $0.body) },
            ]
        )
    }

    private static let program = URL(fileURLWithPath: CommandLine.arguments[0])
        .deletingLastPathComponent().appendingPathComponent("fault-client")

    @Test func `ends with the right answer or an error, and leaves nothing behind`() async throws {
        let plain = try Self.server(tls: false)
        let secure = try Self.server(tls: true)
        let folder = try TemporaryDirectory()
        try folder.write(TestCertificates.authority.certificatePEM, to: "roots.pem")
        try Data(Self.content).write(to: URL(fileURLWithPath: folder.path("upload")))
        let stride = ProcessInfo.processInfo.environment["APISERVICE_FAULT_STRIDE"] ?? "997"
        let arguments = [plain.url("", host: "localhost"), secure.url("", host: "localhost"), folder.path, stride]
        let outcome = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try Command.run(Self.program.path, arguments) })
            }
        }
        let output = String(decoding: outcome.output + outcome.messages, as: UTF8.self)
        #expect(outcome.code == 0, "\(output)")
        print(output)
    }
}

/// gzip without compression: enough to have bodies decoded.
private enum StoredGzip {
    static func member(_ bytes: [UInt8]) -> [UInt8] {
        let size = UInt16(bytes.count)
        let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
        let block = [1] + littleEndian(size) + littleEndian(~size) + bytes
        return header + block + littleEndian(checksum(bytes)) + littleEndian(UInt32(bytes.count))
    }

    private static func littleEndian(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xedb8_8320 : 0) }
        }
    }
}
