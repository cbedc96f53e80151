/// What two requests must have in common to share a connection.
struct ConnectionKey: Hashable, Sendable {
    let origin: HTTPOrigin
}
