import APIService

/// Lets one test at a time change the settings that all services share, and puts them back.
actor SharedConfiguration {
    private static let turn = SharedConfiguration()

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs `body` alone with the settings changed by `change`.
    static func with<Result>(
        _ change: (APIConfig) -> Void,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        await turn.take()
        let config = APIConfig.shared
        let (tool, plugins, checks) = (config.cacheTool, config.defaultPlugins, config.checksReachability)
        let base = config.baseURL
        defer {
            config.cacheTool = tool
            config.defaultPlugins = plugins
            config.checksReachability = checks
            config.baseURL = base
            Task { await turn.leave() }
        }
        change(config)
        return try await body()
    }

    private func take() async {
        if isTaken {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            isTaken = true
        }
    }

    private func leave() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
