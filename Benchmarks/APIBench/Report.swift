import Glibc

/// The line that every client in the side-by-side runs prints:
/// requests/s, CPU µs per request, peak KB, median µs, 99th percentile µs, bytes of bodies, KB per idle connection.
struct Report {
    var requests: Int
    var wall: Double
    var cpu: Double
    var latencies: [Double] = []
    var bytes = 0
    var idleKilobytes = 0.0

    func print() {
        let sorted = latencies.sorted()
        let median = sorted.isEmpty ? 0 : sorted[sorted.count / 2] * 1e6
        let late = sorted.isEmpty ? 0 : sorted[Int(Double(sorted.count) * 0.99)] * 1e6
        let figures = [
            Self.text(Double(requests) / wall, 1), Self.text(cpu * 1e6 / Double(requests), 2),
            "\(Process.status("VmHWM:"))", Self.text(median, 1), Self.text(late, 1), "\(bytes)",
            Self.text(idleKilobytes, 2),
        ]
        Swift.print(figures.joined(separator: " "))
        fflush(nil)
    }

    private static func text(_ value: Double, _ places: Int) -> String {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let whole = Int((value * scale).rounded())
        guard places > 0 else { return "\(whole)" }
        let fraction = String(abs(whole) % Int(scale))
        return "\(whole / Int(scale))." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
