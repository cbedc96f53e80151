import APITransport
import Testing
import apifetch

@Suite struct `A command line` {
    private func parse(_ arguments: String...) throws -> Invocation {
        try ArgumentParser.parse(arguments)
    }

    private func refusal(_ arguments: [String]) -> String? {
        do {
            _ = try ArgumentParser.parse(arguments)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `runs letters together, the last with its value attached or behind it`() throws {
        for arguments in [["-sSfom.txt", "u"], ["-sSfo", "m.txt", "u"], ["-s", "-S", "-f", "-o", "m.txt", "u"]] {
            let all = try ArgumentParser.parse(arguments)
            #expect(all.general.isSilent && all.general.showsErrors)
            #expect(all.requests[0].failureRule == .dropBody)
            #expect(all.requests[0].outputs == [.file("m.txt")])
            #expect(all.requests[0].urls == ["u"])
        }
    }

    @Test func `takes every argument that is no option as a URL`() throws {
        let request = try parse("a", "-s", "b", "--", "-c", "--next").requests[0]
        #expect(request.urls == ["a", "b", "-c", "--next"])
    }

    @Test func `lets a value begin with a dash`() throws {
        #expect(try parse("-d", "-x", "--user-agent", "--", "u").requests[0].data == [.text("-x")])
    }

    @Test func `turns a flag off by its name with no- before it`() throws {
        #expect(try parse("u").requests[0].acceptsCompressed)
        #expect(try parse("--no-compressed", "u").requests[0].acceptsCompressed == false)
        #expect(try parse("-L", "--no-location", "u").requests[0].followsRedirects == false)
    }

    @Test func `starts over with the settings at --next`() throws {
        let all = try parse("-XPUT", "-v", "a", "-:", "b", "--next", "-I", "c")
        #expect(all.requests.map(\.urls) == [["a"], ["b"], ["c"]])
        #expect(all.requests.map(\.method) == ["PUT", nil, nil])
        #expect(all.requests.map(\.asksHeadOnly) == [false, false, true])
        #expect(all.general.isVerbose)
    }

    @Test func `needs no URL to print help or the version`() throws {
        #expect(try parse("-h").general.information == .help)
        #expect(try parse("--version").general.information == .version)
    }

    @Test(arguments: [
        (["--bogus", "u"], "option --bogus: is unknown"), (["-sy", "u"], "option -y: is unknown"),
        (["-", "u"], "option -: is unknown"), (["--no-output", "u"], "option --no-output: is unknown"),
        (["--no-bogus", "u"], "option --no-bogus: is unknown"), (["u", "-o"], "option -o: requires a value"),
        (["u", "--output"], "option --output: requires a value"),
        (["--max-time=3", "u"], "option --max-time: takes its value as the next argument, not after '='"),
        (["-m", "soon", "u"], "option -m: 'soon' is no number of seconds"),
        (["--report", "xml", "u"], "option --report: the only form is json"),
        (["-u", "name", "u"], "option -u: wants NAME:PASSWORD"),
        (["-H", "nothing", "u"], "option -H: 'nothing' is none of 'Name: value', 'Name:' and 'Name;'"),
        (["--next", "u"], "option --next: no URL before it"), ([], "no URL specified"),
        (["u", "--next"], "no URL specified"),
        (["-I", "-d", "x", "u"], "options --head and --data ask for different methods"),
        (["-T", "f", "-d", "x", "u"], "options --data and --upload-file ask for different methods"),
        (["-o", "a", "-o", "b", "u"], "there are more outputs than URLs"),
        (["-J", "u"], "option --remote-header-name needs --remote-name"),
        (["--tlsv1.3", "--tls-max", "1.2", "u"], "there is no version of TLS left to use"),
        (["--tls-max", "1.1", "u"], "option --tls-max: '1.1' is neither 1.2 nor 1.3"),
        (["--pinnedpubkey", "md5//x", "u"], "option --pinnedpubkey: 'md5//x' is not sha256// and 32 bytes in base64"),
        (["--report", "json", "-i", "u"], "with --report nothing else may go to standard output"),
    ])
    func `is refused with a line that says why`(_ arguments: [String], _ message: String) {
        #expect(refusal(arguments) == message)
    }

    @Test func `says whom to trust and how to get there`() throws {
        let pin = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        let request = try parse(
            "--pinnedpubkey",
            "\(pin);\(pin)",
            "--tlsv1.3",
            "-6",
            "--retry",
            "3",
            "--retry-delay",
            "0.5",
            "--unix-socket",
            "/s",
            "u"
        ).requests[0]
        #expect(request.pins == [Array(repeating: 0, count: 32), Array(repeating: 0, count: 32)])
        #expect(request.minimumTLS == .v1_3 && request.addressFamily == .ipv6 && request.unixSocketPath == "/s")
        #expect(request.retries == 3 && request.retryDelay == .milliseconds(500))
    }

    @Test func `allows a head with data that goes into the query`() throws {
        #expect(refusal(["-I", "-G", "-d", "x", "u"]) == nil)
    }

    @Test func `names each option once`() {
        #expect(Set(Option.all.map(\.name)).count == Option.all.count)
        let letters = Option.all.compactMap(\.letter)
        #expect(Set(letters).count == letters.count)
    }
}

@Suite struct `A quantity on the command line` {
    @Test(arguments: [
        ("5", Duration.seconds(5)), ("0.25", .milliseconds(250)), (".5", .milliseconds(500)), ("3.", .seconds(3)),
        ("0.000000001", .nanoseconds(1)), ("007", .seconds(7)),
    ])
    func `is seconds with decimals`(_ text: String, _ expected: Duration) throws {
        #expect(try Quantity.seconds(text) == expected)
    }

    @Test func `of zero seconds is no limit`() throws {
        #expect(try Quantity.seconds("0") == nil)
        #expect(try Quantity.seconds("0.0") == nil)
    }

    @Test(arguments: ["", ".", "-1", "+1", "1e3", "1,5", " 1", "1.0000000001", "99999999999999999999", "١"])
    func `is refused when it is no number of seconds`(_ text: String) {
        #expect(throws: UsageError.self) { try Quantity.seconds(text) }
    }

    @Test(arguments: [
        ("0", Int64(0)), ("1000", 1000), ("2k", 2048), ("1M", 1_048_576), ("3G", 3_221_225_472),
        ("1T", 1_099_511_627_776),
    ])
    func `is bytes with a letter for the power of 1024`(_ text: String, _ expected: Int64) throws {
        #expect(try Quantity.bytes(text) == expected)
    }

    @Test(arguments: ["", "k", "-1", "1.5k", "1kb", "9223372036854775808", "9000000000000000G"])
    func `is refused when it is no number of bytes`(_ text: String) {
        #expect(throws: UsageError.self) { try Quantity.bytes(text) }
    }
}

@Suite struct `A value on the command line` {
    @Test(arguments: [
        ("Name: value", FieldArgument.field(name: "Name", value: "value")),
        ("Name:value", .field(name: "Name", value: "value")), ("Name:\t a:b ", .field(name: "Name", value: "a:b ")),
        ("Name:", .omission(name: "Name")), ("Name:  ", .omission(name: "Name")), ("Name;", .empty(name: "Name")),
    ])
    func `is a field`(_ line: String, _ expected: FieldArgument) throws {
        #expect(try FieldArgument(line) == expected)
    }

    @Test(arguments: ["", ":", ": value", ";", "Name", "Name;value", "Name;  "])
    func `is refused when it is no field`(_ line: String) {
        #expect(throws: UsageError.self) { try FieldArgument(line) }
    }

    @Test func `is an address for a host`() throws {
        let plain = try ResolveArgument("example.org:443:127.0.0.1,::1")
        #expect(plain.host == "example.org" && plain.port == 443 && plain.addresses == ["127.0.0.1", "::1"])
        #expect(try ResolveArgument("*:80:[::1]").addresses == ["::1"])
        #expect(try ResolveArgument("[::1]:80:127.0.0.1").host == "::1")
    }

    @Test(arguments: ["", "host", "host:80", "host:80:", ":80:127.0.0.1", "host:65536:1.1.1.1", "[::1:80:1.1.1.1"])
    func `is refused when it is no address for a host`(_ text: String) {
        #expect(throws: UsageError.self) { try ResolveArgument(text) }
    }

    @Test func `is another place to connect to`() throws {
        let all = try ConnectToArgument("::127.0.0.1:8080")
        #expect(all.host == nil && all.port == nil && all.targetHost == "127.0.0.1" && all.targetPort == 8080)
        let some = try ConnectToArgument("[::1]:443:[fe80::1]:")
        #expect(some.host == "::1" && some.port == 443 && some.targetHost == "fe80::1" && some.targetPort == nil)
    }

    @Test(arguments: ["", ":", "::", "host:80:other", "host:x:other:80", "host:80:other:x"])
    func `is refused when it is no other place`(_ text: String) {
        #expect(throws: UsageError.self) { try ConnectToArgument(text) }
    }
}
