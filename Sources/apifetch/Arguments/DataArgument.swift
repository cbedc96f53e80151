/// A piece of a request's body, or of its query, as the command line names it.
package enum DataArgument: Sendable, Equatable {
    case text(String)
    /// A file (`-`: standard input), of which line ends and NUL are dropped unless it is taken as it is.
    case file(String, verbatim: Bool)
    /// Escaped for use in a form; `name` is put before it as it is.
    case escaped(name: String, text: String)
    case escapedFile(name: String, path: String)
    /// Appended to what is there without an `&`.
    indirect case json(DataArgument)

    /// `-d`, `--data-binary`, `--json`: text, or `@` and a file's name.
    static func textOrFile(_ argument: String, verbatim: Bool) -> DataArgument {
        argument.hasPrefix("@") ? .file(String(argument.dropFirst()), verbatim: verbatim) : .text(argument)
    }

    /// `--data-urlencode`: `text`, `=text`, `name=text`, `@file` or `name@file`.
    static func escaping(_ argument: String) -> DataArgument {
        guard let mark = argument.firstIndex(where: { $0 == "=" || $0 == "@" }) else {
            return .escaped(name: "", text: argument)
        }
        let name = String(argument[..<mark])
        let rest = String(argument[argument.index(after: mark)...])
        return argument[mark] == "=" ? .escaped(name: name, text: rest) : .escapedFile(name: name, path: rest)
    }
}
