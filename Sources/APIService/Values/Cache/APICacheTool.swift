/// Where answers are cached.
///
/// An application can put its own in the place of ``APIServiceCore/CacheTool``.
public protocol APICacheTool {
    /// Keeps a package; `completion` is called once, on any thread.
    func set(
        forKey key: String,
        data: APICachePackage,
        writeMode: APICacheWriteMode,
        expiry: APICacheExpiry,
        completion: ((Result<Void, any Error>) -> Void)?
    )

    /// Finds a package that has not expired; `completion` is called once, on any thread.
    func getValidObject(byKey key: String, completion: @escaping (Result<APICachePackage, any Error>) -> Void)

    /// Keeps a package before it returns.
    func set(forKey key: String, data: APICachePackage, writeMode: APICacheWriteMode, expiry: APICacheExpiry) throws

    /// Finds a package that has not expired.
    /// - Throws: ``APICacheError`` when there is none or it has expired, or the error that prevented looking.
    func getValidObject(byKey key: String) throws -> APICachePackage
}
