import CSupport
import Testing

@Suite struct `The C addresses` {
    /// The bytes C wrote for a text, or nil.
    static func parse(_ text: [UInt8], guarded side: GuardedBuffer.Side) -> [UInt8]? {
        let input = GuardedBuffer(text, guarded: side)
        let output = GuardedBuffer(count: Int(CS_ADDRESS_MAX), guarded: side)
        var used = 0
        let status = unsafe cs_address_parse(input.start, text.count, 80, output.start, output.count, &used)
        return status == .ok ? unsafe Array(UnsafeBufferPointer(start: output.start, count: used)) : nil
    }

    @Test(arguments: GuardedBuffer.Side.allCases, ["127.0.0.1", "fe80::1234:5678%lo"])
    func `read no byte beyond a text, wherever it ends`(side: GuardedBuffer.Side, text: String) {
        let bytes = Array(text.utf8)
        for end in 0...bytes.count { _ = Self.parse(Array(bytes[..<end]), guarded: side) }
        #expect(Self.parse(bytes, guarded: side) != nil)
    }

    @Test(arguments: GuardedBuffer.Side.allCases, ["127.0.0.1", "::1"])
    func `read no byte beyond an address, wherever it ends`(side: GuardedBuffer.Side, text: String) throws {
        let address = try #require(Self.parse(Array(text.utf8), guarded: side))
        for end in 0...address.count {
            let input = GuardedBuffer(Array(address[..<end]), guarded: side)
            let isWhole = end == address.count
            #expect(unsafe (cs_address_family_of(input.start, end) != .other) == isWhole)
            #expect(unsafe cs_address_port(input.start, end) == (isWhole ? 80 : 0))
            #expect(unsafe cs_address_is_loopback(input.start, end) == isWhole)
            unsafe cs_address_set_port(input.start, end, 81)
            #expect(unsafe cs_address_port(input.start, end) == (isWhole ? 81 : 0))
        }
    }

    @Test func `refuse a buffer that is too small`() throws {
        let address = try #require(Self.parse(Array("127.0.0.1".utf8), guarded: .after))
        let input = GuardedBuffer(address, guarded: .after)
        for room in 0..<9 {
            let output = GuardedBuffer(count: room, guarded: .after)
            var used = 0
            #expect(unsafe cs_address_host(input.start, address.count, output.start, room, &used) == .invalid)
        }
        let output = GuardedBuffer(count: 9, guarded: .after)
        var used = 0
        #expect(unsafe cs_address_host(input.start, address.count, output.start, 9, &used) == .ok)
        #expect(used == 9)
    }
}
