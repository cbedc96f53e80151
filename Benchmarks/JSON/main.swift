import APIJSON
import Foundation

// jsonbench [--rounds N] [--only NAME] [--ours NAME COUNT] [--memory]
//
// Puts the decoder beside Foundation's, in turns in one process, and prints medians. `--ours` decodes one document
// COUNT times and nothing else, for a profiler. `--memory` prints what one indexing of each document takes at its
// peak: the growth of this process's resident memory from just before to the highest mark.

struct Subject {
    let name: String
    let document: [UInt8]
    let ours: ([UInt8]) throws -> Void
    let foundations: (Data) throws -> Void

    init<Model: Decodable>(_ name: String, _ document: [UInt8], as model: Model.Type) {
        self.name = name
        self.document = document
        let parser = APIJSONParser()
        let decoder = JSONDecoder()
        ours = { _ = try parser.decode(model, from: $0) }
        foundations = { _ = try decoder.decode(model, from: $0) }
    }
}

/// The CPU seconds of `body`: other programs' turns on the machine do not count.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = cpuSeconds()
    try body()
    return cpuSeconds() - start
}

func cpuSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
}

func formatted(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
}

func compare(_ subject: Subject, rounds: Int) throws {
    let data = Data(subject.document)
    let size = Double(subject.document.count)
    // Enough repetitions for a millisecond, so that the clock does not matter.
    let repetitions = max(1, 16_384 / subject.document.count)
    var ours: [Double] = []
    var theirs: [Double] = []
    var index: [Double] = []
    for _ in 0..<rounds {
        let count = Double(repetitions)
        theirs.append(try seconds { for _ in 0..<repetitions { try subject.foundations(data) } } / count)
        ours.append(try seconds { for _ in 0..<repetitions { try subject.ours(subject.document) } } / count)
        index.append(
            try seconds { for _ in 0..<repetitions { _ = try APIJSONValue(parsing: subject.document) } } / count
        )
    }
    let (our, their, indexed) = (median(ours), median(theirs), median(index))
    print(
        """
        \(subject.name): \(subject.document.count) bytes; Foundation \(formatted(their * 1e6, 1)) µs, \
        ours \(formatted(our * 1e6, 1)) µs = \(formatted(their / our, 2)) x, \
        \(formatted(size / our / 1e6, 0)) MB/s typed, \(formatted(size / indexed / 1e6, 0)) MB/s untyped
        """
    )
}

var documents = Documents()
let subjects = [
    Subject("answer", documents.answer(), as: Answer.self),
    Subject("items", documents.items(), as: Items.self),
    Subject("messages", documents.messages(), as: Messages.self),
    Subject("catalogue", documents.catalogue(), as: Catalogue.self),
    Subject("outlines", documents.outlines(), as: Outlines.self),
]
/// Documents with more values for their size than most.
let dense = [
    Subject("numbers", list("1", 500_000), as: [Int].self),
    Subject("arrays", list("[]", 330_000), as: [[Int]].self),
    Subject("points", list(#"{"x":1,"y":2}"#, 75_000), as: [Point].self),
    Subject("rows", list(#"[1,"a",[2,3],{"b":null}]"#, 40_000), as: [Row].self),
    Subject(
        "keys",
        Array(("{" + (0..<150_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}").utf8),
        as: [String: Int].self
    ),
    Subject(
        "nests",
        list(String(repeating: "[", count: 400) + String(repeating: "]", count: 400), 1250),
        as: [Row].self
    ),
]
var arguments = CommandLine.arguments.dropFirst()
var rounds = 30
var only: String?
var profiled: (name: String, count: Int)?
var measuresMemory = false
while let argument = arguments.popFirst() {
    switch argument {
    case "--rounds": rounds = arguments.popFirst().flatMap { Int($0) } ?? rounds
    case "--only": only = arguments.popFirst()
    case "--ours": profiled = (arguments.popFirst() ?? "answer", arguments.popFirst().flatMap { Int($0) } ?? 1)
    case "--memory": measuresMemory = true
    default:
        print("usage: jsonbench [--rounds N] [--only NAME] [--ours NAME COUNT] [--memory]")
        exit(2)
    }
}
for subject in subjects + dense where only == nil || only == subject.name {
    if let profiled {
        guard subject.name == profiled.name else { continue }
        for _ in 0..<profiled.count { try subject.ours(subject.document) }
    } else if measuresMemory {
        try measureMemory(subject)
    } else {
        try compare(subject, rounds: rounds)
    }
}
if profiled == nil, !measuresMemory, only == nil || only == "encoding" {
    let items = try APIJSONParser().decode(Items.self, from: subjects[1].document)
    try compareEncoding("four items", Items(items: Array(items.items.prefix(4))), rounds: rounds)
    try compareEncoding("items", items, rounds: min(rounds, 10))
}
