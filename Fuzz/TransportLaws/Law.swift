/// What an input did that no input may do.
package struct Violation: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws when `condition` does not hold.
func require(_ condition: @autoclosure () -> Bool, _ description: @autoclosure () -> String) throws(Violation) {
    guard condition() else { throw Violation(description()) }
}

/// Splits an input into the bytes that steer a law, and the rest.
func split(_ input: Span<UInt8>, after count: Int) -> (steering: [UInt8], rest: [UInt8]) {
    var steering: [UInt8] = []
    var rest: [UInt8] = []
    for index in input.indices {
        if index < count { steering.append(input[index]) } else { rest.append(input[index]) }
    }
    while steering.count < count { steering.append(0) }
    return (steering, rest)
}

/// The bytes in pieces of `size`; 0 leaves them whole.
func pieces(_ bytes: [UInt8], of size: Int) -> [[UInt8]] {
    guard size > 0, !bytes.isEmpty else { return [bytes] }
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
}
