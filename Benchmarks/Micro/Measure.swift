import BenchSupport
import Glibc

/// Measures one operation and prints a line: ns, MB/s where bytes are worked on, allocations and instructions each.
struct Measure {
    /// Only what contains this runs; empty for all.
    let only: String

    private static let rounds = 11

    func callAsFunction(_ name: String, bytes: Int = 0, _ body: () throws -> Void) rethrows {
        guard only.isEmpty || name.contains(only) else { return }
        let count = try repetitions(body)
        var samples: [Double] = []
        for _ in 0..<Self.rounds {
            let start = Self.cpu()
            for _ in 0..<count { try body() }
            samples.append((Self.cpu() - start) / Double(count))
        }
        let nanoseconds = samples.sorted()[Self.rounds / 2] * 1e9
        let (allocations, instructions) = (bench_allocations(), bench_instructions())
        for _ in 0..<count { try body() }
        let allocated = Double(bench_allocations() - allocations) / Double(count)
        let executed = Double(bench_instructions() - instructions) / Double(count)
        let columns = [
            name.padded(to: -44), Self.text(nanoseconds).padded(to: 12),
            (bytes > 0 ? Self.text(Double(bytes) * 1e3 / nanoseconds) : "-").padded(to: 10),
            Self.text(allocated).padded(to: 10), (executed > 0 ? Self.text(executed) : "-").padded(to: 12),
        ]
        print(columns.joined(separator: " "))
    }

    static func header() {
        print(
            "what".padded(to: -44),
            "ns".padded(to: 12),
            "MB/s".padded(to: 10),
            "allocs".padded(to: 10),
            "instructions".padded(to: 12)
        )
    }

    /// As many as take about 10 ms.
    private func repetitions(_ body: () throws -> Void) rethrows -> Int {
        var count = 1
        while true {
            let start = Self.cpu()
            for _ in 0..<count { try body() }
            if Self.cpu() - start > 0.01 { return count }
            count *= 2
        }
    }

    /// CPU seconds of the process: other programs' turns on the machine do not count.
    private static func cpu() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)  // SAFETY: fills a local
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    private static func text(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return value >= 100 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension String {
    /// With blanks to a width: before it, or behind it for a negative one.
    func padded(to width: Int) -> String {
        let blanks = String(repeating: " ", count: max(0, abs(width) - count))
        return width < 0 ? self + blanks : blanks + self
    }
}
