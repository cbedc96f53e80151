/// Reads a command line by curl's grammar.
///
/// Letters may be run together (`-sSf`), a value may stand right behind its letter or as the next argument, `--` ends
/// the options, and every argument that is no option is a URL. `--next` begins another request with settings of its own.
package struct ArgumentParser {
    private var invocation = Invocation()
    private var arguments: ArraySlice<String>

    private init(_ arguments: [String]) {
        self.arguments = arguments[...]
    }

    /// The invocation that `arguments`, without the program's name, ask for.
    package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var parser = ArgumentParser(arguments)
        try parser.readAll()
        return try parser.invocation.validated()
    }

    private mutating func readAll() throws(UsageError) {
        var readsOptions = true
        while let argument = arguments.popFirst() {
            if !readsOptions || !argument.hasPrefix("-") {
                invocation.current.urls.append(argument)
            } else if argument == "--" {
                readsOptions = false
            } else if argument.hasPrefix("--") {
                try readLong(argument)
            } else {
                try readLetters(argument)
            }
        }
    }

    private mutating func readLong(_ spelled: String) throws(UsageError) {
        let name = spelled.dropFirst(2)
        if let option = Option.named(name) {
            return try apply(option, spelled: spelled, attached: nil, isOn: true)
        }
        if name.hasPrefix("no-"), let option = Option.named(name.dropFirst(3)), option.placeholder == nil {
            return try apply(option, spelled: spelled, attached: nil, isOn: false)
        }
        if let equals = name.firstIndex(of: "="), let option = Option.named(name[..<equals]), option.placeholder != nil
        {
            throw UsageError("option --\(option.name): takes its value as the next argument, not after '='")
        }
        throw .unknownOption(spelled)
    }

    private mutating func readLetters(_ spelled: String) throws(UsageError) {
        var letters = spelled.dropFirst()
        if letters.isEmpty { throw .unknownOption(spelled) }
        while let letter = letters.popFirst() {
            guard let option = Option.lettered(letter) else { throw .unknownOption("-\(letter)") }
            if option.placeholder == nil {
                try apply(option, spelled: "-\(letter)", attached: nil, isOn: true)
            } else {
                return try apply(option, spelled: "-\(letter)", attached: letters, isOn: true)
            }
        }
    }

    private mutating func apply(
        _ option: Option,
        spelled: String,
        attached: Substring?,
        isOn: Bool
    ) throws(UsageError) {
        switch option.effect {
        case .flag(let effect):
            do {
                try effect(&invocation, isOn)
            } catch {
                throw error.about(spelled)
            }
        case .value(let effect):
            let value: String
            if let attached, !attached.isEmpty {
                value = String(attached)
            } else if let next = arguments.popFirst() {
                value = next
            } else {
                throw .missingValue(spelled)
            }
            do {
                try effect(&invocation, value)
            } catch {
                throw error.about(spelled)
            }
        }
    }
}
