internal import CTestTLS

/// A certificate made at run time (EC P-256), with its private key and its intermediates.
@safe package final class TestIdentity: Sendable {
    /// When a certificate is valid, in seconds from now.
    package struct Validity: Sendable {
        package var startsIn: Int64
        package var endsIn: Int64

        package init(startsIn: Int64, endsIn: Int64) {
            self.startsIn = startsIn
            self.endsIn = endsIn
        }

        package static let now = Validity(startsIn: -3600, endsIn: 30 * 86400)
        package static let past = Validity(startsIn: -30 * 86400, endsIn: -86400)
        package static let future = Validity(startsIn: 86400, endsIn: 30 * 86400)
    }

    // SAFETY: immutable once made, as its header says.
    nonisolated(unsafe) let raw: OpaquePointer

    /// Makes a key and a certificate for it.
    ///
    /// - Parameters:
    ///   - commonName: the subject.
    ///   - names: host names it is for.
    ///   - addresses: IP addresses it is for.
    ///   - isAuthority: whether it may sign others.
    ///   - validity: when it is valid.
    ///   - issuer: who signs it; nil: it signs itself.
    package init(
        commonName: String,
        names: [String] = [],
        addresses: [String] = [],
        isAuthority: Bool = false,
        validity: Validity = .now,
        issuer: TestIdentity? = nil
    ) {
        let alternatives = names.map { "DNS:" + $0 } + addresses.map { "IP:" + $0 }
        let made: OpaquePointer? = unsafe commonName.withCString { commonName in
            unsafe alternatives.joined(separator: ",").withCString { list in
                var request = unsafe ct_identity_request(
                    common_name: commonName,
                    alternative_names: alternatives.isEmpty ? nil : list,
                    is_authority: isAuthority,
                    starts_in: validity.startsIn,
                    ends_in: validity.endsIn
                )
                return unsafe ct_identity_new(issuer?.raw, &request)
            }
        }
        guard let made = unsafe made else { fatalError("OpenSSL made no certificate for \(commonName)") }
        unsafe raw = made
    }

    deinit {
        unsafe ct_identity_free(raw)
    }

    /// The certificate alone.
    package var certificatePEM: String { unsafe text(ct_identity_certificate_pem(raw)) }

    /// The certificate, then its intermediates, without the root: what a server is given.
    package var chainPEM: String { unsafe text(ct_identity_chain_pem(raw)) }

    package var keyPEM: String { unsafe text(ct_identity_key_pem(raw)) }

    package func keyPEM(encryptedWith password: String) -> String {
        unsafe text(ct_identity_key_pem_encrypted(raw, password))
    }

    /// Base64 of the SHA-256 of the public key, as it stands behind `sha256//` in a pin.
    package var pin: String { unsafe text(ct_identity_pin(raw)) }

    private func text(_ string: UnsafeMutablePointer<CChar>?) -> String {
        guard let string = unsafe string else { fatalError("no memory for a certificate's text") }
        defer { unsafe ct_string_free(string) }
        return unsafe String(cString: string)
    }
}
