import APIService
import Testing

@Suite struct `The life cycle of a task` {
    @Test func `starts once, however often it is resumed`() {
        var life = TaskLifeCycle()
        #expect(life.state == .initialized)
        #expect(life.resume() == .start)
        #expect(life.resume() == .nothing)
        #expect(life.state == .resumed)
    }

    @Test func `goes on after being suspended, without starting again`() {
        var life = TaskLifeCycle()
        _ = life.resume()
        #expect(life.suspend() == .pause)
        #expect(life.suspend() == .nothing)
        #expect(life.state == .suspended)
        #expect(life.resume() == .goOn)
        #expect(life.state == .resumed)
        #expect(life.finish() == .deliver)
        #expect(life.state == .finished)
    }

    @Test func `may be suspended before it starts`() {
        var life = TaskLifeCycle()
        #expect(life.suspend() == .nothing)
        #expect(life.state == .suspended)
        #expect(life.resume() == .start)
    }

    @Test func `holds an answer while it is suspended`() {
        var life = TaskLifeCycle()
        _ = life.resume()
        _ = life.suspend()
        #expect(life.finish() == .hold)
        #expect(life.finish() == .drop)
        #expect(life.resume() == .deliverHeld)
        #expect(life.state == .finished)
    }

    @Test func `answers a cancel before it was ever resumed`() {
        var life = TaskLifeCycle()
        #expect(life.cancel() == .answer)
        #expect(life.state == .cancelled)
        #expect(life.resume() == .nothing)
    }

    @Test func `stops the transfer when cancelled on the way, and drops its end`() {
        var life = TaskLifeCycle()
        _ = life.resume()
        #expect(life.cancel() == .cancelAndAnswer)
        #expect(life.cancel() == .nothing)
        #expect(life.finish() == .drop)
        #expect(life.suspend() == .nothing)
        #expect(life.state == .cancelled)
    }

    @Test func `drops a held answer when cancelled`() {
        var life = TaskLifeCycle()
        _ = life.resume()
        _ = life.suspend()
        _ = life.finish()
        #expect(life.cancel() == .answer)
        #expect(life.resume() == .nothing)
    }

    @Test func `does nothing any more once it has finished`() {
        var life = TaskLifeCycle()
        _ = life.resume()
        #expect(life.finish() == .deliver)
        #expect(life.cancel() == .nothing)
        #expect(life.resume() == .nothing)
        #expect(life.finish() == .drop)
        #expect(life.suspend() == .nothing)
        #expect(life.state == .finished)
    }
}

@Suite struct `The pace of a transfer` {
    @Test func `is told by one at a time, who hears of later changes`() {
        var pace = TransferPace()
        let claims = [pace.claim(), pace.claim()]
        #expect(claims == [true, false])
        let told = [pace.next(for: .suspended), pace.next(for: .resumed), pace.next(for: .resumed)]
        #expect(told == [.pause, .goOn, nil])
        let isFree = pace.claim()
        #expect(isFree)
    }

    @Test func `is told nothing twice`() {
        var pace = TransferPace()
        let told = [TaskLifeCycle.State.suspended, .suspended, .resumed, .resumed].map { pace.next(for: $0) }
        #expect(told == [.pause, nil, .goOn, nil])
    }

    @Test(arguments: [TaskLifeCycle.State.initialized, .resumed, .cancelled, .finished])
    func `is left alone when its task does not rest`(state: TaskLifeCycle.State) {
        var pace = TransferPace()
        let told = pace.next(for: state)
        #expect(told == nil)
    }
}
