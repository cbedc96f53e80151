import APITransport

func measureTransport(_ measure: Measure) throws {
    let (limits, head) = (HTTPLimits(), Samples.head)
    try measure("parse a head of 9 fields", bytes: head.count) {
        var parser = ResponseParser(method: .get, limits: limits)
        var position = 0
        _ = try parser.next(head.span, &position)
    }
    try measure("parse a URL") { _ = try HTTPURL("https://api.example.org:8443/a/path?with=query&and=more") }
    try measure("make a request of a URL") {
        var request = try HTTPRequest("https://api.example.org/items?page=2")
        try request.fields.set(name: "Accept", value: "application/json")
    }
}
