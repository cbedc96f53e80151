import CSupport

/// What somebody waits for at a socket.
package struct Interest: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let read = Interest(rawValue: UInt32(CS_READINESS_READ))
    package static let write = Interest(rawValue: UInt32(CS_READINESS_WRITE))
}

/// What a socket was found to be.
package struct Readiness: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let read = Readiness(rawValue: UInt32(CS_READINESS_READ))
    package static let write = Readiness(rawValue: UInt32(CS_READINESS_WRITE))
    /// The peer has ended its side, or something is wrong: reading tells, so this comes with ``read``.
    package static let hangup = Readiness(rawValue: UInt32(CS_READINESS_HANGUP))
}
