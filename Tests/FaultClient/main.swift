import APIWire
import CFaults

// `fault-client PLAIN_URL TLS_URL FOLDER STRIDE` exchanges requests with two servers while one call after the other fails,
// and prints what that found. The folder holds `upload` and `roots.pem`.
let arguments = Environment.arguments
guard arguments.count >= 5, let stride = UInt64(arguments[4]), stride > 0 else {
    try StandardError.write(Array("usage: fault-client PLAIN_URL TLS_URL FOLDER STRIDE\n".utf8).span)
    CurrentProcess.exit(2)
}
let folder = arguments[3]
let roots = try FileSystem.readAll("\(folder)/roots.pem", limit: 1 << 20)
let upload = try FileSystem.readAll("\(folder)/upload", limit: 1 << 20)
let answered = try Semaphore()

var isGood = true
for base in [arguments[1], arguments[2]] {
    for way in Exchange.Way.allCases {
        let exchange = Exchange(
            way: way,
            base: base,
            folder: folder,
            roots: roots,
            text: Array(upload.prefix(6_000)),
            upload: upload,
            answered: answered
        )
        var run = FaultRun(name: "\(base.prefix { $0 != ":" }) \(way.rawValue)", exchange: exchange, stride: stride)
        run.run()
        print("\(run.name): \(run.reached) faults in \(run.exchanges) exchanges, \(run.violations) violations")
        isGood = isGood && run.violations == 0
    }
}
CurrentProcess.exit(isGood ? 0 : 1)
