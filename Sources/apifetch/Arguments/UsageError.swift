/// A command line that cannot be obeyed; the program ends with exit code 2.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    /// One line that names the argument and says what is wrong with it.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    package static func unknownOption(_ spelled: String) -> UsageError {
        UsageError("option \(spelled): is unknown")
    }

    /// The same error, said of the option that was `spelled` so.
    func about(_ spelled: String) -> UsageError {
        UsageError("option \(spelled): \(description)")
    }

    package static func missingValue(_ spelled: String) -> UsageError {
        UsageError("option \(spelled): requires a value")
    }
}
