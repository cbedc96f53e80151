import APITransport
import Glibc

// apibench [--layer NAME] MODE URL N CONCURRENCY CAFILE
var arguments = CommandLine.arguments.dropFirst()
var layerName = "transport"
if arguments.first == "--layer" {
    arguments.removeFirst()
    layerName = arguments.popFirst() ?? ""
}
let values = Array(arguments)
guard values.count >= 5, let count = Int(values[2]), let concurrency = Int(values[3]), count > 0, concurrency > 0 else {
    Process.fail("usage: apibench [--layer NAME] seq|conc|stream|file|newconn|resume|idle URL N CONCURRENCY CAFILE")
}
let layers: [String: any Layer.Type] = [
    "transport-blocking": BlockingLayer.self,
    "transport-completion": CompletionLayer.self,
    "transport": AsyncLayer.self,
    "transport-executor": ExecutorLayer.self,
    "service": ServiceLayer.self,
    "service-queue": ServiceQueueLayer.self,
]
guard let layerType = layers[layerName] else {
    Process.fail("unknown layer \(layerName); known: \(layers.keys.sorted().joined(separator: ", "))")
}
let mode = values[0]
var setup = Setup(url: values[1], concurrency: mode == "idle" ? count : concurrency, authorities: values[4])
setup.acceptsGzip = Process.environment("ACCEPT_GZIP") == "1"
setup.idle = Process.environment("APIBENCH_IDLE").flatMap(Int.init) ?? 0
setup.cookies = Process.environment("APIBENCH_COOKIES").flatMap(Int.init) ?? 0
let outputPath = "/tmp/apibench.\(getpid())"
var warmUp = count >= 100 ? max(20, concurrency * 2) : 0
var lanes = concurrency
switch mode {
case "seq": lanes = 1
case "conc": break
case "stream":
    lanes = 1
    setup.destination = .discard
case "file":
    lanes = 1
    setup.destination = .file(path: outputPath, replacing: true)
case "newconn", "resume":
    lanes = 1
    warmUp = 5
    setup.newConnections = true
    setup.resumes = mode == "resume"
case "idle":
    lanes = count
    warmUp = 0
default:
    Process.fail("unknown mode \(mode)")
}
let before = Process.status("VmRSS:")
let layer = succeed { try layerType.init(setup) }
if setup.idle > 0 { _ = await layer.run(setup.idle, concurrency: setup.idle) }
if warmUp > 0 { _ = await layer.run(warmUp, concurrency: lanes) }
let (wall, cpu) = (Process.now(), Process.cpu())
let (latencies, bytes) = await layer.run(count, concurrency: lanes)
var report = Report(
    requests: count,
    wall: Process.now() - wall,
    cpu: Process.cpu() - cpu,
    latencies: latencies,
    bytes: bytes
)
if mode == "idle" {
    usleep(300_000)
    report.idleKilobytes = Double(Process.status("VmRSS:") - before) / Double(count)
}
report.print()
layer.close()
if mode == "file" { unsafe unlink(outputPath) }  // SAFETY: the path ends with a zero
