// Typed requests over TLS, against a server in the same process. Exit 0 only if every step did what it should.

import APIService
import Foundation

func runDemo() async -> Bool {
    do {
        let library = try DemoServer()
        APIConfig.shared.cacheTool = CacheTool.shared
        Screen.title("APIService: typed requests to \(try library.url), trusted through an authority made just now")
        let steps: [(String, () async throws -> Void)] = [
            ("A typed GET into a model", { try await typedGet(library) }),
            ("The same again, from the cache", { try await getFromCache(library) }),
            ("A POST with JSON", { try await postJSON(library) }),
            ("A POST with form fields", { try await postForm(library) }),
            ("A token that has expired, and a request that notices", { try await retryAfterExpiredToken(library) }),
            ("A download with progress", { try await download(library) }),
            ("An error page, turned into an error", { try await errorPage(library) }),
            ("Certificates that must be refused", { try await refusedCertificates(library) }),
        ]
        var failures = 0
        for (number, (name, run)) in steps.enumerated() {
            Screen.step(number + 1, name)
            do {
                try await run()
            } catch {
                failures += 1
                Screen.bad("\(error)")
            }
        }
        print("")
        let outcome = failures == 0 ? "Everything did what it should." : "\(failures) of \(steps.count) steps failed."
        Screen.title(outcome)
        return failures == 0
    } catch {
        Screen.bad("the demo could not start: \(error)")
        return false
    }
}

exit(await runDemo() ? 0 : 1)
