import CSupport

/// Names of hosts in other scripts than Latin (RFC 5890 to 5894, UTS 46).
package enum InternationalHostName {
    #if LibIDN2
    /// Whether this build can turn them into ASCII.
    package static let isSupported = true

    /// The ASCII form of a name in UTF-8; nil when no host can be called so, or memory is short.
    package static func ascii(_ name: Span<UInt8>) -> [UInt8]? {
        var ascii = [UInt8](repeating: 0, count: Int(CS_HOST_NAME_LIMIT))
        var produced = 0
        // By pointers: the compiler fails on release builds when it emits a function that takes two spans to C.
        let status = unsafe name.withUnsafeBufferPointer { name in
            unsafe ascii.withUnsafeMutableBufferPointer { ascii -> cs_status in
                // SAFETY: both buffers live through the call, which stays within their lengths.
                guard let start = ascii.baseAddress else { return .limit }
                return unsafe cs_host_name_to_ascii(name.baseAddress, name.count, start, ascii.count, &produced)
            }
        }
        guard status == .ok, produced <= ascii.count else { return nil }
        ascii.removeLast(ascii.count - produced)
        return ascii
    }
    #else
    /// Whether this build can turn them into ASCII: not without the trait LibIDN2.
    package static let isSupported = false

    /// The ASCII form of a name in UTF-8; nil here.
    package static func ascii(_ name: Span<UInt8>) -> [UInt8]? { nil }
    #endif
}
