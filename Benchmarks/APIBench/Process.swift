import Glibc

/// What the operating system says about this process.
enum Process {
    static func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)  // SAFETY: fills a local
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// User and system time, in seconds.
    static func cpu() -> Double {
        var usage = rusage()
        _ = unsafe getrusage(__rusage_who_t(0), &usage)  // SAFETY: fills a local
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
    }

    /// A line of /proc/self/status, in KB, such as `VmRSS:`.
    static func status(_ key: String) -> Int {
        guard let file = unsafe fopen("/proc/self/status", "r") else { return -1 }
        defer { unsafe fclose(file) }
        var buffer = [CChar](repeating: 0, count: 256)
        // SAFETY: fgets writes at most 256 bytes with a zero at their end.
        while unsafe fgets(&buffer, 256, file) != nil {
            let line = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard line.hasPrefix(key) else { continue }
            return Int(line.dropFirst(key.count).filter(\.isNumber)) ?? -1
        }
        return -1
    }

    static func fail(_ message: String) -> Never {
        // SAFETY: the bytes live through the call; there is nobody to report a failure to.
        _ = unsafe write(2, message + "\n", message.utf8.count + 1)
        exit(1)
    }

    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)  // SAFETY: ends with a zero and is copied at once
    }
}
