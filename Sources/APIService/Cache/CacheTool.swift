/// The built-in cache: memory first, then disk.
public final class CacheTool: Sendable {
    /// The one cache of the process.
    public static let shared = CacheTool()
}
