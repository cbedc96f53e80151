import APITransport
import Dispatch
import Synchronization

/// A way of sending the benchmark's request; returns the number of bytes that came.
protocol Layer: Sendable {
    init(_ setup: Setup) throws
    /// `count` requests, `concurrency` at a time; returns their latencies in seconds and the bytes received.
    func run(_ count: Int, concurrency: Int) async -> (latencies: [Double], bytes: Int)
    func close()
}

/// What the command line asks for.
struct Setup: Sendable {
    var url: String
    var concurrency: Int
    var authorities: String
    /// Each request on a connection of its own.
    var newConnections = false
    /// New connections go on with earlier TLS sessions.
    var resumes = true
    var destination = ResponseDestination.memory
    var acceptsGzip = false
    /// Connections that lie idle in the pool meanwhile.
    var idle = 0
    /// Cookies of other hosts that the client keeps meanwhile.
    var cookies = 0

    func makeClient() -> HTTPClient {
        let concurrency = max(concurrency, idle)
        var configuration = HTTPClient.Configuration()
        configuration.maximumConnectionsPerOrigin = max(1, concurrency)
        configuration.maximumIdleConnectionsPerOrigin = newConnections ? 0 : max(1, concurrency)
        configuration.maximumIdleConnections = max(1024, concurrency)
        configuration.maximumConnections = max(1024, concurrency)
        configuration.cookies = cookies > 0 ? makeCookies() : nil
        // The same fields as the peers send
        if !acceptsGzip { configuration.defaultFields.remove("Accept-Encoding") }
        configuration.defaultFields.remove("User-Agent")
        if Process.environment("APIBENCH_SYSTEM_ROOTS") == nil { configuration.tls.roots = .file(authorities) }
        configuration.tls.resumesSessions = resumes
        return HTTPClient(configuration)
    }

    private func makeCookies() -> HTTPCookieJar {
        let jar = HTTPCookieJar()
        for number in 0..<cookies {
            guard let cookie = Cookie(name: "session", value: "\(number)", domain: "host\(number).example") else {
                continue
            }
            jar.set(cookie)
        }
        guard jar.cookies.count == cookies else { Process.fail("the jar does not hold \(cookies) cookies") }
        return jar
    }

    func makeRequest() throws -> HTTPRequest {
        try HTTPRequest(url)
    }
}

func succeed<Value>(_ body: () throws -> Value) -> Value {
    do {
        return try body()
    } catch {
        Process.fail("\(error)")
    }
}

func check(_ response: HTTPResponse) -> Int {
    guard response.status == 200 else { Process.fail("status \(response.status)") }
    return response.body.isEmpty ? Int(response.metrics.receivedBytes) : response.body.count
}
