import TestSupport

/// How a server ends a connection.
enum Ending: CaseIterable, Sendable {
    case close, reset

    var action: Action {
        switch self {
        case .close: .close
        case .reset: .reset
        }
    }
}
