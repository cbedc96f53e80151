// Foundation's URLSession, one session for all: `urlsession MODE URL COUNT CONCURRENCY CAFILE` (seq, conc, stream).
// It trusts the system's bundle alone, so https needs that to be CAFILE; see Scripts/bench.

import Foundation
import FoundationNetworking

func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func cpu() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(0), &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
}

func peakKilobytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? -1
}

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count >= 6, let url = URL(string: arguments[2]), let count = Int(arguments[3]),
    let concurrency = Int(arguments[4]), ["seq", "conc", "stream"].contains(arguments[1])
else { fail("usage: urlsession seq|conc|stream URL COUNT CONCURRENCY CAFILE") }

let configuration = URLSessionConfiguration.default
configuration.urlCache = nil
configuration.httpCookieStorage = nil
configuration.httpMaximumConnectionsPerHost = concurrency
let session = URLSession(configuration: configuration)

func fetch() async -> (seconds: Double, bytes: Int) {
    let since = now()
    do {
        let (data, response) = try await session.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { fail("not the response that was wanted") }
        return (now() - since, data.count)
    } catch {
        fail("\(error)")
    }
}

func run(_ count: Int, lanes: Int) async -> (latencies: [Double], bytes: Int) {
    await withTaskGroup(of: (seconds: Double, bytes: Int).self) { group in
        var (started, latencies, bytes) = (0, [Double](), 0)
        while started < min(lanes, count) {
            group.addTask { await fetch() }
            started += 1
        }
        while let result = await group.next() {
            latencies.append(result.seconds)
            bytes += result.bytes
            if started < count {
                group.addTask { await fetch() }
                started += 1
            }
        }
        return (latencies.sorted(), bytes)
    }
}

let lanes = arguments[1] == "conc" ? concurrency : 1
if count >= 100 { _ = await run(max(20, lanes * 2), lanes: lanes) }
let (wall, used) = (now(), cpu())
let (latencies, bytes) = await run(count, lanes: lanes)
let (seconds, cpuSeconds) = (now() - wall, cpu() - used)
print(
    Double(count) / seconds,
    cpuSeconds * 1e6 / Double(count),
    peakKilobytes(),
    latencies[count / 2] * 1e6,
    latencies[Int(Double(count) * 0.99)] * 1e6,
    bytes,
    0.0
)
