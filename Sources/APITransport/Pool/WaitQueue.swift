/// First come, first served, with giving up in constant time.
package struct WaitQueue<Waiter> {
    /// Ticket numbers grow by one within a pool but not within a queue, so a queue finds its slots by a dictionary.
    private var waiters: [Int: Waiter] = [:]
    private var order: [Int] = []
    private var head = 0

    package init() {}

    package var isEmpty: Bool { waiters.isEmpty }
    /// Numbers kept, those of waiters who left included; bounded by the number of waiters.
    package var storedCount: Int { order.count }
    package var all: [Waiter] { order[head...].compactMap { waiters[$0] } }

    /// The number of whoever is next.
    package var first: Int? {
        // Those who left are skipped; they are fewer than those who wait, or nearly so.
        order[head...].first { waiters[$0] != nil }
    }

    package mutating func append(_ number: Int, _ waiter: Waiter) {
        waiters[number] = waiter
        order.append(number)
    }

    package mutating func popFirst() -> Waiter? {
        while head < order.count {
            let number = order[head]
            head += 1
            if let waiter = waiters.removeValue(forKey: number) {
                compact()
                return waiter
            }
        }
        compact()
        return nil
    }

    /// Returns false if the number is not in the queue any more.
    package mutating func remove(_ number: Int) -> Bool {
        guard waiters.removeValue(forKey: number) != nil else { return false }
        compact()
        return true
    }

    /// Numbers of those who were served or gave up are dropped in bulk, so that a step costs constant time on average.
    private mutating func compact() {
        guard order.count > 64, order.count > waiters.count * 2 else { return }
        order = order[head...].filter { waiters[$0] != nil }
        head = 0
    }
}
