import APIWire
import CFaults

/// Runs an exchange once for each call that can be made to fail, and looks at what is left afterwards.
struct FaultRun {
    let name: String
    let exchange: Exchange
    /// Of the calls that are made thousands of times only one in so many fails.
    let stride: UInt64

    private(set) var exchanges = 0
    private(set) var reached = 0
    private(set) var violations = 0
    private var blocks: Int64 = 0
    private var descriptors: CInt = 0

    /// The most that one kind of fault may be found at fault with before the next has its turn.
    private static let patience = 3
    private static let secondsToLetGo = 20
    private static let secondsPerExchange: CUnsignedInt = 60

    init(name: String, exchange: Exchange, stride: UInt64) {
        self.name = name
        self.exchange = exchange
        self.stride = stride
    }

    mutating func run() {
        unsafe cf_watch("\(name), without a fault", Self.secondsPerExchange)
        for _ in 0..<3 {
            do throws(Violation) {
                try exchange.run(isHarmless: true, recovers: true)
                try exchange.checkFiles()
            } catch {
                return tell("\(name), without a fault: \(error)")
            }
            // What is made once and kept is there from now on.
            settle()
        }
        for fault in 0..<cf_fault_count() {
            run(fault, stays: false)
            if cf_fault_can_stay(fault) { run(fault, stays: true) }
        }
    }

    private mutating func run(_ fault: Int, stays: Bool) {
        let step = cf_fault_is_frequent(fault) ? stride : 1
        var number: UInt64 = 1
        var found = 0
        while found < Self.patience {
            let label = "\(name), \(unsafe String(cString: cf_fault_name(fault))), \(stays ? "from" : "call") \(number)"
            unsafe cf_watch(label, Self.secondsPerExchange)
            do throws(Violation) {
                guard try strike(fault, number, stays: stays) else { return }
            } catch {
                tell("\(label): \(error)")
                found += 1
            }
            // Calls that fail from one on differ little from those that fail from the next.
            number += stays ? max(step, number) : step
        }
    }

    /// False: there is no such call any more.
    private mutating func strike(_ fault: Int, _ number: UInt64, stays: Bool) throws(Violation) -> Bool {
        cf_arm(fault, number, stays)
        exchanges += 1
        let outcome = Result { () throws(Violation) in
            // What OpenSSL could not load for want of memory it may lack for as long as its context lives.
            try exchange.run(
                isHarmless: cf_fault_is_harmless(fault),
                recovers: !stays && !cf_fault_is_frequent(fault)
            )
        }
        let isReached = cf_disarm()
        if isReached { reached += 1 }
        try outcome.get()
        try exchange.checkFiles()
        try checkHoldings()
        return isReached
    }

    /// Threads end a moment after the client has, and give back what they hold then.
    private mutating func checkHoldings() throws(Violation) {
        let limit = Instant.now().advanced(by: .seconds(Self.secondsToLetGo))
        while cf_live_blocks() != blocks || cf_open_descriptors() != descriptors {
            guard Instant.now() < limit else {
                let (blocksLeft, descriptorsLeft) = (cf_live_blocks() - blocks, cf_open_descriptors() - descriptors)
                settle()
                throw Violation("\(blocksLeft) blocks and \(descriptorsLeft) descriptors were left behind")
            }
            cf_rest()
        }
    }

    /// At once, since the next exchange may be the last.
    private mutating func tell(_ violation: String) {
        violations += 1
        try? StandardOutput.write(Array("\(violation)\n".utf8).span)
    }

    private mutating func settle() {
        var quiet = 0
        while quiet < 20 {
            let now = (cf_live_blocks(), cf_open_descriptors())
            quiet = now == (blocks, descriptors) ? quiet + 1 : 0
            (blocks, descriptors) = now
            cf_rest()
        }
    }
}
