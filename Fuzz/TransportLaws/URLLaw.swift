import APITransport

/// A URL that is read, printed and read again is the same URL, its parts make up the whole, and nothing ends its line.
///
/// The same holds for a reference against a base.
/// A tab in the input, which no URL holds, parts the base from the reference.
package func urlLaw(_ input: Span<UInt8>) throws(Violation) {
    let text = String(decoding: split(input, after: 0).rest, as: UTF8.self)
    let parts = text.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let url = try? HTTPURL(parts[0]) else { return }
    try check(url)
    guard parts.count > 1 else { return }
    guard let resolved = try? url.resolving(parts[1]) else { return }
    try check(resolved)
    let again = try? resolved.resolving(parts[1])
    try require(again != nil, "a reference is refused against what it leads to")
    if let longer = try? url.appendingQuery(parts[1]) {
        try check(longer)
        try require(longer.path == url.path && longer.fragment == url.fragment, "a longer query changes another part")
    }
}

private func check(_ url: HTTPURL) throws(Violation) {
    for byte in url.bytes { try require(byte > 0x20 && byte < 0x7F, "the URL holds the byte \(byte)") }
    let again: HTTPURL
    do throws(TransportError) { again = try HTTPURL(url.description, pathAsIs: true) } catch {
        throw Violation("\(url) is refused: \(error)")
    }
    try require(again == url && again.origin == url.origin, "\(url) becomes \(again)")
    try require(url.target.hasPrefix("/"), "the target is \(url.target)")
    try require(!url.target.contains("#"), "the target holds a fragment")
    try require(!url.hostField.contains("@") && !url.hostField.contains("%"), "the Host field is \(url.hostField)")
    try require(!url.host.isEmpty, "there is no host")
    let bare = url.withoutUserInfo
    try require(bare.user == nil && bare.password == nil, "userinfo is left")
    let userInfo =
        url.user == nil ? "" : String(url.description.dropFirst(url.scheme.count + 3).prefix { $0 != "@" }) + "@"
    let fragment = url.fragment.map { "#" + $0 } ?? ""
    let authority = url.layout.zone.isEmpty ? url.hostField : nil
    if let authority {
        try require(
            url.description == "\(url.scheme)://\(userInfo)\(authority)\(url.target)\(fragment)",
            "\(url) is not its parts"
        )
    }
    try require(bare.target == url.target && bare.origin == url.origin, "\(bare) is another place than \(url)")
}
