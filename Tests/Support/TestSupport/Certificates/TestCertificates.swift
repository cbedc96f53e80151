/// A certificate authority of the tests' own and what servers show to be trusted, or refused, by those who trust it.
///
/// Each identity is made when it is first asked for. Good ones are for `localhost`, `127.0.0.1` and `::1`.
package enum TestCertificates {
    /// The root that clients are told to trust.
    package static let authority = TestIdentity(commonName: "Test Root", isAuthority: true)

    /// A root nobody is told of.
    package static let strangeAuthority = TestIdentity(commonName: "Strange Root", isAuthority: true)

    /// Between the root and some leaves.
    package static let intermediate = TestIdentity(
        commonName: "Test Intermediate",
        isAuthority: true,
        issuer: authority
    )

    /// Signed by the root, for the loopback names.
    package static let valid = leaf()

    /// Signed by the intermediate, which a server with `sendsLeafOnly` keeps back.
    package static let viaIntermediate = leaf(issuer: intermediate)

    package static let expired = leaf(validity: .past)
    package static let notYetValid = leaf(validity: .future)

    /// Valid, but for another host.
    package static let wrongHost = leaf(names: ["elsewhere.test"], addresses: ["192.0.2.1"])

    /// Names the loopback host in its subject only, where nobody may look.
    package static let commonNameOnly = TestIdentity(commonName: "localhost", issuer: authority)

    package static let selfSigned = TestIdentity(
        commonName: "localhost",
        names: loopbackNames,
        addresses: loopbackAddresses
    )

    /// In order, but signed by a root that nobody is told of.
    package static let untrusted = leaf(issuer: strangeAuthority)

    /// What a client shows to a server that asks for a certificate of the authority.
    package static let client = TestIdentity(commonName: "Test Client", issuer: authority)

    package static let loopbackNames = ["localhost"]
    package static let loopbackAddresses = ["127.0.0.1", "::1"]

    /// A leaf made to order.
    package static func leaf(
        names: [String] = loopbackNames,
        addresses: [String] = loopbackAddresses,
        validity: TestIdentity.Validity = .now,
        issuer: TestIdentity = authority
    ) -> TestIdentity {
        TestIdentity(
            commonName: "Test Server",
            names: names,
            addresses: addresses,
            validity: validity,
            issuer: issuer
        )
    }
}
