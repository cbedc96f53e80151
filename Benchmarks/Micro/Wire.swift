import APIWire
import BenchSupport

func measureWire(_ measure: Measure) throws {
    let short = [UInt8](repeating: 0x61, count: 64)
    let long = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for (name, algorithm) in [("MD5", DigestAlgorithm.md5), ("SHA-256", .sha256)] {
        try measure("\(name) of 64 bytes", bytes: short.count) { _ = try Digest.hash(algorithm, short.span) }
        try measure("\(name) of 1 MB", bytes: long.count) { _ = try Digest.hash(algorithm, long.span) }
    }
    let document = Samples.json(items: 5000)
    let gzip = compressed(document)
    var output: [UInt8] = []
    try measure("inflate 1 MB of gzip JSON", bytes: document.count) {
        output.removeAll(keepingCapacity: true)
        var inflater = try Inflater(.gzip, limit: UInt64(document.count))
        try inflater.decode(gzip.span, appendingTo: &output)
        try inflater.finish()
    }
}

private func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: bytes.count + 1024)
    // SAFETY: both buffers live through the call, with their sizes.
    let size = unsafe bench_gzip(bytes, bytes.count, &output, output.count)
    return Array(output.prefix(size))
}
