package import Foundation

/// The name under which the answer to a request is cached.
package enum CacheKey {
    /// `METHOD-URL?name=value&…-extra`: parameters sorted by name, without the excluded ones and not escaped.
    package static func text(
        method: APIRequestMethod,
        url: URL,
        parameters: [String: Any]?,
        excluding: [String] = [],
        extra: String = ""
    ) -> String {
        var text = "\(method.rawValue)-\(url.absoluteString)"
        let pairs = (parameters ?? [:])
            .filter { !excluding.contains($0.key) }
            .sortedByKey
            .map { "\($0.key)=\(CanonicalText.of($0.value))" }
        if !pairs.isEmpty { text += "?" + pairs.joined(separator: "&") }
        if !extra.isEmpty { text += "-" + extra }
        return text
    }

    /// The key for a request: what the custom handler makes of the text, else the MD5 of the text.
    ///
    /// The parameters are those that the request's own interceptor left, so that they are asked for once per send.
    package static func key<T: APIRequest>(for request: T, cache: APICache, parameters: [String: Any]?) -> String {
        let text = text(
            method: request.method,
            url: request.completeURL,
            parameters: parameters,
            excluding: request.cacheFilterParameters,
            extra: cache.extraCacheKey
        )
        return cache.customCacheKeyHandler?(text) ?? CacheDigest.hex(text)
    }
}

/// A value as text that is the same in every process: scalars read as Swift prints them, dictionaries and sets as well
/// but in sorted order.
enum CanonicalText {
    static func of(_ value: Any) -> String {
        container(value, depth: 0) ?? "\(value)"
    }

    private static func container(_ value: Any, depth: Int) -> String? {
        if value is String { return nil }
        // Nothing that deep can be sent.
        guard depth < ParameterValue.depthLimit else { return "…" }
        func element(_ value: Any) -> String { Self.element(value, depth: depth + 1) }
        if let dictionary = value as? [AnyHashable: Any] {
            guard !dictionary.isEmpty else { return "[:]" }
            let pairs = dictionary.map { "\(element($0.key.base)): \(element($0.value))" }
            return "[" + pairs.sorted().joined(separator: ", ") + "]"
        }
        if let array = value as? [Any] { return "[" + array.map(element).joined(separator: ", ") + "]" }
        if let set = value as? Set<AnyHashable> {
            return "[" + set.map { element($0.base) }.sorted().joined(separator: ", ") + "]"
        }
        return nil
    }

    /// Inside of a container Swift prints values as a debugger does: strings in quotes.
    private static func element(_ value: Any, depth: Int) -> String {
        container(value, depth: depth) ?? String(reflecting: value)
    }
}
