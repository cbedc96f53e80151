/// What to do with a response that may be a redirect (RFC 9110 15.4).
package enum RedirectDecision: Sendable {
    /// The response is the answer.
    case deliver
    /// Go on with a changed request.
    case follow(RedirectStep)
    /// The exchange ends with an error; the message names no query.
    case refuse(TransportError.Kind, message: String)
}

/// How the next request differs from the one that was redirected.
package struct RedirectStep: Sendable {
    package let method: HTTPMethod
    package let url: HTTPURL
    /// The next request has no body, and the fields that describe it are among ``droppedFields``.
    package let dropsBody: Bool
    /// Names of fields to remove from the caller's, whatever their letter case.
    package let droppedFields: [String]
    /// The credentials of the request must not be used any more, on this hop and all later ones.
    package let dropsCredentials: Bool
}

/// A request that got an answer, as far as redirects depend on it.
package struct RedirectedRequest: Sendable {
    package var method: HTTPMethod
    package var url: HTTPURL
    /// There is no body, or it can be produced once more.
    package var canSendBodyAgain: Bool
    /// The redirects that led here, the first first.
    package var hops: [RedirectHop]

    package init(method: HTTPMethod, url: HTTPURL, canSendBodyAgain: Bool, hops: [RedirectHop]) {
        self.method = method
        self.url = url
        self.canSendBodyAgain = canSendBodyAgain
        self.hops = hops
    }

    /// Judges the answer to this request.
    package func decision(status: Int, fields: HTTPFields, policy: RedirectPolicy) -> RedirectDecision {
        // 300 offers a choice, 304 to 306 are no redirects: all of them are answers.
        guard policy.follows, [301, 302, 303, 307, 308].contains(status) else { return .deliver }
        let locations = fields.valueBytes("location")
        guard let location = locations.first, !location.isEmpty else { return .deliver }
        guard locations.allSatisfy({ $0 == location }) else {
            return .refuse(.invalidResponse, message: "The redirect names several different locations")
        }
        if let maximum = policy.maximum, hops.count >= maximum {
            return .refuse(.tooManyRedirects, message: "Stopped after \(max(0, maximum)) redirects: \(chain)")
        }
        do throws(TransportError) {
            let next = try url.resolving(bytes: location.span, inheritsFragment: true)
            return follow(to: next, status: status, policy: policy)
        } catch {
            return error.kind == .unsupportedScheme
                ? .refuse(.redirectRefused, message: "The redirect leads to a scheme other than http and https")
                : .refuse(.badURL, message: "The redirect's location is not a valid URL")
        }
    }

    private func follow(to next: HTTPURL, status: Int, policy: RedirectPolicy) -> RedirectDecision {
        let isDowngrade = url.isSecure && !next.isSecure
        if isDowngrade, !policy.allowsDowngrade {
            return .refuse(.redirectRefused, message: "The redirect leads from https to http")
        }
        let nextMethod = method(after: status, policy: policy)
        // What 303 points to is only to be read, even where the method was GET already.
        let dropsBody = nextMethod != method || (status == 303 && nextMethod != .post)
        guard dropsBody || canSendBodyAgain else {
            return .refuse(
                .bodyNotReplayable,
                message: "The redirect asks for the body again, which can be read only once"
            )
        }
        var dropped: [String] = []
        if dropsBody { dropped += Self.bodyFields }
        // The Host field that the caller chose is for the host that is left, whoever is trusted.
        if url.origin != next.origin { dropped.append("host") }
        let isTrusted = policy.trust.covers(from: url, to: next)
        if !isTrusted { dropped += Self.credentialFields }
        // RFC 9110 10.1.3: what was asked for in private is not told in public.
        if isDowngrade { dropped.append("referer") }
        return .follow(
            RedirectStep(
                method: nextMethod,
                url: next,
                dropsBody: dropsBody,
                droppedFields: dropped,
                dropsCredentials: !isTrusted
            )
        )
    }

    private func method(after status: Int, policy: RedirectPolicy) -> HTTPMethod {
        switch status {
        case 301 where method == .post && !policy.keepsPost.contains(.movedPermanently): .get
        case 302 where method == .post && !policy.keepsPost.contains(.found): .get
        case 303 where method != .head && !(method == .post && policy.keepsPost.contains(.seeOther)): .get
        default: method
        }
    }

    /// The way so far without queries, its middle left out when it is long.
    private var chain: String {
        var places = hops.map(\.from.redacted) + [url.redacted]
        if places.count > 6 { places.replaceSubrange(3..<places.count - 2, with: ["…"]) }
        return places.joined(separator: " → ")
    }

    /// Fields that mean nothing without the body (RFC 9110 15.4).
    private static let bodyFields = [
        "content-type", "content-length", "content-encoding", "content-language", "content-location",
        "content-disposition", "content-range", "content-md5", "content-digest", "repr-digest", "digest",
        "last-modified", "transfer-encoding", "trailer", "expect",
    ]

    /// Fields that are meant for one origin alone.
    private static let credentialFields = ["authorization", "cookie", "cookie2", "proxy-authorization"]
}

extension RedirectPolicy.Trust {
    func covers(from: HTTPURL, to: HTTPURL) -> Bool {
        if from.origin == to.origin { return true }
        switch self {
        case .sameOrigin: return false
        case .secureUpgrade:
            return from.host == to.host && !from.isSecure && from.port == 80 && to.isSecure && to.port == 443
        case .anyOrigin: return true
        case .when(let decides): return decides(from, to)
        }
    }
}

extension HTTPFields {
    /// The bytes of all values of that name, in their order.
    func valueBytes(_ name: String) -> [ArraySlice<UInt8>] {
        var values: [ArraySlice<UInt8>] = []
        var index = firstIndex(ofName: name)
        while let found = index {
            values.append(storage[entries[found].value])
            index = firstIndex(ofName: name, from: found + 1)
        }
        return values
    }
}
