/// What `--help` and `--version` print.
package enum HelpText {
    package static let help: String = {
        let names = Option.all.map { option in
            let letter = option.letter.map { "-\($0), " } ?? "    "
            return letter + "--" + option.name + (option.placeholder.map { " \($0)" } ?? "")
        }
        let column = min(34, names.map(\.count).max() ?? 0)
        var text = "Usage: apifetch [options] URL [URL ...]\n\n"
        for (name, option) in zip(names, Option.all) {
            let gap =
                name.count <= column ? String(repeating: " ", count: column - name.count) : "\n" + blank(column + 2)
            text += "  \(name)\(gap)  \(option.help)\n"
        }
        return text + "\nA flag is turned off by --no-NAME. Exit codes are curl's.\n"
    }()

    private static func blank(_ count: Int) -> String {
        String(repeating: " ", count: count)
    }
}
