import FuzzDriver
import Glibc
import TransportLaws

private func law(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = unsafe UnsafeBufferPointer(start: data, count: size)
    do {
        try clientLaw(unsafe Span(_unsafeElements: input))
        return 0
    } catch {
        print(error)
        return 1
    }
}

// SAFETY: the argument vector outlives the call.
exit(unsafe fuzz_main(CommandLine.argc, CommandLine.unsafeArgv, law))
