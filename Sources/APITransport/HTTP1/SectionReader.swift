/// Takes a head or a trailer section from input that may cut it anywhere.
///
/// One that lies whole in the input is copied once, as it is handed out; only a cut one is kept.
struct SectionReader: Sendable {
    private var parser: SectionParser
    private var pending: [UInt8] = []
    /// A cut section is completed in steps, so that a body behind it is not copied along.
    private static let step = 4096

    init(hasStatusLine: Bool, maximumBytes: Int, maximumFields: Int) {
        parser = SectionParser(
            hasStatusLine: hasStatusLine,
            maximumBytes: maximumBytes,
            maximumFields: maximumFields
        )
    }

    /// The first line of the section, once it is complete.
    var statusLine: StatusLine? { parser.statusLine }

    /// Moves `position` behind what was used: up to the section's end, or all of the input.
    ///
    /// - Returns: the fields when the section is complete.
    mutating func read(_ input: Span<UInt8>, _ position: inout Int) throws(ResponseFault) -> HTTPFields? {
        if pending.isEmpty {
            let rest = input.extracting(position..<input.count)
            if let end = try parser.parse(rest) {
                position += end
                return parser.fields(Array(copying: rest.extracting(0..<end)))
            }
            pending.append(copying: rest)
            position = input.count
            return nil
        }
        var held = pending
        pending = []
        while position < input.count {
            let before = held.count
            let count = min(input.count - position, Self.step)
            held.append(copying: input.extracting(position..<position + count))
            if let end = try parser.parse(held.span) {
                position += end - before
                held.removeLast(held.count - end)
                return parser.fields(held)
            }
            position += count
        }
        pending = held
        return nil
    }

    /// Says that the input has ended within the section: throws when what is there is wrong as well as cut.
    mutating func judgeRest() throws(ResponseFault) {
        let held = pending
        try parser.judgeRest(held.span)
    }
}
