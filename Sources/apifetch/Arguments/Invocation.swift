/// All that one command line asks for.
package struct Invocation: Sendable {
    package var general = GeneralSettings()
    /// One entry for the command line, and one more for each `--next`.
    package var requests: [RequestSettings] = [RequestSettings()]

    package init() {}

    /// The settings that options apply to.
    var current: RequestSettings {
        get { requests[requests.count - 1] }
        set { requests[requests.count - 1] = newValue }
    }

    mutating func beginNext() throws(UsageError) {
        guard !current.urls.isEmpty else { throw UsageError("no URL before it") }
        requests.append(RequestSettings())
    }

    /// The invocation, once it is known that it can be obeyed.
    func validated() throws(UsageError) -> Invocation {
        guard general.information == nil else { return self }
        for request in requests { try request.validate(general) }
        return self
    }
}

/// What holds for the whole run.
package struct GeneralSettings: Sendable, Equatable {
    package enum Information: Sendable { case help, version }

    package var isVerbose = false
    package var isSilent = false
    package var showsErrors = false
    package var reportsJSON = false
    package var failsEarly = false
    package var showsProgress = true
    /// Set when the run only prints about the program itself.
    package var information: Information?
}
