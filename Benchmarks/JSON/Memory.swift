import APIJSON
import Foundation

/// Reads nothing of its document.
private struct Nothing: Decodable {
    init(from decoder: any Decoder) throws {}
}

/// A figure of this process in bytes, by its name in /proc.
private func memory(_ field: String) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix(field) }),
        let kilobytes = Int(line.filter(\.isNumber))
    else { return 0 }
    return kilobytes * 1024
}

/// Gives free memory back, and makes each large block a mapping of its own, which goes when it is freed; by functions
/// of glibc's that Swift does not import.
private func tidy() {
    typealias Trim = @convention(c) (Int) -> Int32
    typealias Option = @convention(c) (Int32, Int32) -> Int32
    let mappingThreshold: Int32 = -3
    if let mallopt = unsafe dlsym(nil, "mallopt") {
        _ = unsafe unsafeBitCast(mallopt, to: Option.self)(mappingThreshold, 32 * 1024)
    }
    if let trim = unsafe dlsym(nil, "malloc_trim") {
        _ = unsafe unsafeBitCast(trim, to: Trim.self)(0)
    }
}

/// How much more memory than before the process has at most while `body` runs.
///
/// What is free is given back before, so that all that `body` takes is new.
private func peak<Result>(_ body: () throws -> Result) throws -> (bytes: Int, result: Result) {
    tidy()
    try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    let before = memory("VmRSS")
    let result = try body()
    return (memory("VmHWM") - before, result)
}

/// Prints what a document takes beside its own bytes: while it is decoded, the models apart, and as a value.
func measureMemory(_ subject: Subject) throws {
    let size = Double(subject.document.count)
    let (index, _) = try peak { try APIJSONParser().decode(Nothing.self, from: subject.document) }
    let (value, kept) = try peak { try APIJSONValue(parsing: subject.document) }
    print(
        """
        \(subject.name): \(subject.document.count) bytes; index \(index) bytes, with the document \
        \(formatted(1 + Double(index) / size, 2)) x; a value's copy and index \(value) bytes = \
        \(formatted(Double(value) / size, 2)) x (\(kept.count) members)
        """
    )
}
