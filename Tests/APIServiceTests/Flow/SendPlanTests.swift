import APIService
import Testing

@Suite struct `A plan for the cache` {
    private typealias Continuation = SendPlan.Continuation

    @Test(arguments: [
        (APICacheUsageMode.none, false), (.alsoNetwork, true), (.alsoNetworkWithCallback, true), (.cancelNetwork, true),
    ])
    func `reads in all modes but none`(usage: APICacheUsageMode, reads: Bool) {
        #expect(SendPlan(kind: .request, usage: usage, hasTool: true).readsCache == reads)
    }

    @Test(arguments: [
        (APICacheWriteMode.none, false), (.memory, true), (.disk, true), (.memoryAndDisk, true),
    ])
    func `writes whatever the usage mode`(write: APICacheWriteMode, writes: Bool) {
        for usage in [APICacheUsageMode.none, .alsoNetwork, .alsoNetworkWithCallback, .cancelNetwork] {
            #expect(SendPlan(kind: .request, usage: usage, write: write, hasTool: true).writesCache == writes)
        }
    }

    @Test(arguments: [SendPlan.TaskKind.download, .upload])
    func `neither reads nor writes for files`(kind: SendPlan.TaskKind) {
        let plan = SendPlan(kind: kind, usage: .alsoNetwork, write: .memory, hasTool: true)
        #expect(!plan.readsCache && !plan.writesCache && !plan.needsKey && !plan.lacksTool)
    }

    @Test func `without a tool goes on as without a cache, and knows it`() {
        let plan = SendPlan(kind: .request, usage: .cancelNetwork, write: .disk, hasTool: false)
        #expect(!plan.readsCache && !plan.writesCache && plan.lacksTool)
        #expect(!SendPlan(kind: .request, hasTool: false).lacksTool)
    }

    @Test(arguments: [
        (APICacheUsageMode.alsoNetwork, true, false), (.alsoNetworkWithCallback, true, true),
        (.cancelNetwork, false, false),
    ])
    func `decides after a hit by the usage mode`(usage: APICacheUsageMode, usesNetwork: Bool, completes: Bool) {
        let next = SendPlan(kind: .request, usage: usage, hasTool: true).continuation(after: .hit)
        #expect(next == Continuation(reportsCache: true, usesNetwork: usesNetwork, completes: completes))
    }

    @Test(arguments: [APICacheUsageMode.alsoNetwork, .alsoNetworkWithCallback, .cancelNetwork])
    func `goes to the network after a miss, in every mode`(usage: APICacheUsageMode) {
        let next = SendPlan(kind: .request, usage: usage, hasTool: true).continuation(after: .miss)
        #expect(next == Continuation(reportsCache: true, usesNetwork: true, completes: true))
    }
}
