/// A request with defaults for what ``APIRequest`` leaves to the application: only `Response` and `baseURL` remain.
///
/// ```swift
/// struct Today: APIRequestDefaults {
///     typealias Response = Notice
///     var baseURL: URL { service }
///     var path: String { "/notices/today" }
/// }
/// ```
/// For value types. A subclass cannot override a default that its base class did not declare itself: classes declare the
/// members, or conform to ``APIRequest``, where a forgotten one does not compile.
public protocol APIRequestDefaults: APIRequest {}

extension APIRequestDefaults {
    /// Nothing below the base address.
    public var path: String { "" }

    /// `GET`.
    public var method: APIRequestMethod { .get }

    /// No parameters.
    public var parameters: [String: Any]? { nil }

    /// No fields of its own.
    public var headers: APIRequestHeaders? { nil }

    /// An answer held in memory.
    public var taskType: APIRequestTaskType { .request }

    /// Query parameters for methods without a body, form fields for the others.
    public var encoding: any APIParameterEncoding { StandardEncoding.shared.value }
}

/// Kept as it is handed out, so that a request without parameters costs nothing for it.
private enum StandardEncoding {
    // SAFETY: a value that nobody changes, and without closures.
    static let shared = UncheckedSendable<any APIParameterEncoding>(APIURLEncoding.default)
}
