import CSupport

/// The domains below which anybody can register a name, such as `co.uk`.
// SAFETY: the C object never changes after it is made, and any thread may use it.
@safe package struct PublicSuffixList: @unchecked Sendable {
    #if LibPSL
    /// The newest list that the system has; nil when it has none.
    package static let system = PublicSuffixList()

    private let raw: OpaquePointer

    private init?() {
        guard let raw = unsafe cs_public_suffixes_load() else { return nil }
        unsafe self.raw = raw
    }

    /// Whether the domain, in lower case and without a dot at its end, is one of them.
    package func contains(_ domain: Span<UInt8>) -> Bool {
        unsafe cs_public_suffixes_contain(raw, domain)
    }
    #else
    /// The newest list that the system has; none in a build without the trait LibPSL.
    package static var system: PublicSuffixList? { nil }

    private init() {}

    /// Whether the domain, in lower case and without a dot at its end, is one of them.
    package func contains(_ domain: Span<UInt8>) -> Bool { false }
    #endif
}
