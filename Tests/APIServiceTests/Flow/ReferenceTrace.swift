import TestSupport

/// The recorded callbacks of the library whose behaviour is kept, section by section.
struct ReferenceTrace {
    static let path = "golden/csapiservice-0.1.0-flow.txt"
    static let asyncPath = "golden/csapiservice-0.2.1-async.txt"

    private let sections: [String: [String]]

    init() {
        var sections: [String: [String]] = [:]
        var name = ""
        for line in SharedCases.lines(Self.path) {
            if line.hasPrefix("== ") {
                name = String(line.dropFirst(3))
            } else if line.hasPrefix("   ") {
                sections[name, default: []].append(Self.normalized(String(line.dropFirst(3))))
            }
        }
        self.sections = sections
    }

    /// The names of all sections.
    var names: Set<String> { Set(sections.keys) }

    /// The lines of a section, per thread of execution.
    func lanes(_ section: String) -> Lanes {
        Lanes(sections[section] ?? [])
    }

    /// Module names, ports and the texts of decoding errors differ from run to run or with the Foundation in use.
    static func normalized(_ line: String) -> String {
        line.replacing(/\b(Alamofire|APIService(Core|Values)?|APIServiceTests|flow|asyncf)\./, with: "")
            .replacing("TracedModel(", with: "M(")
            .replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:PORT")
            .replacing(/DecodingError\.(\w+).*\.(?=\)\)\))/) { "DecodingError.\($0.output.1)" }
    }
}

/// What happened on the calling thread, on the callback queue and elsewhere, each in order.
struct Lanes: Equatable {
    var caller: [String] = []
    var callbacks: [String] = []
    var elsewhere: [String] = []
    /// The remark that no completion came.
    var hasNoCompletion = false

    init() {}

    init(_ lines: [String]) {
        for line in lines { append(line) }
        removeRepeatedParameters()
    }

    private mutating func append(_ line: String) {
        if line.hasPrefix("[main] ") {
            caller.append(String(line.dropFirst(7)))
        } else if line.hasPrefix("[cbq] ") {
            callbacks.append(String(line.dropFirst(6)))
        } else if line.hasPrefix("[other] ") {
            elsewhere.append(String(line.dropFirst(8)))
        } else {
            hasNoCompletion = true
        }
    }

    /// Difference, everywhere: parameters are evaluated once per send, not at every use of the cache's key.
    private mutating func removeRepeatedParameters() {
        let line = "intercept(parameters:)"
        callbacks.removeAll { $0 == line }
        if let first = caller.firstIndex(of: line) {
            caller.removeAll { $0 == line }
            caller.insert(line, at: first)
        }
    }
}
