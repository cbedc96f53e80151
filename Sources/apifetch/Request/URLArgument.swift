/// A URL as people type it, made into one that can be sent.
package enum URLArgument {
    /// The URL with a scheme; `http` where none is given.
    package static func withScheme(_ text: String) -> String {
        authorityStart(in: text[...]) == nil ? "http://" + text : text
    }

    /// Whether the name of a file to upload stands for standard input.
    package static func isStandardInput(_ path: String) -> Bool {
        path == "-" || path == "."
    }

    /// The URL with the name of the file at `path` behind it, when its own path ends in a slash.
    package static func naming(fileAt path: String, in url: String) -> String {
        let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
        let base = url[..<end]
        let name = PercentEncoding.escape(lastPart(of: path))
        guard isPathless(base) || base.hasSuffix("/") else { return url }
        return base + (isPathless(base) ? "/" : "") + name + url[end...]
    }

    /// The last part of a path, as a name for a file; nil when it is none.
    package static func fileName(ofPath path: String) -> String? {
        let name = lastPart(of: path)
        return name.isEmpty || name == "." || name == ".." ? nil : name
    }

    /// Whether there is nothing behind host and port.
    private static func isPathless(_ url: Substring) -> Bool {
        let start = authorityStart(in: url) ?? url.startIndex
        return !url[start...].contains("/" as Character)
    }

    /// Where the text behind `://` begins.
    private static func authorityStart(in url: Substring) -> Substring.Index? {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
        return url.index(colon, offsetBy: 3)
    }

    private static func lastPart(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    }
}
