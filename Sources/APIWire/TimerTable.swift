/// The timers of a loop: which wakes next, and which are due.
///
/// It knows no clock.
///
/// Deadlines are lazy. One that moves later leaves the timer's place in the heap as it is: the loop wakes at the old
/// time, finds the timer not due, and only then moves it. So a deadline that is pushed on with every byte costs
/// nothing but a store.
package struct TimerTable<Action> {
    package struct ID: Hashable, Sendable {
        fileprivate let index: Int
        fileprivate let generation: UInt64
    }

    private struct Node {
        /// What is to be done when it fires; nil in a place that is free.
        var action: Action?
        var generation: UInt64
        /// When it fires; nil while it is not set.
        var deadline: Instant?
        /// When the loop wakes for it: never later than the deadline.
        var wakeUp = Instant.distantFuture
        /// Its place in the heap, or nil.
        var place: Int?
    }

    private var nodes: [Node] = []
    private var free: [Int] = []
    /// Indexes of nodes, a binary heap by their wake-up.
    private var heap: [Int] = []
    private var lastGeneration: UInt64 = 0

    package init() {}

    /// When the loop has to wake for a timer.
    package var nextWakeUp: Instant { heap.first.map { nodes[$0].wakeUp } ?? .distantFuture }

    /// Makes a timer, which is not set yet; `action` is what ``popDue(at:)`` gives back.
    package mutating func add(_ action: Action) -> ID {
        lastGeneration += 1
        let node = Node(action: action, generation: lastGeneration)
        guard let index = free.popLast() else {
            nodes.append(node)
            return ID(index: nodes.count - 1, generation: lastGeneration)
        }
        nodes[index] = node
        return ID(index: index, generation: lastGeneration)
    }

    /// Forgets the timer and returns its action.
    @discardableResult
    package mutating func remove(_ id: ID) -> Action? {
        guard contains(id) else { return nil }
        if let place = nodes[id.index].place { removeFromHeap(at: place) }
        defer { nodes[id.index] = Node(action: nil, generation: 0) }
        free.append(id.index)
        return nodes[id.index].action
    }

    package mutating func set(_ deadline: Instant, _ id: ID) {
        guard contains(id) else { return }
        nodes[id.index].deadline = deadline
        if let place = nodes[id.index].place {
            guard deadline < nodes[id.index].wakeUp else { return }
            nodes[id.index].wakeUp = deadline
            siftUp(from: place)
        } else {
            insert(id.index, at: deadline)
        }
    }

    package mutating func clear(_ id: ID) {
        if contains(id) { nodes[id.index].deadline = nil }
    }

    /// Takes one timer that is due, which is then not set any more; nil when there is none.
    package mutating func popDue(at now: Instant) -> Action? {
        while let index = heap.first, nodes[index].wakeUp <= now {
            removeFromHeap(at: 0)
            guard let deadline = nodes[index].deadline else { continue }
            guard deadline <= nodes[index].wakeUp else {
                insert(index, at: deadline)
                continue
            }
            nodes[index].deadline = nil
            if let action = nodes[index].action { return action }
        }
        return nil
    }

    private func contains(_ id: ID) -> Bool {
        nodes.indices.contains(id.index) && nodes[id.index].generation == id.generation
    }

    private mutating func insert(_ index: Int, at wakeUp: Instant) {
        nodes[index].wakeUp = wakeUp
        nodes[index].place = heap.count
        heap.append(index)
        siftUp(from: heap.count - 1)
    }

    private mutating func removeFromHeap(at place: Int) {
        nodes[heap[place]].place = nil
        let last = heap.removeLast()
        guard place < heap.count else { return }
        put(last, at: place)
        siftUp(from: place)
        siftDown(from: place)
    }

    private mutating func put(_ index: Int, at place: Int) {
        heap[place] = index
        nodes[index].place = place
    }

    private mutating func siftUp(from start: Int) {
        var place = start
        while place > 0 {
            let parent = (place - 1) / 2
            guard nodes[heap[place]].wakeUp < nodes[heap[parent]].wakeUp else { return }
            exchange(place, parent)
            place = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
                if nodes[heap[child]].wakeUp < nodes[heap[least]].wakeUp { least = child }
            }
            guard least != place else { return }
            exchange(place, least)
            place = least
        }
    }

    private mutating func exchange(_ one: Int, _ other: Int) {
        let index = heap[one]
        put(heap[other], at: one)
        put(index, at: other)
    }
}
