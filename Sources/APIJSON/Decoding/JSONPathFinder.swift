internal import APIWire

/// Finds the way from a tape's root to a value.
///
/// Coding paths are asked for rarely, so nothing keeps them; the finder continues from where it was last, so that
/// asking at every value of a document costs one walk over it.
struct JSONPathFinder {
    private struct Step {
        let container: UInt32
        /// The child the path goes through: for objects the word of its key.
        var member: UInt32
        var position: Int
    }

    private var steps: [Step] = []

    /// The keys from the root to the value at `target`.
    mutating func keys(to target: UInt32, in tape: JSONTape, modelKey: (_ key: String, _ object: UInt32) -> String)
        -> [any CodingKey]
    {
        advance(to: target, in: tape)
        return steps.map { step in
            tape.word(at: step.container).isObject
                ? JSONPathKey(stringValue: modelKey(tape.string(tape.word(at: step.member)), step.container))
                : JSONPathKey(intValue: step.position)
        }
    }

    private mutating func advance(to target: UInt32, in tape: JSONTape) {
        while let last = steps.last, !(last.container < target && target < tape.end(of: last.container)) {
            steps.removeLast()
        }
        var container: UInt32 = steps.last?.container ?? 0
        while container < target, tape.word(at: container).isContainer {
            let isObject = tape.word(at: container).isObject
            let value = { (member: UInt32) in isObject ? tape.value(of: member) : member }
            var step = Step(container: container, member: tape.first(in: container), position: 0)
            if let last = steps.last, last.container == container {
                steps.removeLast()
                if value(last.member) <= target { step = last }
            }
            while case let next = tape.index(after: value(step.member)), next <= target {
                step.member = next
                step.position += 1
            }
            steps.append(step)
            container = value(step.member)
        }
    }
}
