/// A dictionary that knows which of its values was not used for longest, and gives it up when it holds too much.
struct LRUTable<Value> {
    private struct Node {
        let key: String
        var value: Value
        var cost: UInt
        var older: Int?
        var newer: Int?
    }

    private let countLimit: UInt
    private let costLimit: UInt
    private var positions: [String: Int] = [:]
    private var nodes: [Node?] = []
    private var vacant: [Int] = []
    private var oldest: Int?
    private var newest: Int?
    private(set) var cost: UInt = 0

    /// Limits of 0 are none.
    init(countLimit: UInt, costLimit: UInt) {
        self.countLimit = countLimit
        self.costLimit = costLimit
    }

    var count: Int { positions.count }

    /// The value of a key, which thereby becomes the last one used.
    mutating func value(forKey key: String) -> Value? {
        guard let position = positions[key], let node = nodes[position] else { return nil }
        unlink(position)
        linkAsNewest(position)
        return node.value
    }

    /// Keeps a value; one that costs more than the whole table may is not kept.
    mutating func insert(_ value: Value, forKey key: String, cost: UInt) {
        remove(key)
        guard costLimit == 0 || cost <= costLimit else { return }
        let node = Node(key: key, value: value, cost: cost)
        let position: Int
        if let place = vacant.popLast() {
            position = place
            nodes[place] = node
        } else {
            position = nodes.count
            nodes.append(node)
        }
        positions[key] = position
        linkAsNewest(position)
        self.cost += cost
        shrink()
    }

    mutating func remove(_ key: String) {
        guard let position = positions.removeValue(forKey: key), let node = nodes[position] else { return }
        unlink(position)
        nodes[position] = nil
        vacant.append(position)
        cost -= node.cost
    }

    mutating func removeAll() {
        self = LRUTable(countLimit: countLimit, costLimit: costLimit)
    }

    mutating func removeAll(where isUnwanted: (Value) -> Bool) {
        for case let node? in nodes where isUnwanted(node.value) { remove(node.key) }
    }

    private mutating func shrink() {
        while let oldest, let node = nodes[oldest], isOver { remove(node.key) }
    }

    private var isOver: Bool {
        (countLimit > 0 && UInt(count) > countLimit) || (costLimit > 0 && cost > costLimit)
    }

    private mutating func linkAsNewest(_ position: Int) {
        nodes[position]?.older = newest
        nodes[position]?.newer = nil
        if let newest { nodes[newest]?.newer = position } else { oldest = position }
        newest = position
    }

    private mutating func unlink(_ position: Int) {
        guard let node = nodes[position] else { return }
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
    }
}
