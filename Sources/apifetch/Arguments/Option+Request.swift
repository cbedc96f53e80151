extension Option {
    /// What is asked for.
    static let request: [Option] = [
        .text("request", "X", "METHOD", "Use this method", \.method),
        .list("header", "H", "LINE", "Send this field; 'Name:' omits one, 'Name;' sends it empty", \.fields) {
            (line) throws(UsageError) in try FieldArgument(line)
        },
        .list("data", "d", "DATA|@FILE", "Send this form data by POST", \.data) { .textOrFile($0, verbatim: false) },
        .list("data-raw", nil, "DATA", "The same, where @ means nothing", \.data) { .text($0) },
        .list("data-binary", nil, "DATA|@FILE", "The same, with the file taken as it is", \.data) {
            .textOrFile($0, verbatim: true)
        },
        .list("data-urlencode", nil, "DATA", "The same, escaped: text, name=text, @file, name@file", \.data) {
            .escaping($0)
        },
        .value("json", nil, "JSON|@FILE", "Send this JSON by POST and ask for JSON") {
            (all, value) throws(UsageError) in
            all.current.data.append(.json(.textOrFile(value, verbatim: true)))
            all.current.sendsJSON = true
        },
        .flag("get", "G", "Put the data into the URL's query", \.movesDataToQuery),
        .list("url-query", nil, "DATA", "Add this to the query, escaped as by --data-urlencode", \.queries) {
            $0.hasPrefix("+") ? .text(String($0.dropFirst())) : .escaping($0)
        },
        .flag("head", "I", "Ask for the head only", \.asksHeadOnly),
        .list("upload-file", "T", "FILE|-", "Send this file by PUT", \.uploads) { $0 },
        .text("user-agent", "A", "TEXT", "Call the program this", \.userAgent),
        .text("referer", "e", "URL", "Say where the URL was found", \.referer),
        .text("range", "r", "RANGE", "Ask for these bytes only: 0-99, 500-, -500", \.range),
        .flag("compressed", nil, "Ask for a compressed answer (on by default)", \.acceptsCompressed),
        .flag("http1.0", "0", "Speak HTTP/1.0", \.usesHTTP10),
        .flag("http1.1", nil, "Speak HTTP/1.1 (the default)") { (all, _) throws(UsageError) in
            all.current.usesHTTP10 = false
        },
        .flag("path-as-is", nil, "Keep /../ and /./ in the path", \.keepsPathAsIs),
        .list("url", nil, "URL", "Fetch this URL", \.urls) { $0 },
    ]
}
