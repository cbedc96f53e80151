/// Runs tasks on an event loop's thread, so that what the loop completes goes on there without a hop.
///
/// It must outlive the tasks that prefer it; the loop keeps it until their jobs have run.
package final class LoopExecutor: TaskExecutor {
    private let loop: EventLoop

    package init(loop: EventLoop) { self.loop = loop }

    /// Jobs that come from the loop's own thread run right after the callback that is going on.
    ///
    /// When the loop has been stopped, tasks go on where they would without a preference.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if !loop.enqueue(job, for: self) { globalConcurrentExecutor.enqueue(job) }
    }

    /// Runs a job on the calling thread, which is the loop's.
    func run(_ job: UnownedJob) {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
