// Runs the calls of code written for the pod against server.py, for Scripts/consumers; it is no target of this package.
import APIService
import Dispatch
import Foundation

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("userland-\(UUID().uuidString)")
LibraryCalls.configure()
LibraryCalls.plain()
let journal = JournalPlugin()
LibraryCalls.withEverything(journal)
LibraryCalls.cacheBesideNetwork()
LibraryCalls.cacheAndNetworkInOneHandler()
LibraryCalls.cacheInsteadOfNetwork()
LibraryCalls.downloads(into: folder)
LibraryCalls.raws()
LibraryCalls.guarded()
LibraryCalls.ownClient()
print(LibraryCalls.errors(.networkError), LibraryCalls.handMade().result.isFailure)
DispatchQueue.main.asyncAfter(deadline: .now() + 3) {
    MainActor.assumeIsolated {
        print("JOURNAL", journal.lines)
        print("FILES", (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        exit(0)
    }
}
dispatchMain()
