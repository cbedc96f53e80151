import Foundation
import Synchronization

/// The language of error texts.
public enum APILanguage: Sendable, Hashable, CaseIterable {
    /// English.
    case english
    /// Chinese, with the texts of the original library.
    case chinese

    /// The language an environment asks for: Chinese when the first variable that is set of `LC_ALL`, `LC_MESSAGES` and
    /// `LANG` begins with `zh`, else English.
    ///
    /// Foundation's `Locale` does not look at them.
    public init(environment: [String: String]) {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let first = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        self = first?.lowercased().hasPrefix("zh") == true ? .chinese : .english
    }

    private static let choice = Mutex(APILanguage(environment: ProcessInfo.processInfo.environment))

    /// The language that error texts are written in now.
    package static var current: APILanguage {
        get { choice.withLock { $0 } }
        set { choice.withLock { $0 = newValue } }
    }

    /// What an error says, in this language if it knows it.
    package func description(of error: any Error) -> String {
        if let error = error as? any MultilingualError { return error.text(self) }
        // An application's own errors say what they want to say.
        if self == .chinese, !(error is any LocalizedError), let text = FileErrorText.chinese(error) { return text }
        return error.localizedDescription
    }

    package func text(_ english: @autoclosure () -> String, _ chinese: @autoclosure () -> String) -> String {
        switch self {
        case .english: english()
        case .chinese: chinese()
        }
    }
}

/// An error whose text exists in every ``APILanguage``.
package protocol MultilingualError: Error {
    /// One sentence for the user.
    func text(_ language: APILanguage) -> String
}
