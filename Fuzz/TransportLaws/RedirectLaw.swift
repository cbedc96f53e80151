import APITransport

/// A chain of redirects ends, leads to http and https alone, never from https to http unasked, and takes no credentials
/// to another origin.
///
/// The first byte is the status less 300, the second picks the method, the third the policy. A tab parts the first URL
/// from the location.
package func redirectLaw(_ input: Span<UInt8>) throws(Violation) {
    let (steering, bytes) = split(input, after: 3)
    let parts = bytes.split(separator: 0x09, maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count == 2, let start = try? HTTPURL(String(decoding: first, as: UTF8.self))
    else { return }
    let methods: [HTTPMethod] = [.get, .head, .post, .put, .delete, .query]
    var policy = RedirectPolicy(maximum: Int(steering[2] & 7))
    policy.allowsDowngrade = steering[2] & 8 != 0
    policy.keepsPost = RedirectPolicy.KeptPosts(rawValue: steering[2] >> 4 & 7)
    var fields = HTTPFields()
    fields.appendValidated(name: "Location".utf8.span, value: Array(parts[1]).span)
    var request = RedirectedRequest(
        method: methods[Int(steering[1]) % methods.count],
        url: start,
        canSendBodyAgain: steering[1] < 128,
        hops: []
    )
    let status = 300 + Int(steering[0]) % 20
    while true {
        switch request.decision(status: status, fields: fields, policy: policy) {
        case .deliver: return
        case .refuse(let kind, let message):
            try require(
                [.tooManyRedirects, .redirectRefused, .badURL, .bodyNotReplayable, .invalidResponse].contains(kind),
                "refused as \(kind)"
            )
            try require(!message.contains("?"), "the message tells the query")
            return
        case .follow(let step):
            try check(step, from: request, status, policy)
            request.hops.append(RedirectHop(status: status, from: request.url, to: step.url))
            request.url = step.url
            request.method = step.method
            if step.dropsBody { request.canSendBodyAgain = true }
            try require(request.hops.count <= policy.maximum ?? 0, "more redirects are followed than may be")
        }
    }
}

private func check(
    _ step: RedirectStep,
    from request: RedirectedRequest,
    _ status: Int,
    _ policy: RedirectPolicy
) throws(Violation) {
    try require([301, 302, 303, 307, 308].contains(status), "\(status) is followed")
    try require(!request.url.isSecure || step.url.isSecure || policy.allowsDowngrade, "https leads to http")
    let leaves = step.url.origin != request.url.origin
    try require(step.dropsCredentials == leaves, "credentials go to \(step.url.origin)")
    for name in ["authorization", "cookie", "proxy-authorization", "host"] {
        try require(step.droppedFields.contains(name) == leaves, "\(name) goes to \(step.url.origin)")
    }
    try require(step.dropsBody || request.canSendBodyAgain, "a body that is gone is sent again")
    try require(status < 307 || (step.method == request.method && !step.dropsBody), "\(status) changes the request")
    try require(step.method == request.method || step.method == .get, "the method becomes \(step.method)")
    try require(step.dropsBody == step.droppedFields.contains("content-type"), "body and fields part")
}
