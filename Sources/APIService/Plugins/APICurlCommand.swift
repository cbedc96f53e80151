internal import APIWire
import Foundation

/// A request as a command for curl, to be run in a POSIX shell.
///
/// Run as it is, the command sends the same method, URL, header fields and body, whatever bytes they hold; nothing in
/// them is run or expanded. By default secrets are left out, so such a command has to be completed before it works.
/// Fields that no request may have are left out too, with a comment: clients refuse to send them.
public struct APICurlCommand: Sendable, CustomStringConvertible {
    /// The command, one line unless the body has line breaks.
    public let description: String

    /// Writes a request as a command.
    /// - Parameters:
    ///   - request: what to write. A body that is a stream is not read; the command says so in a comment.
    ///   - redactor: hides secrets; nil shows all.
    public init(_ request: URLRequest, redactor: APIRedactor? = .standard) {
        let body = CurlBody(request, redactor: redactor)
        var words = ["curl"]
        words += Self.method(request, hasBody: body.isThere)
        words += Self.url(request, redactor: redactor)
        var comment = body.comment
        for (name, value) in (request.allHTTPHeaderFields ?? [:]).sortedByKey {
            guard Self.isField(name, value) else {
                comment += " # left out: a field that cannot be sent"
                continue
            }
            words += Self.field(name, redactor?.value(value, of: name) ?? value)
        }
        if request.value(forHTTPHeaderField: "Accept-Encoding") != nil { words.append("--compressed") }
        // Without this curl calls every body a form.
        if body.isThere, request.value(forHTTPHeaderField: "Content-Type") == nil {
            words += ["-H", "'Content-Type:'"]
        }
        description = body.prefix + (words + body.words).joined(separator: " ") + comment
    }

    private static func method(_ request: URLRequest, hasBody: Bool) -> [String] {
        switch request.httpMethod ?? "GET" {
        case "GET" where !hasBody: []
        case "HEAD": ["-I"]
        case let method: ["-X", ShellQuoting.quoted(method)]
        }
    }

    private static func url(_ request: URLRequest, redactor: APIRedactor?) -> [String] {
        guard let url = request.url else { return [] }
        let text = redactor?.text(of: url) ?? url.absoluteString
        var words: [String] = []
        // curl reads brackets and braces as patterns, and tidies dots away, unless told otherwise.
        if text.contains(where: { "[]{}".contains($0) }) { words.append("-g") }
        if text.contains("/.") { words.append("--path-as-is") }
        // A reference may look like an option.
        if text.hasPrefix("-") { words.append("--url") }
        return words + [ShellQuoting.quoted(text)]
    }

    /// Whether a field can be sent: its name is a token, and its value on one line (RFC 9110 section 5.5).
    ///
    /// Any other curl may read in its own way: one that begins with `@` names a file of fields.
    private static func isField(_ name: String, _ value: String) -> Bool {
        ASCII.isToken(Array(name.utf8).span) && !value.utf8.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D }
    }

    /// A field without a value needs a semicolon: with a colon curl would leave it out.
    private static func field(_ name: String, _ value: String) -> [String] {
        let line = value.allSatisfy(\.isWhitespace) ? "\(name);" : "\(name): \(value)"
        return ["-H", ShellQuoting.quoted(line)]
    }
}

extension URLRequest {
    /// This request as a command for curl; the redactor hides secrets, nil shows all.
    public func curlCommand(redactor: APIRedactor? = .standard) -> String {
        APICurlCommand(self, redactor: redactor).description
    }
}

/// A body as the part of a command that sends it.
private struct CurlBody {
    var isThere = false
    var prefix = ""
    var words: [String] = []
    var comment = ""

    /// More does not fit in one argument of a program everywhere.
    private static let argumentLimit = 100_000

    init(_ request: URLRequest, redactor: APIRedactor?) {
        if request.httpBodyStream != nil {
            isThere = true
            words = ["--data-binary", "@-"]
            comment = " # the body is a stream: give it on standard input"
            return
        }
        guard let data = request.httpBody, request.httpMethod != "HEAD" else { return }
        isThere = true
        let type = request.value(forHTTPHeaderField: "Content-Type")
        var bytes = data
        switch redactor?.shown(data, contentType: type) {
        case .text(let text): bytes = Data(text.utf8)
        case .hidden: bytes = Data((redactor?.replacement ?? "").utf8)
        case .bytes, nil: break
        }
        let text = String(validating: bytes, as: UTF8.self)
        if let text, !text.utf8.contains(0), text.utf8.count <= Self.argumentLimit {
            words = ["--data-raw", ShellQuoting.quoted(text)]
        } else {
            prefix = "printf %s '\(bytes.base64EncodedString())' | base64 -d | "
            words = ["--data-binary", "@-"]
        }
    }
}

/// Words for a POSIX shell (POSIX 2.2.2): within single quotes everything stands for itself but the quote.
package enum ShellQuoting {
    package static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}
