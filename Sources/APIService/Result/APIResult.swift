/// A value, or the error in its place.
public enum APIResult<T> {
    /// It went well.
    case success(T)
    /// It did not.
    case failure(APIError)
}

extension APIResult: Sendable where T: Sendable {}

extension APIResult {
    /// Whether there is a value.
    public var isSuccess: Bool {
        if case .success = self { true } else { false }
    }

    /// Whether there is an error.
    public var isFailure: Bool { !isSuccess }

    /// The value, or nil.
    public var value: T? {
        switch self {
        case .success(let value): value
        case .failure: nil
        }
    }

    /// The error, or nil.
    public var error: APIError? {
        switch self {
        case .success: nil
        case .failure(let error): error
        }
    }
}
