import APIWire

/// Why a body could not be decoded.
package struct ContentFault: Error, Equatable, Sendable {
    /// `contentCoding` or `decodedSizeExceeded`.
    package let kind: TransportError.Kind
    package let message: String

    package init(_ kind: TransportError.Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    init(_ error: WireError) {
        switch error.code {
        case .outputLimit: self.init(.decodedSizeExceeded, "The decoded body is larger than allowed")
        case .outOfMemory: self.init(.contentCoding, "There is no memory to decode the body")
        default: self.init(.contentCoding, "The body is not what its coding says, or ends too early")
        }
    }
}

/// Undoes the content codings of a body as it arrives, and the compressing transfer codings under them (RFC 9110 8.4,
/// RFC 9112 7.2): gzip, x-gzip, deflate in both readings, any of them one over another.
///
/// A body with a coding that is not known is passed on as it came, all of its codings in place: the head's
/// Content-Encoding says what it is. So is a part (206), which cannot be decoded alone. A body without a byte is
/// complete whatever its coding.
package struct ContentDecoder: ~Copyable {
    /// One coding; input for all but the first is what the one before it has put into `held`.
    private final class Stage {
        var inflater: Inflater
        var held: [UInt8] = []
        var rest = 0..<0

        init(_ coding: ContentCoding, limit: UInt64) throws(WireError) {
            inflater = try Inflater(coding == .gzip ? .gzip : .deflate, limit: limit)
        }
    }

    /// How often stages may still ask those before them for more, before whoever decodes is let go: what decodes to
    /// nothing, such as members without content, would otherwise be gone through to its end at once.
    private struct Allowance {
        var refills: Int
        var isSpent = false

        init(_ stages: [Stage]) {
            // As many as there are stages, so that each call gets something from the first.
            refills = stages.count + 4
        }
    }

    /// What a stage got from the one before it.
    private enum Supply {
        case some, none
        /// The allowance is spent; there may be more.
        case later
    }

    /// In the order in which the codings are undone.
    private let stages: [Stage]
    private static let window = 65_536

    /// A decoder for the body that a head announces; nil when the body is to be passed on as it comes.
    ///
    /// At most `limit` bytes come out, of at most `maximumCodings` codings one over another; without `content` only
    /// transfer codings are undone.
    /// - Throws: `contentCoding` when there are more codings than allowed.
    package init?(
        head: ResponseHead,
        method: HTTPMethod,
        limit: UInt64,
        maximumCodings: Int,
        content: Bool = true
    ) throws(ContentFault) {
        guard method != .head, head.status != 204, head.status != 304 else { return nil }
        var codings: [ContentCoding] = []
        if content, head.status != 206 { codings = Self.codings(head.fields, "content-encoding") ?? [] }
        codings += Self.codings(head.fields, "transfer-encoding") ?? []
        codings.removeAll { !$0.isCompression }
        guard !codings.isEmpty else { return nil }
        guard codings.count <= maximumCodings else {
            throw ContentFault(.contentCoding, "The body has more codings one over another than allowed")
        }
        do throws(WireError) {
            var stages: [Stage] = []
            for coding in codings.reversed() { stages.append(try Stage(coding, limit: limit)) }
            self.stages = stages
        } catch {
            throw ContentFault(error)
        }
    }

    /// False when no name is as long as one of the two that count; most heads are done with then.
    static func mayBeNeeded(for fields: HTTPFields) -> Bool {
        let entries = fields.entries.span
        for index in entries.indices where entries[index].nameLength == 16 || entries[index].nameLength == 17 {
            return true
        }
        return false
    }

    /// The codings that all fields of that name list; nil when one of them is not known.
    private static func codings(_ fields: HTTPFields, _ name: String) -> [ContentCoding]? {
        guard var index = fields.firstIndex(ofName: name) else { return [] }
        var codings: [ContentCoding] = []
        let bytes = fields.storage.span
        while true {
            var elements = ListElements(fields.entries[index].value)
            while let element = elements.next(in: bytes) {
                if ASCII.matches(bytes, element, "chunked") { continue }
                guard let coding = ContentCoding(bytes, element) else { return nil }
                codings.append(coding)
            }
            guard let next = fields.firstIndex(ofName: name, from: index + 1) else { return codings }
            index = next
        }
    }

    /// Decodes all of `input`, appending to `output`.
    package mutating func decode(
        _ input: Span<UInt8>,
        appendingTo output: inout [UInt8]
    ) throws(ContentFault) {
        var position = 0
        while try decode(input, &position, appendingTo: &output) {}
    }

    /// Appends what `input` from `position` on decodes to, as far as one window goes: a few bytes may stand for very
    /// many, and whoever asks for them may want to look up between windows.
    ///
    /// - Returns: whether to call again with the same input.
    package mutating func decode(
        _ input: Span<UInt8>,
        _ position: inout Int,
        appendingTo output: inout [UInt8]
    ) throws(ContentFault) -> Bool {
        let room = max(Inflater.room(for: input.count - position), output.capacity - output.count)
        return try decode(input, &position, appendingTo: &output, atMost: min(Self.window, room))
    }

    /// Appends what `input` from `position` on decodes to, at most `room` bytes of it.
    ///
    /// - Returns: whether to call again with the same input.
    package mutating func decode(
        _ input: Span<UInt8>,
        _ position: inout Int,
        appendingTo output: inout [UInt8],
        atMost room: Int
    ) throws(ContentFault) -> Bool {
        do throws(WireError) {
            return try Self.push(stages, input, &position, appendingTo: &output, atMost: room)
        } catch {
            throw ContentFault(error)
        }
    }

    /// As ``pull``, but to the end of an array.
    private static func push(
        _ stages: [Stage],
        _ input: Span<UInt8>,
        _ position: inout Int,
        appendingTo output: inout [UInt8],
        atMost room: Int
    ) throws(WireError) -> Bool {
        let index = stages.count - 1
        let stage = stages[index]
        guard index > 0 else {
            let rest = input.extracting(position..<input.count)
            let step = try stage.inflater.step(rest, appendingTo: &output, atMost: room)
            position += step.consumed
            return step.produced == room || position < input.count
        }
        var left = room
        var allowance = Allowance(stages)
        while true {
            let held = stage.held
            let rest = held.span.extracting(stage.rest)
            let step = try stage.inflater.step(rest, appendingTo: &output, atMost: left)
            stage.rest = stage.rest.lowerBound + step.consumed..<stage.rest.upperBound
            left -= step.produced
            guard left > 0 else { return true }
            switch try refill(stages, index, input, &position, &allowance) {
            case .some: continue
            case .later: return true
            case .none: return false
            }
        }
    }

    /// Decodes `input` from `position` on until it is used up, `output` is full or much was done for little, whichever is
    /// first: for whoever cannot hold all that a small input may grow into.
    ///
    /// - Returns: how many bytes came out, and whether to call again with the same input.
    package mutating func decode(
        _ input: Span<UInt8>,
        _ position: inout Int,
        into output: inout MutableSpan<UInt8>
    ) throws(ContentFault) -> (produced: Int, goesOn: Bool) {
        do throws(WireError) {
            var allowance = Allowance(stages)
            let produced = try Self.pull(stages, stages.count - 1, input, &position, into: &output, &allowance)
            return (produced, produced == output.count || position < input.count || allowance.isSpent)
        } catch {
            throw ContentFault(error)
        }
    }

    /// Fills `output` from a stage, and that from the stages before it.
    ///
    /// An inflater that leaves room in its output has used up its input.
    ///
    /// - Returns: how much came out; less than there was room for when the input is used up, or the allowance.
    private static func pull(
        _ stages: [Stage],
        _ index: Int,
        _ input: Span<UInt8>,
        _ position: inout Int,
        into output: inout MutableSpan<UInt8>,
        _ allowance: inout Allowance
    ) throws(WireError) -> Int {
        let stage = stages[index]
        guard index > 0 else {
            let step = try stage.inflater.step(input.extracting(position..<input.count), into: &output)
            position += step.consumed
            return step.produced
        }
        var filled = 0
        while true {
            var room = output._mutatingExtracting(filled..<output.count)
            let held = stage.held
            let step = try stage.inflater.step(held.span.extracting(stage.rest), into: &room)
            stage.rest = stage.rest.lowerBound + step.consumed..<stage.rest.upperBound
            filled += step.produced
            guard filled < output.count, case .some = try refill(stages, index, input, &position, &allowance) else {
                return filled
            }
        }
    }

    /// Gets more input for a stage from the one before it.
    private static func refill(
        _ stages: [Stage],
        _ index: Int,
        _ input: Span<UInt8>,
        _ position: inout Int,
        _ allowance: inout Allowance
    ) throws(WireError) -> Supply {
        guard allowance.refills > 0 else {
            allowance.isSpent = true
            return .later
        }
        allowance.refills -= 1
        var held: [UInt8] = []
        swap(&held, &stages[index].held)
        if held.isEmpty { held = [UInt8](repeating: 0, count: window) }
        var target = held.mutableSpan
        let count = try pull(stages, index - 1, input, &position, into: &target, &allowance)
        stages[index].held = held
        stages[index].rest = 0..<count
        if count > 0 { return .some }
        return allowance.isSpent ? .later : .none
    }

    /// Call at the end of the body.
    ///
    /// - Throws: `contentCoding` when the encoded data was cut.
    package mutating func finish() throws(ContentFault) {
        do throws(WireError) {
            for stage in stages { try stage.inflater.finish() }
        } catch {
            throw ContentFault(error)
        }
    }
}
