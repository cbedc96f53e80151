import APIJSON

/// One call that the driver is asked to make.
struct Op {
    // The request
    var url = ""
    var method: String?
    var isHead = false
    var body: String?
    var upload: String?
    var uploadName: String?
    var isChunked = false
    var headers: [String] = []
    var movesBodyToQuery = false
    var queries: [String] = []
    var sendsJSON = false
    var parts: [(name: String, value: String)] = []
    var range: String?
    var referer: String?
    var userAgent: String?
    var asksTransferCoding = false
    var isRaw = false
    var usesHTTP10 = false
    var keepsPathAsIs = false
    var isIdempotent: Bool?

    // Redirects, credentials, cookies
    var follows = false
    var trustsTargets = false
    var maximumRedirects: Int?
    var keepsPostAfter301 = false
    var keepsPostAfter302 = false
    var keepsPostAfter303 = false
    var user: String?
    var usesDigest = false
    var usesAnyScheme = false
    var bearer: String?
    var cookies: [String] = []
    var cookieFile: String?
    var keepsCookies = false

    // Failure and limits
    var failsOnStatus = false
    var maximumBodyBytes: Int?
    var maximumDecodedBytes: Int?
    var retries: Int?
    var connectTimeout: Int?
    var firstByteTimeout: Int?
    var idleTimeout: Int?
    var timeout: Int?

    var client = ClientSettings()

    // How the call is made
    var output: String?
    var wait = 0
    var cancelAfter: Int?
    var parallel: Int?
    var isDiscarded = false
    var isStreamed = false
    var readDelay: Int?

    /// The first key that the driver does not know, or whose value it cannot use.
    var unsupportedKey: String?

    /// The op that `object` describes.
    init(_ object: APIJSONValue) {
        for (key, value) in object.pairs where unsupportedKey == nil {
            guard let read = OpKey.all[key], read(&self, value) else {
                unsupportedKey = key
                return
            }
        }
    }
}

/// What makes one client differ from another.
struct ClientSettings: Hashable {
    var authorities: String?
    var isInsecure = false
    var pins: [String] = []
    var certificate: String?
    var key: String?
    var passphrase: String?
    var resolves: [String] = []
    var connections: [String] = []
    var unixSocket: String?
    var maximumPerHost: Int?
}
