package import APITransport

/// What holds for the URLs of one request on the command line, up to `--next`.
package struct RequestSettings: Sendable {
    package enum FailureRule: Sendable { case never, dropBody, keepBody }

    package enum Output: Sendable, Equatable {
        case file(String)
        /// Named after the last part of the URL's path.
        case remoteName
    }

    package var urls: [String] = []

    // The request
    package var method: String?
    package var asksHeadOnly = false
    package var fields: [FieldArgument] = []
    package var data: [DataArgument] = []
    package var sendsJSON = false
    package var movesDataToQuery = false
    package var queries: [DataArgument] = []
    package var uploads: [String] = []
    package var userAgent: String?
    package var referer: String?
    package var range: String?
    package var usesHTTP10 = false
    package var keepsPathAsIs = false
    package var acceptsCompressed = true

    // Who asks
    package var user: UserArgument?
    package var bearerToken: String?
    package var schemes: AuthenticationSchemes = .basic
    package var cookies: [CookieArgument] = []
    package var cookieJarPath: String?
    package var dropsSessionCookies = false

    // Redirects
    package var followsRedirects = false
    /// nil: no limit.
    package var maximumRedirects: Int? = 20
    package var trustsRedirectTargets = false
    package var keepsPostAfter301 = false
    package var keepsPostAfter302 = false
    package var keepsPostAfter303 = false

    // Where the answer goes
    package var outputs: [Output] = []
    package var takesNameFromHead = false
    package var createsDirectories = false
    package var includesHead = false
    package var headPath: String?
    package var failureRule: FailureRule = .never
    package var writeOut: String?
    package var maximumBodyBytes: Int64?
    package var maximumDecodedBytes: Int64?

    // How to get there
    package var isInsecure = false
    package var caFile: String?
    package var caFolder: String?
    package var certificate: String?
    package var key: String?
    package var passphrase: String?
    package var pins: [[UInt8]] = []
    package var minimumTLS = TLSSettings.Version.v1_2
    package var maximumTLS = TLSSettings.Version.v1_3
    package var addressFamily = HTTPClient.AddressFamily.any
    package var unixSocketPath: String?
    package var resolves: [ResolveArgument] = []
    package var connectsTo: [ConnectToArgument] = []
    package var connectTimeout: Duration?
    package var totalTimeout: Duration?
    package var retries = 0
    package var retryDelay: Duration?

    package init() {}

    func validate(_ general: GeneralSettings) throws(UsageError) {
        guard !urls.isEmpty else { throw UsageError("no URL specified") }
        let hasBody = !data.isEmpty && !movesDataToQuery
        let methods = [("--head", asksHeadOnly), ("--data", hasBody), ("--upload-file", !uploads.isEmpty)]
        let bodies = methods.filter(\.1).map(\.0)
        if bodies.count > 1 {
            throw UsageError("options \(bodies[0]) and \(bodies[1]) ask for different methods")
        }
        if uploads.count > urls.count { throw UsageError("there are more files to upload than URLs") }
        if takesNameFromHead, !outputs.contains(.remoteName) {
            throw UsageError("option --remote-header-name needs --remote-name")
        }
        if minimumTLS > maximumTLS { throw UsageError("there is no version of TLS left to use") }
        if outputs.count > urls.count { throw UsageError("there are more outputs than URLs") }
        if general.reportsJSON, includesHead || writeOut != nil || headPath == "-" {
            throw UsageError("with --report nothing else may go to standard output")
        }
    }
}

package enum AuthenticationSchemes: Sendable { case basic, digest, any }

package struct UserArgument: Sendable, Equatable {
    package let name: String
    package let password: String

    package init(name: String, password: String) {
        self.name = name
        self.password = password
    }

    /// Reads `NAME:PASSWORD`; the name ends at the first colon.
    init(_ text: String) throws(UsageError) {
        guard let colon = text.firstIndex(of: ":") else { throw UsageError("wants NAME:PASSWORD") }
        name = String(text[..<colon])
        password = String(text[text.index(after: colon)...])
    }
}

package enum CookieArgument: Sendable, Equatable {
    case pairs(String)
    case file(String)

    /// Anything with an equals sign in it is cookies, anything else the name of a file with some.
    init(_ text: String) {
        self = text.utf8.contains(UInt8(ascii: "=")) ? .pairs(text) : .file(text)
    }
}
