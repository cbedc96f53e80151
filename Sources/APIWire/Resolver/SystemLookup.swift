import CSupport

/// The system's look-up of names: it waits, and cannot be interrupted.
package enum SystemLookup {
    /// The addresses of a name in the system's order (RFC 6724), without ports.
    package static func addresses(
        of host: String,
        _ family: Resolver.Family
    ) -> Result<[SocketAddress], WireError> {
        var resolved: OpaquePointer?
        var error: Int32 = 0
        let status = unsafe cs_resolve(host, cs_resolve_family(family), &resolved, &error)
        guard status == .ok, let resolved = unsafe resolved else { return .failure(failure(status, error)) }
        defer { unsafe cs_resolved_free(resolved) }
        var addresses: [SocketAddress] = []
        while let bytes = SocketAddress.filling({ unsafe cs_resolved_next(resolved, &$0, &$1) }) {
            addresses.append(SocketAddress(bytes: bytes))
        }
        return addresses.isEmpty ? .failure(WireError(.notFound, detail: "no address")) : .success(addresses)
    }

    private static func failure(_ status: cs_status, _ error: Int32) -> WireError {
        guard status == .library else { return WireError(systemError: error) }
        let text = unsafe String(cString: cs_resolve_text(error))
        return WireError(cs_resolve_not_found(error) ? .notFound : .unreachable, detail: text)
    }
}

extension cs_resolve_family {
    fileprivate init(_ family: Resolver.Family) {
        self =
            switch family {
            case .any: .any
            case .ipv4: .ipv4
            case .ipv6: .ipv6
            }
    }
}
