import APIJSON
import APIWire

/// One JSON object in, one out; with `--resident` one a line; with `--units` case lines in, results out.
struct Driver {
    private var input = InputLines()
    private let runner = OpRunner()

    private static let refusal = Array(#"{"error":"the input is not one JSON object with an array \"ops\""}"#.utf8)

    /// The exit code: 0 whenever there was an answer to give.
    mutating func run(_ arguments: [String]) -> Int32 {
        do throws(WireError) {
            switch arguments {
            case []:
                let answer = answer(input.rest())
                try print(answer ?? Self.refusal)
                return answer == nil ? 1 : 0
            case ["--resident"]:
                while let line = input.next() { try print(answer(line) ?? Self.refusal) }
            case ["--units"]:
                while let line = input.next() {
                    if let result = Unit.answer(line) { try print(result) }
                }
            default:
                try StandardError.write("usage: conformance-driver [--resident | --units]\n".utf8.span)
                return 2
            }
            return 0
        } catch {
            // Whoever asked has gone.
            return 1
        }
    }

    /// The answer to one object of ops; nil when it is none.
    private func answer(_ text: [UInt8]) -> [UInt8]? {
        guard let ops = (try? APIJSONValue(parsing: text))?["ops"], ops.kind == .array else { return nil }
        var json = JSONText()
        json.object { json in
            json.key("results")
            json.array { json in
                for op in ops.elements {
                    for result in runner.run(Op(op)) { result.write(to: &json) }
                }
            }
        }
        return json.bytes
    }

    private func print(_ line: [UInt8]) throws(WireError) {
        try StandardOutput.write((line + [10]).span)
    }
}
