package import APITransport

/// Makes requests from what the command line says.
package struct RequestBuilder {
    /// How files are come by; `-` is the name of standard input.
    package struct Files: Sendable {
        package typealias Reader = @Sendable (_ path: String) throws(TransportError) -> [UInt8]
        package typealias Opener = @Sendable (_ path: String) throws(TransportError) -> HTTPBody

        fileprivate let read: Reader
        fileprivate let open: Opener

        /// `read` gives a file's contents, `open` a body made of it.
        package init(read: @escaping Reader, open: @escaping Opener) {
            self.read = read
            self.open = open
        }
    }

    /// What ends a referer that is to be set anew with each redirect.
    private static let automatic = ";auto"

    private let settings: RequestSettings
    private let read: Files.Reader
    private let open: Files.Opener

    package init(_ settings: RequestSettings, _ files: Files) {
        self.settings = settings
        read = files.read
        open = files.open
    }

    /// The request for the URL of that number among those of these settings.
    package func request(number: Int) throws(TransportError) -> HTTPRequest {
        let data = settings.data.isEmpty ? nil : try DataArgument.assemble(settings.data, read: read)
        let upload = number < settings.uploads.count ? settings.uploads[number] : nil
        let sentData = settings.movesDataToQuery ? nil : data
        var request = HTTPRequest(url: try url(number: number, data: data, upload: upload))
        request.method = try method(sendsData: sentData != nil, uploads: upload != nil)
        request.body = try upload.map { (path) throws(TransportError) in try open(path) } ?? sentData.map { .bytes($0) }
        request.fields = try fields(sendsData: sentData != nil, url: request.url)
        request.options = options(for: request.url)
        return request
    }

    /// The name of the method, for telling about a request that could not be made.
    package var methodName: String {
        if let method = settings.method { return method }
        if settings.asksHeadOnly { return "HEAD" }
        if !settings.uploads.isEmpty { return "PUT" }
        return settings.data.isEmpty || settings.movesDataToQuery ? "GET" : "POST"
    }

    private func method(sendsData: Bool, uploads: Bool) throws(TransportError) -> HTTPMethod {
        if let name = settings.method {
            guard let method = HTTPMethod(rawValue: name) else {
                throw TransportError(kind: .invalidRequest, phase: .queue, message: "The method is no token")
            }
            return method
        }
        if settings.asksHeadOnly { return .head }
        if uploads { return .put }
        return sendsData ? .post : .get
    }

    private func url(number: Int, data: [UInt8]?, upload: String?) throws(TransportError) -> HTTPURL {
        var text = URLArgument.withScheme(settings.urls[number])
        if let upload, !URLArgument.isStandardInput(upload) { text = URLArgument.naming(fileAt: upload, in: text) }
        var url = try HTTPURL(text, pathAsIs: settings.keepsPathAsIs)
        if !settings.queries.isEmpty {
            url = try url.appendingQuery(Self.text(try DataArgument.assemble(settings.queries, read: read)))
        }
        if settings.movesDataToQuery, let data { url = try url.appendingQuery(Self.text(data)) }
        return url
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    private func fields(sendsData: Bool, url: HTTPURL) throws(TransportError) -> HTTPFields {
        var fields = HTTPFields()
        for argument in settings.fields {
            switch argument {
            case .field(let name, let value): try fields.append(name: name, value: value)
            case .empty(let name): try fields.append(name: name, value: "")
            case .omission: break
            }
        }
        for (name, value) in ownFields(sendsData: sendsData, url: url) where !isNamed(name) {
            try fields.append(name: name, value: value)
        }
        return fields
    }

    /// The fields that options other than `-H` ask for.
    private func ownFields(sendsData: Bool, url: HTTPURL) -> [(String, String)] {
        var fields: [(String, String)] = []
        if let agent = settings.userAgent, !agent.isEmpty { fields.append(("User-Agent", agent)) }
        if let referer = settings.referer?.withoutSuffix(Self.automatic), !referer.isEmpty {
            fields.append(("Referer", referer))
        }
        if let range = settings.range { fields.append(("Range", "bytes=\(range.contains("-") ? range : range + "-")")) }
        let pairs = settings.cookies.compactMap { if case .pairs(let text) = $0 { text } else { nil } }
        if !pairs.isEmpty { fields.append(("Cookie", pairs.joined(separator: "; "))) }
        if settings.sendsJSON {
            fields.append(("Content-Type", "application/json"))
            fields.append(("Accept", "application/json"))
        } else if sendsData {
            fields.append(("Content-Type", "application/x-www-form-urlencoded"))
        }
        return fields
    }

    private func isNamed(_ name: String) -> Bool {
        settings.fields.contains { $0.name.lowercased() == name.lowercased() }
    }

    private func options(for url: HTTPURL) -> RequestOptions {
        var options = RequestOptions()
        options.deadlines.connect = settings.connectTimeout
        options.deadlines.total = settings.totalTimeout
        options.decodesContent = settings.acceptsCompressed
        options.maximumBodyBytes = settings.maximumBodyBytes
        options.maximumDecodedBytes = settings.maximumDecodedBytes
        options.usesHTTP10 = settings.usesHTTP10
        options.redirects = redirects
        options.retries = RetryPolicy(maximum: settings.retries)
        // Whoever asks for it on a command line means every method, as with curl. A broken connection is another matter.
        options.retries.repeatsAnyMethod = true
        if let delay = settings.retryDelay {
            options.retries.firstDelay = delay
            options.retries.growth = 1
        }
        options.credentials = credentials(in: url)
        options.omittedDefaults = settings.fields.compactMap {
            if case .omission(let name) = $0 { name } else { nil }
        }
        if settings.userAgent?.isEmpty == true { options.omittedDefaults.append("User-Agent") }
        return options
    }

    private var redirects: RedirectPolicy {
        guard settings.followsRedirects else { return .none }
        var policy = RedirectPolicy(maximum: settings.maximumRedirects)
        if settings.keepsPostAfter301 { policy.keepsPost.insert(.movedPermanently) }
        if settings.keepsPostAfter302 { policy.keepsPost.insert(.found) }
        if settings.keepsPostAfter303 { policy.keepsPost.insert(.seeOther) }
        if settings.trustsRedirectTargets { policy.trust = .anyOrigin }
        policy.namesReferrer = settings.referer?.hasSuffix(Self.automatic) == true
        return policy
    }

    /// The credentials of the options, else those that stand in the URL.
    private func credentials(in url: HTTPURL) -> Credentials? {
        if let token = settings.bearerToken { return .bearer(token) }
        let user = settings.user ?? url.user.map { UserArgument(name: $0, password: url.password ?? "") }
        guard let user else { return nil }
        switch settings.schemes {
        case .basic: return .basic(user: user.name, password: user.password)
        case .digest: return .digest(user: user.name, password: user.password)
        case .any: return .strongest(user: user.name, password: user.password)
        }
    }
}

extension String {
    fileprivate func withoutSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
