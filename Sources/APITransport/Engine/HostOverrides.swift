/// What a client's overrides say, by the places they name; folded once.
struct HostOverrides<Value: Sendable>: Sendable {
    private let values: [String: Value]

    /// Hosts are compared without regard to case (RFC 3986, section 3.2.2).
    init(_ given: [String: Value]) {
        // Of names that differ in nothing but case the first in order counts, whatever a dictionary's order is.
        let sorted = given.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), $0.value) }
        values = Dictionary(sorted) { first, _ in first }
    }

    /// What the most exact override for a place says.
    func value(for place: HostPort) -> Value? {
        values.isEmpty ? nil : place.patterns.lazy.compactMap { values[$0] }.first
    }
}

/// What of a client's configuration decides where its connections go.
struct DialRules: Sendable {
    let addresses: HostOverrides<[String]>
    let connections: HostOverrides<String>
    let unixSocketPath: String?

    init(_ configuration: HTTPClient.Configuration) {
        addresses = HostOverrides(configuration.addressOverrides)
        connections = HostOverrides(configuration.connectionOverrides)
        unixSocketPath = configuration.unixSocketPath
    }
}
