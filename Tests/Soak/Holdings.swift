import APIWire

/// What the process holds.
struct Holdings: CustomStringConvertible {
    let residentKB: Int
    let descriptors: Int
    let threads: Int

    static func now() throws -> Holdings {
        // A file of the kernel's own making has no size before it is read.
        let status = String(decoding: try FileSystem.readAll("/proc/self/status", limit: 1 << 20), as: UTF8.self)
        func figure(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
        return Holdings(
            residentKB: figure("VmRSS"),
            // The listing's own descriptor is gone when it is counted no more.
            descriptors: try FileSystem.list("/proc/self/fd").count,
            threads: figure("Threads")
        )
    }

    /// Whether this is no more than before, but for what an allocator may keep of memory.
    func isNoMore(than before: Holdings) -> Bool {
        descriptors <= before.descriptors && threads <= before.threads
            && residentKB <= before.residentKB + max(4096, before.residentKB / 10)
    }

    var description: String {
        "\(residentKB) KB resident, \(descriptors) descriptors, \(threads) threads"
    }
}
