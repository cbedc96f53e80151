import CSupport

extension WireError {
    /// What a C call that failed has answered; `systemError` is the errno it reported.
    init(status: cs_status, systemError: Int32 = 0, detail: String = "") {
        let code: Code =
            switch status {
            case .noMemory: .outOfMemory
            case .corrupt, .truncated: .corrupt
            case .limit: .outputLimit
            case .invalid: .invalidArgument
            case .timedOut: .timedOut
            case .ok, .wantInput, .wantOutput, .closed, .system, .library: Code(cs_errno_meaning(systemError))
            }
        self.init(code, systemError: systemError, detail: detail)
    }

    /// What the system's error number comes down to, with the system's own words.
    package init(systemError: Int32) {
        self.init(Code(cs_errno_meaning(systemError)), systemError: systemError, detail: Self.text(of: systemError))
    }

    private static func text(of systemError: Int32) -> String {
        var text = [CChar](repeating: 0, count: 100)
        var span = text.mutableSpan
        cs_errno_text(systemError, &span)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension WireError.Code {
    init(_ meaning: cs_errno) {
        self =
            switch meaning {
            case .other: .system
            case .noMemory: .outOfMemory
            case .refused: .refused
            case .unreachable: .unreachable
            case .timedOut: .timedOut
            case .reset: .reset
            case .closed: .closed
            case .addressUnavailable: .addressUnavailable
            case .permissionDenied: .permissionDenied
            case .notFound: .notFound
            case .alreadyExists: .alreadyExists
            case .isDirectory: .isDirectory
            case .noSpace: .noSpace
            case .tooManyDescriptors: .tooManyDescriptors
            case .invalidArgument: .invalidArgument
            case .otherFileSystem: .otherFileSystem
            }
    }
}
