// Runs the calls of code written for the pod against server.py, for Scripts/consumers; it is no target of this package.
import APIService
import Dispatch
import Foundation

/// What stands behind the names that the pod has for another library's types.
func callAliases() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("aliases-\(UUID().uuidString).bin")
    let form = file.appendingPathExtension("form")
    try Data("44".utf8).write(to: file)
    defer { for url in [file, form] { try? FileManager.default.removeItem(at: url) } }
    let methods = AliasCalls.methods().count
    let headers = AliasCalls.headers().count
    let requests = try AliasCalls.encodings(AliasCalls.requests()).count
    print("ALIASES", methods, headers, requests, AliasCalls.destinations().count)
    do {
        _ = try AliasCalls.multipart(file)
        print("FORM encoded twice")
    } catch {
        // Streams are read once: what was written first is whole, and the second encoding fails.
        let written = String(decoding: try Data(contentsOf: form), as: UTF8.self)
        print("FORM", error.asAFError?.isMultipartEncodingError ?? false, written.hasSuffix("777\r\n--frontier--\r\n"))
    }
    AliasCalls.responses()
    AliasCalls.reachability()
}

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
do { try callAliases() } catch { print("ALIASES", error) }
print(LibraryCalls.errors(.networkError), LibraryCalls.handMade().result.isFailure)
DispatchQueue.main.asyncAfter(deadline: .now() + 3) {
    MainActor.assumeIsolated {
        print("JOURNAL", journal.lines)
        print("FILES", (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        exit(0)
    }
}
dispatchMain()
