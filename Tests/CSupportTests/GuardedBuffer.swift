import Glibc

/// Memory whose end, or beginning, touches a page that may not be touched: one byte too far is a crash.
@safe struct GuardedBuffer: ~Copyable {
    enum Side: CaseIterable {
        case before
        case after
    }

    private let mapping: UnsafeMutableRawPointer
    private let mappedSize: Int
    let start: UnsafeMutablePointer<UInt8>
    let count: Int

    init(count: Int, guarded side: Side) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let inner = max(page, (count + page - 1) / page * page)
        mappedSize = inner + 2 * page
        unsafe mapping = unsafe mmap(nil, mappedSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        let usable = unsafe mapping + page
        precondition(unsafe mprotect(usable, inner, PROT_READ | PROT_WRITE) == 0)
        unsafe start = unsafe (side == .after ? usable + inner - count : usable).assumingMemoryBound(to: UInt8.self)
        self.count = count
    }

    init(_ bytes: [UInt8], guarded side: Side) {
        self.init(count: bytes.count, guarded: side)
        for (index, byte) in bytes.enumerated() { unsafe start[index] = byte }
    }

    deinit { unsafe munmap(mapping, mappedSize) }
}
