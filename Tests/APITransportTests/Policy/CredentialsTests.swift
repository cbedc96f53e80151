import APITransport
import Testing

@Suite struct `Credentials of a request` {
    @Test func `show no secret, however they are printed`() {
        let all: [Credentials] = [
            .basic(user: "ann", password: "hush"), .bearer("hush"), .digest(user: "ann", password: "hush"),
            .strongest(user: "ann", password: "hush"),
        ]
        for credentials in all {
            var dumped = ""
            dump(credentials, to: &dumped)
            dump([credentials], to: &dumped)
            for text in ["\(credentials)", String(reflecting: credentials), String(describing: [credentials]), dumped] {
                #expect(!text.contains("hush"))
            }
        }
    }
}
