// microbench [PART OF A NAME]: what the layers' single operations cost.
import Glibc

do {
    let measure = Measure(only: CommandLine.arguments.dropFirst().first ?? "")
    Measure.header()
    try measureWire(measure)
    try measureTransport(measure)
    try measureJSON(measure)
    try measureService(measure)
} catch {
    print("failed: \(error)")
    exit(1)
}
