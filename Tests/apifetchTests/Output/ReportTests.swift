import APITransport
import Testing
import apifetch

@Suite struct `A report` {
    private static func response() throws -> HTTPResponse {
        let url = try HTTPURL("https://user:secret@h/final")
        var fields = HTTPFields()
        try fields.append(name: "A", value: "1")
        try fields.append(name: "a", value: "\"2\"")
        var response = HTTPResponse(status: 200, reason: "OK", fields: fields, body: Array("hello".utf8), url: url)
        response.informational = [InformationalResponse(status: 103, fields: HTTPFields())]
        response.trailers = try HTTPFields([(name: "T", value: "t")])
        response.redirects = [RedirectHop(status: 302, from: try HTTPURL("http://u:p@h/"), to: url)]
        response.attempts = 2
        response.metrics.connect = .microseconds(1500)
        response.metrics.total = .milliseconds(20)
        response.metrics.tlsVersion = "TLSv1.3"
        response.metrics.remoteAddress = "127.0.0.1:443"
        response.metrics.sentBytes = 10
        response.metrics.receivedBytes = 30
        return response
    }

    private static func text(_ record: TransferRecord) -> String {
        String(decoding: Report.line(for: record), as: UTF8.self)
    }

    private static let metrics =
        #""metrics":{"queue_ms":0,"resolve_ms":0,"connect_ms":1.5,"tls_ms":0,"first_byte_ms":0,"total_ms":20,"#
        + #""reused":false,"protocol":"http/1.1","tls":"TLSv1.3","resumed":false,"remote":"127.0.0.1:443","#
        + #""sent_bytes":10,"received_bytes":30}"#

    @Test func `tells all about a response`() throws {
        var record = TransferRecord(requested: "h/start", method: "GET")
        record.response = try Self.response()
        record.bodyBytes = 5
        #expect(
            Self.text(record)
                == #"{"url":"https://h/final","requested":"h/start","method":"GET","status":200,"reason":"OK","#
                + #""version":"1.1","headers":[["A","1"],["a","\"2\""]],"#
                + #""informational":[{"status":103,"headers":[]}],"trailers":[["T","t"]],"#
                + #""body_base64":"aGVsbG8=","body_bytes":5,"#
                + #""redirects":[{"status":302,"from":"http://h/","to":"https://h/final"}],"attempts":2,"#
                + Self.metrics + #","error":null,"exit":0}"#
        )
    }

    @Test func `names the file in place of the body`() throws {
        var record = TransferRecord(requested: "h", method: "GET")
        record.response = try Self.response()
        record.filePath = "out/f"
        record.bodyBytes = 7
        let text = Self.text(record)
        #expect(text.contains(#""file":"out/f","body_bytes":7"#))
        #expect(!text.contains("body_base64"))
    }

    @Test func `keeps what had arrived before a failure`() throws {
        var record = TransferRecord(requested: "h", method: "GET")
        var error = TransportError(kind: .incompleteBody, phase: .body, message: "The body was cut")
        error.received = 9
        error.expected = 100
        error.requestSent = true
        record.error = error
        record.response = try Self.response()
        record.bodyBytes = 5
        let text = Self.text(record)
        #expect(text.contains(#""status":200"#) && text.contains(#""body_base64":"aGVsbG8=""#))
        #expect(
            text.hasSuffix(
                #""error":{"kind":"incompleteBody","phase":"body","message":"The body was cut","received":9,"#
                    + #""expected":100,"request_sent":true},"exit":18}"#
            )
        )
    }

    @Test func `has every key when nothing came`() {
        var record = TransferRecord(requested: "http://", method: "PUT")
        record.error = TransportError(kind: .badURL, phase: .queue, message: "The URL has no host")
        #expect(
            Self.text(record)
                == #"{"url":"http://","requested":"http://","method":"PUT","status":null,"reason":null,"version":null,"#
                + #""headers":[],"informational":[],"trailers":[],"body_base64":"","body_bytes":0,"redirects":[],"#
                + #""attempts":1,"metrics":{"queue_ms":0,"resolve_ms":0,"connect_ms":0,"tls_ms":0,"first_byte_ms":0,"#
                + #""total_ms":0,"reused":false,"protocol":"http/1.1","tls":null,"resumed":false,"remote":null,"#
                + #""sent_bytes":0,"received_bytes":0},"error":{"kind":"badURL","phase":"queue","#
                + #""message":"The URL has no host","received":0,"expected":null,"request_sent":false},"exit":3}"#
        )
    }
}

@Suite struct `An exit code` {
    static let codes: [(TransportError.Kind, TransportError.Phase, Int32)] = [
        (.badURL, .queue, 3), (.unsupportedScheme, .queue, 1), (.redirectRefused, .head, 1),
        (.invalidRequest, .queue, 43), (.configuration, .queue, 43), (.configuration, .tls, 77),
        (.configuration, .file, 58),
        (.nameResolution, .resolve, 6), (.nameResolution, .proxy, 5), (.connect, .connect, 7), (.proxy, .proxy, 97),
        (.tlsHandshake, .tls, 35), (.certificateExpired, .tls, 60), (.certificateNotYetValid, .tls, 60),
        (.certificateHostMismatch, .tls, 60), (.certificateSelfSigned, .tls, 60), (.certificateUntrusted, .tls, 60),
        (.certificateInvalid, .tls, 60), (.pinMismatch, .tls, 90), (.timeout, .body, 28), (.closed, .head, 52),
        (.closed, .send, 55), (.closed, .body, 56), (.invalidResponse, .head, 8), (.headTooLarge, .head, 56),
        (.incompleteBody, .body, 18), (.contentCoding, .decode, 61), (.decodedSizeExceeded, .decode, 63),
        (.bodySizeExceeded, .body, 63), (.tooManyRedirects, .head, 47), (.bodyNotReplayable, .send, 65),
        (.file, .file, 23), (.file, .send, 26), (.httpStatus, .head, 22), (.cancelled, .body, 42),
        (.clientClosed, .queue, 42),
    ]

    @Test(arguments: codes)
    func `is curl's for the kind`(_ kind: TransportError.Kind, _ phase: TransportError.Phase, _ code: Int32) {
        #expect(ExitCode.of(TransportError(kind: kind, phase: phase, message: "")) == code)
    }

    @Test func `is known for every kind`() {
        #expect(Set(Self.codes.map(\.0)) == Set(TransportError.Kind.allCases))
    }

    @Test func `tells an answer that was cut from none`() {
        var error = TransportError(kind: .closed, phase: .head, message: "")
        error.answerBegan = true
        #expect(ExitCode.of(error) == 56)
    }
}
