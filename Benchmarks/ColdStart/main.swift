// The first request of a program over APITransport alone: `coldstart seq URL 1 1 CAFILE`.
import APITransport
import Glibc

let arguments = CommandLine.arguments
guard arguments.count >= 6 else { exit(2) }
var configuration = HTTPClient.Configuration()
configuration.tls.roots = .file(arguments[5])
configuration.cookies = nil
do {
    let response = try HTTPClient(configuration).sendBlocking(HTTPRequest(arguments[2]))
    guard response.status == 200 else { exit(1) }
    print("0 0 0 0 0 \(response.body.count) 0")
    fflush(nil)
} catch {
    print(error)
    exit(1)
}
