/// What a loop is to tell whom: a numbered place for each registered source.
///
/// The number carries a generation, so that an event for a source that has gone is recognised even when another has
/// its place.
struct SourceTable {
    struct Entry {
        let source: any LoopSource
        let socket: StreamSocket
        var interest: Interest
    }

    private struct Slot {
        var generation: UInt32
        var entry: Entry?
    }

    private var slots: [Slot] = []
    private var free: [Int] = []

    mutating func add(_ entry: Entry) -> LoopRegistration {
        let index: Int
        if let freed = free.popLast() {
            index = freed
        } else {
            index = slots.count
            slots.append(Slot(generation: 0, entry: nil))
        }
        slots[index].entry = entry
        return LoopRegistration(token: UInt64(slots[index].generation) << 32 | UInt64(index))
    }

    func source(of registration: LoopRegistration) -> (any LoopSource)? {
        index(of: registration).flatMap { slots[$0].entry?.source }
    }

    /// Notes what is asked for now.
    ///
    /// - Returns: the entry as it was; nil when it is gone or nothing changes.
    mutating func change(_ registration: LoopRegistration, to interest: (Interest) -> Interest) -> Entry? {
        guard let index = index(of: registration), let before = slots[index].entry else { return nil }
        let after = interest(before.interest)
        guard after != before.interest else { return nil }
        slots[index].entry?.interest = after
        return before
    }

    mutating func remove(_ registration: LoopRegistration) -> Entry? {
        guard let index = index(of: registration), let entry = slots[index].entry else { return nil }
        slots[index].entry = nil
        slots[index].generation &+= 1
        free.append(index)
        return entry
    }

    /// Takes all there are.
    mutating func removeAll() -> [Entry] {
        defer {
            slots = []
            free = []
        }
        return slots.compactMap(\.entry)
    }

    private func index(of registration: LoopRegistration) -> Int? {
        let index = Int(truncatingIfNeeded: registration.token & 0xffff_ffff)
        guard index < slots.count, slots[index].generation == registration.token >> 32 else { return nil }
        return index
    }
}
