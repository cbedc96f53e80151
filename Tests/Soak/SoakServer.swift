import TestSupport

/// A server that answers every head with the same kilobyte and keeps no record, so that it can do so for a million.
enum SoakServer {
    static let body = [UInt8](repeating: 0x61, count: 1024)

    static func start() throws -> ScriptedServer {
        let answer = HTTPBytes.response(body: body)
        return try ScriptedServer { connection in
            var matched = 0
            while true {
                let bytes = try connection.readBytes()
                if bytes.isEmpty { return }
                let heads = Self.countHeads(bytes, &matched)
                for _ in 0..<heads { try connection.perform([.send(answer)]) }
            }
        }
    }

    /// How many empty lines end here; `matched` carries over what has been seen of the next.
    private static func countHeads(_ bytes: [UInt8], _ matched: inout Int) -> Int {
        var heads = 0
        for byte in bytes {
            if byte == 0x0D {
                matched = matched == 2 ? 3 : 1
            } else if byte == 0x0A, matched == 1 || matched == 3 {
                matched += 1
            } else {
                matched = 0
            }
            if matched == 4 {
                heads += 1
                matched = 0
            }
        }
        return heads
    }
}
