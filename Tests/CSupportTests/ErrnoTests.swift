import CSupport
import Glibc
import Testing

@Suite struct `The system's error numbers` {
    static let meanings: [(Int32, cs_errno)] = [
        (ENOMEM, .noMemory), (ECONNREFUSED, .refused), (ENETUNREACH, .unreachable), (EHOSTUNREACH, .unreachable),
        (ETIMEDOUT, .timedOut), (ECONNRESET, .reset), (EPIPE, .reset), (EBADF, .closed),
        (EADDRNOTAVAIL, .addressUnavailable),
        (EACCES, .permissionDenied), (EROFS, .permissionDenied), (ENOENT, .notFound), (EEXIST, .alreadyExists),
        (EISDIR, .isDirectory), (EXDEV, .otherFileSystem), (ENOSPC, .noSpace), (EDQUOT, .noSpace),
        (EMFILE, .tooManyDescriptors),
        (EINVAL, .invalidArgument), (0, .other), (9999, .other), (-1, .other),
    ]

    @Test(arguments: meanings)
    func `come down to few meanings`(number: Int32, meaning: cs_errno) {
        #expect(cs_errno_meaning(number) == meaning)
    }

    @Test func `have a text that is cut to fit`() {
        for room in 1..<40 {
            var text = [CChar](repeating: 1, count: room)
            var span = text.mutableSpan
            cs_errno_text(ECONNREFUSED, &span)
            #expect(text.contains(0))
            #expect(
                "Connection refused".hasPrefix(
                    text.prefix { $0 != 0 }.map { String(UnicodeScalar(UInt8($0))) }.joined()
                )
            )
        }
    }
}
