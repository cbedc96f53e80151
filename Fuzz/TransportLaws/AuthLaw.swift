import APITransport

/// Whatever a server asks for, a call ends after a few requests; what goes out is a valid field value and says the
/// realm and nonce that the server said.
///
/// The first byte picks credentials and statuses; each line of the rest is a WWW-Authenticate field, one that begins
/// with `!` an Authentication-Info field.
package func authLaw(_ input: Span<UInt8>) throws(Violation) {
    let (steering, bytes) = split(input, after: 1)
    let all: [Credentials] = [
        .strongest(user: "ann", password: "pass"), .digest(user: "\"ann\\é", password: "p:w"),
        .basic(user: "ann", password: "pass"), .bearer("token"),
    ]
    var fields = HTTPFields()
    var values: [[UInt8]] = []
    for line in bytes.split(separator: 0x0A) where line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) {
        let isInfo = line.first == UInt8(ascii: "!")
        let value = Array(isInfo ? line.dropFirst() : line)
        let name = isInfo ? "Authentication-Info" : "WWW-Authenticate"
        fields.appendValidated(name: name.utf8.span, value: value.span)
        if !isInfo { values.append(value) }
    }
    var authenticator = Authenticator(all[Int(steering[0] & 3)])
    var rounds = 0
    var isAgain = true
    while isAgain {
        rounds += 1
        try require(rounds < 8, "there is no end")
        let preparation = try prepare(&authenticator, hasBody: steering[0] & 4 != 0)
        if let value = preparation.value { try check(value, offered: values) }
        let status = steering[0] & 8 != 0 && rounds == 1 ? 200 : 401
        isAgain = authenticator.received(status: status, fields: fields, canSendBodyAgain: true) == .sendAgain
    }
}

private func prepare(_ authenticator: inout Authenticator, hasBody: Bool) throws(Violation) -> Authenticator.Preparation
{
    do {
        return try authenticator.prepare(method: .post, target: "/a?b=\"c", hasBody: hasBody, clientNonce: "0a4f113b")
    } catch {
        throw Violation("good credentials are refused: \(error)")
    }
}

private func check(_ value: [UInt8], offered: [[UInt8]]) throws(Violation) {
    try require(value.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }, "a control character is sent")
    let sent = Challenge.parse([value[...]])
    try require(sent.count == 1, "\(sent.count) schemes are sent")
    guard let answer = sent.first, answer.scheme == "digest" else { return }
    let asked = Challenge.parse(offered.map { $0[...] })
    try require(
        asked.contains { $0.scheme == "digest" && $0.value("realm") == answer.value("realm") },
        "the realm is another than was asked for"
    )
    try require(answer.value("uri") == Array("/a?b=\"c".utf8), "the target is another")
    try require(answer.value("nonce") != nil && answer.value("response") != nil, "the answer is not whole")
}
