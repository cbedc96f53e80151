/// One option of the command line: its names, and what it does to the settings.
package struct Option: Sendable {
    package enum Effect: Sendable {
        /// Takes no value. The flag is false when the option was spelled `--no-NAME`.
        case flag(@Sendable (inout Invocation, Bool) throws(UsageError) -> Void)
        /// Takes the rest of its argument or the next one.
        case value(@Sendable (inout Invocation, String) throws(UsageError) -> Void)
    }

    /// The long name without its dashes.
    package let name: String
    package let letter: Character?
    /// What stands for the value in the help text; nil for flags.
    package let placeholder: String?
    package let help: String
    package let effect: Effect

    /// Every option there is, in the order of the help text.
    package static let all: [Option] = request + session + output + connection + general

    static func named(_ name: Substring) -> Option? {
        all.first { $0.name == name }
    }

    static func lettered(_ letter: Character) -> Option? {
        all.first { $0.letter == letter }
    }
}

/// A setting of the request that an option sets.
typealias Setting<Value> = any WritableKeyPath<RequestSettings, Value> & Sendable

/// The usual kinds of options.
extension Option {
    static func flag(
        _ name: String,
        _ letter: Character?,
        _ help: String,
        _ effect: @escaping @Sendable (inout Invocation, Bool) throws(UsageError) -> Void
    ) -> Option {
        Option(name: name, letter: letter, placeholder: nil, help: help, effect: .flag(effect))
    }

    static func value(
        _ name: String,
        _ letter: Character?,
        _ placeholder: String,
        _ help: String,
        _ effect: @escaping @Sendable (inout Invocation, String) throws(UsageError) -> Void
    ) -> Option {
        Option(name: name, letter: letter, placeholder: placeholder, help: help, effect: .value(effect))
    }

    /// A flag that only sets a setting of the request.
    static func flag(
        _ name: String,
        _ letter: Character?,
        _ help: String,
        _ setting: Setting<Bool>
    ) -> Option {
        flag(name, letter, help) { (all, isOn) throws(UsageError) in all.current[keyPath: setting] = isOn }
    }

    /// A flag that only sets a setting of the run.
    static func flag(
        _ name: String,
        _ letter: Character?,
        _ help: String,
        general setting: any WritableKeyPath<GeneralSettings, Bool> & Sendable
    ) -> Option {
        flag(name, letter, help) { (all, isOn) throws(UsageError) in all.general[keyPath: setting] = isOn }
    }

    /// An option whose value is kept as it is; the last one counts.
    static func text(
        _ name: String,
        _ letter: Character?,
        _ placeholder: String,
        _ help: String,
        _ setting: Setting<String?>
    ) -> Option {
        value(name, letter, placeholder, help) { (all, value) throws(UsageError) in
            all.current[keyPath: setting] = value
        }
    }

    /// An option that may be given several times; what its values say is kept in order.
    static func list<Element>(
        _ name: String,
        _ letter: Character?,
        _ placeholder: String,
        _ help: String,
        _ setting: Setting<[Element]>,
        _ element: @escaping @Sendable (String) throws(UsageError) -> Element
    ) -> Option {
        value(name, letter, placeholder, help) { (all, value) throws(UsageError) in
            all.current[keyPath: setting].append(try element(value))
        }
    }
}
