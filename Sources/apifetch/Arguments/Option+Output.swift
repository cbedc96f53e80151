extension Option {
    /// Where the answer goes, and what is told about it.
    static let output: [Option] = [
        .list("output", "o", "FILE", "Write the body to this file", \.outputs) { (path) throws(UsageError) in
            guard !path.isEmpty else { throw UsageError("wants the name of a file") }
            return .file(path)
        },
        .flag("remote-name", "O", "Write the body to a file named as in the URL") { (all, isOn) throws(UsageError) in
            if isOn { all.current.outputs.append(.remoteName) }
        },
        .flag("remote-header-name", "J", "With -O: named as the server suggests", \.takesNameFromHead),
        .flag("create-dirs", nil, "Make the folders that the file needs", \.createsDirectories),
        .flag("include", "i", "Write the head before the body", \.includesHead),
        .text("dump-header", "D", "FILE", "Write the head to this file", \.headPath),
        .flag("fail", "f", "A status of 400 or more is a failure (22), and its body is dropped") {
            (all, isOn) throws(UsageError) in all.current.failureRule = isOn ? .dropBody : .never
        },
        .flag("fail-with-body", nil, "The same, and its body is written") { (all, isOn) throws(UsageError) in
            all.current.failureRule = isOn ? .keepBody : .never
        },
        .text("write-out", "w", "FORMAT", "Write this when a transfer has ended", \.writeOut),
        .value("max-filesize", nil, "BYTES", "Refuse a body that is larger") { (all, value) throws(UsageError) in
            all.current.maximumBodyBytes = try Quantity.bytes(value)
        },
        .value("max-decoded-size", nil, "BYTES", "Refuse a body that is larger once decompressed") {
            (all, value) throws(UsageError) in all.current.maximumDecodedBytes = try Quantity.bytes(value)
        },
        .value("report", nil, "json", "Print one JSON object for each URL, and nothing else") {
            (all, value) throws(UsageError) in
            guard value == "json" else { throw UsageError("the only form is json") }
            all.general.reportsJSON = true
        },
    ]

    /// What concerns the run as a whole.
    static let general: [Option] = [
        .flag("verbose", "v", "Tell what goes on, on standard error", general: \.isVerbose),
        .flag("silent", "s", "No progress, no messages", general: \.isSilent),
        .flag("show-error", "S", "Messages even so", general: \.showsErrors),
        .flag("progress-meter", nil, "Show progress on a terminal (the default)", general: \.showsProgress),
        .flag("fail-early", nil, "Stop at the first transfer that fails", general: \.failsEarly),
        .flag("next", ":", "What follows is another request with options of its own") {
            (all, isOn) throws(UsageError) in if isOn { try all.beginNext() }
        },
        .flag("no-buffer", "N", "Write at once what comes (it always is)") { (_, _) throws(UsageError) in },
        .flag("globoff", "g", "Take URLs as they are (they always are)") { (_, _) throws(UsageError) in },
        .flag("help", "h", "Print this text") { (all, _) throws(UsageError) in all.general.information = .help },
        .flag("version", "V", "Print the version") { (all, _) throws(UsageError) in
            all.general.information = .version
        },
    ]
}
