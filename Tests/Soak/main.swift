import APIWire
import TestSupport

// `soak serve` serves until its input ends and prints its URL; `soak URL [THOUSANDS]` puts load on it, a million requests
// by default, and fails when the process holds more afterwards than before.
let arguments = Environment.arguments

if arguments.dropFirst().first == "serve" {
    let server = try SoakServer.start()
    try StandardOutput.write(Array("\(server.url())\n".utf8).span)
    var ignored: [UInt8] = []
    while try StandardInput.read(appendingTo: &ignored, limit: 4096) { ignored.removeAll() }
    server.stop()
    CurrentProcess.exit(0)
}

guard arguments.count >= 2 else {
    try StandardError.write(Array("usage: soak serve | soak URL [THOUSANDS]\n".utf8).span)
    CurrentProcess.exit(2)
}
let thousands = arguments.count > 2 ? Int(arguments[2]) ?? 1000 : 1000
let isGood = try await Soak.run(arguments[1], thousands: thousands)
print(isGood ? "nothing has grown" : "SOMETHING HAS GROWN")
CurrentProcess.exit(isGood ? 0 : 1)
