import APIWire
import TestSupport
import Testing

@Suite struct `Tasks that prefer a loop's thread` {
    @Test func `run on it and come back to it`() async throws {
        try await withLoop { loop in
            let executor = LoopExecutor(loop: loop)
            let places = await withTaskExecutorPreference(executor) {
                var places = [loop.isCurrent]
                for _ in 0..<100 {
                    await Task.yield()
                    places.append(loop.isCurrent)
                }
                await withCheckedContinuation { continuation in
                    loop.post { continuation.resume() }
                }
                places.append(loop.isCurrent)
                return places
            }
            #expect(places.count == 102 && places.allSatisfy { $0 })
        }
    }

    @Test func `end even when the loop is stopped meanwhile`() async throws {
        let loop = try EventLoop(name: "test-loop")
        try loop.start()
        let executor = LoopExecutor(loop: loop)
        let (begun, stopped) = (Signal(), Signal())
        let task = Task(executorPreference: executor) {
            begun.fire()
            try await stopped.received()
            return loop.isCurrent
        }
        try await begun.received()
        loop.stop()
        stopped.fire()
        let wasOnLoop = try await task.value
        #expect(!wasOnLoop)
        let late = await Task(executorPreference: executor) { loop.isCurrent }.value
        #expect(!late)
    }

    @Test func `in great number do not keep sockets waiting`() async throws {
        try await withLoop { loop in
            let executor = LoopExecutor(loop: loop)
            let (here, there) = try StreamSocket.pair()
            let heard = Observed(false)
            let registration = try loop.add(ClosureSource { _ in heard.update { $0 = true } }, here)
            let busy = Task(executorPreference: executor) {
                while !Task.isCancelled { await Task.yield() }
            }
            _ = there.write("x")
            try await heard.wait { $0 }
            busy.cancel()
            await busy.value
            loop.remove(registration)
        }
    }
}
