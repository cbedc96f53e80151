import APIService
import Foundation
import Testing

/// An adapter as it was written for sessions.
private struct Adapter: APIRequestAdapter {
    func adapt(
        _ urlRequest: URLRequest,
        for session: APISession,
        completion: @escaping (Result<URLRequest, any Error>) -> Void
    ) { completion(.success(urlRequest)) }
}

private struct Convertible: APIURLRequestConvertible {
    func asURLRequest() throws -> URLRequest { URLRequest(url: try "http://h/".asURL()) }
}

@Suite struct `The surface behind the original's aliases` {
    private struct Cause: Error {}

    @Test func `has methods and fields`() throws {
        let methods: [APIRequestMethod] = [
            .connect, .delete, .get, .head, .options, .patch, .post, .put, .query, .trace, .init(rawValue: "X"),
        ]
        #expect(Set(methods).map(\.rawValue).count == 11)
        let header = APIRequestHeader(name: "A", value: "b")
        #expect(header.name + header.value + header.description == "AbA: b")
        let defaults: [APIRequestHeader] = [
            .defaultAcceptEncoding, .defaultAcceptLanguage, .defaultUserAgent,
        ]
        #expect(defaults.map(\.name) == APIRequestHeaders.default.map(\.name))
        var headers = APIRequestHeaders([header])
        headers.add(name: "c", value: "d")
        headers.add(header)
        headers.update(name: "c", value: "e")
        headers.update(.init(name: "B", value: "f"))
        headers.sort()
        #expect(headers.sorted() == headers && headers.value(for: "C") == "e" && headers["b"] == "f")
        let index: Int = headers.index(after: headers.startIndex)
        #expect(headers[index].name == "B" && headers.endIndex == 3)
        var iterator: IndexingIterator<[APIRequestHeader]> = headers.makeIterator()
        #expect(iterator.next() == header && headers.hashValue == headers.hashValue)
        headers.remove(name: "a")
        #expect(APIRequestHeaders(["x": "y"]).dictionary == ["x": "y"] && APIRequestHeaders().description.isEmpty)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.headers = headers
        #expect(configuration.headers.count == 2)
        let url = testURL("http://h/")
        let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["A": "b"])
        #expect(response?.headers["a"] == "b")
    }

    @Test func `has requests and encodings`() throws {
        let convertibles: [any APIURLConvertible] = [
            "http://h/", testURL("http://h/"), URLComponents(string: "http://h/")!,
        ]
        for convertible in convertibles {
            var request = try URLRequest(url: convertible, method: .get, headers: nil)
            request.method = .post
            try request.validate()
            let convertible: any APIURLRequestConvertible = request
            #expect(convertible.urlRequest?.method == .post)
            #expect(try convertible.asURLRequest() == request)
        }
        #expect(Convertible().urlRequest?.url?.host == "h")
        let encoding = APIURLEncoding(
            destination: .httpBody,
            arrayEncoding: .custom { "\($0)\($1)" },
            boolEncoding: .literal
        )
        let parts: (APIURLEncoding.Destination, APIURLEncoding.ArrayEncoding, APIURLEncoding.BoolEncoding) = (
            encoding.destination, encoding.arrayEncoding, encoding.boolEncoding
        )
        _ = parts
        let encodings: [any APIParameterEncoding] = [
            encoding, APIURLEncoding.default, APIURLEncoding.queryString, APIURLEncoding.httpBody,
            APIJSONEncoding.default, APIJSONEncoding.prettyPrinted, APIJSONEncoding(options: .sortedKeys),
        ]
        for encoding in encodings {
            let request = try encoding.encode(Convertible(), with: nil)
            #expect(request.httpBody == nil && request.url?.query == nil)
        }
        let options: JSONSerialization.WritingOptions = APIJSONEncoding.prettyPrinted.options
        #expect(options == .prettyPrinted && encoding.escape(" ") == "%20")
        #expect(encoding.queryComponents(fromKey: "k", value: true).first?.1 == "true")
        #expect(try APIJSONEncoding.default.encode(Convertible(), withJSONObject: nil).httpBody == nil)
        let refusal: any Error = APIJSONEncoding.Error.invalidJSONObject
        #expect(refusal is APIJSONEncoding.Error && CharacterSet.afURLQueryAllowed.contains("?"))
    }

    @Test func `has responses and destinations`() {
        let data = APIDataResponse<Data>(
            request: nil,
            response: nil,
            data: nil,
            metrics: nil,
            serializationDuration: 1,
            result: .success(Data())
        )
        let metrics: URLSessionTaskMetrics? = data.metrics
        let changed: DataResponse<Int, any Error> = data.map(\.count).tryMap { $0 }.mapError { $0 }.tryMapError { $0 }
        #expect(metrics == nil && changed.value == 0 && changed.error == nil && changed.serializationDuration == 1)
        #expect(!data.description.isEmpty && !data.debugDescription.isEmpty)
        let file = APIDownloadResponse<Data>(
            request: nil,
            response: nil,
            fileURL: nil,
            resumeData: nil,
            metrics: nil,
            serializationDuration: 0,
            result: .failure(.explicitlyCancelled)
        )
        let failed: DownloadResponse<Int, any Error> = file.map(\.count).tryMap { $0 }.mapError { $0 }.tryMapError {
            $0
        }
        #expect(failed.error?.asAFError?.isExplicitlyCancelledError == true && file.resumeData == nil)
        #expect(!file.description.isEmpty && !file.debugDescription.isEmpty && file.metrics == nil)
        let destination: APIDownloadDestination = DownloadRequest.suggestedDownloadDestination(
            for: .cachesDirectory,
            in: .userDomainMask,
            options: [.createIntermediateDirectories, .removePreviousFile]
        )
        let same: DownloadRequest.Destination = destination
        _ = same
        #expect(DownloadRequest.Options(rawValue: 3) == [.createIntermediateDirectories, .removePreviousFile])
    }

    @Test func `has forms, reachability and adapters`() throws {
        let form = APIMultipartFormData(fileManager: .default, boundary: "b")
        form.append(Data([1]), withName: "a", fileName: nil, mimeType: nil)
        form.append(Data([1]), withName: "a")
        form.contentType = "multipart/form-data; boundary=b; charset=utf-8"
        #expect(form.contentType.hasSuffix("utf-8") && form.contentLength == 2 && form.boundary == "b")
        #expect(APIMultipartFormData.encodingMemoryThreshold == 10_000_000)
        #expect(try !form.encode().isEmpty)
        let manager = try #require(APINetworkReachabilityManager())
        let statuses: [APINetworkReachabilityManager.NetworkReachabilityStatus] = [
            .unknown, .notReachable, .reachable(.ethernetOrWiFi), .reachable(.cellular),
        ]
        let listener: APINetworkReachabilityManager.Listener = { _ in }
        #expect(statuses.contains(manager.status) && manager.reachabilityQueue.label.isEmpty == false)
        #expect(manager.startListening(onQueue: .global(), onUpdatePerforming: listener))
        manager.stopListening()
        let session = APISession(configuration: .default)
        let adapter: any APIRequestAdapter = Adapter()
        adapter.adapt(URLRequest(url: testURL("http://h/")), for: session) { result in
            #expect((try? result.get())?.url?.host == "h")
        }
    }

    /// Every question that an error can be asked, with the answers of one that is about something else.
    @Test func `has errors that answer for themselves`() {
        let other = AFError.sessionDeinitialized
        let questions: [(String, (AFError) -> Bool, AFError)] = [
            ("deinitialized", \.isSessionDeinitializedError, .sessionDeinitialized),
            ("invalidated", \.isSessionInvalidatedError, .sessionInvalidated(error: Cause())),
            ("cancelled", \.isExplicitlyCancelledError, .explicitlyCancelled),
            ("URL", \.isInvalidURLError, .invalidURL(url: "u")),
            ("encoding", \.isParameterEncodingError, .parameterEncodingFailed(reason: .missingURL)),
            ("encoder", \.isParameterEncoderError, .parameterEncoderFailed(reason: .missingRequiredComponent(.url))),
            (
                "form", \.isMultipartEncodingError,
                .multipartEncodingFailed(reason: .outputStreamWriteFailed(error: Cause()))
            ),
            ("adaptation", \.isRequestAdaptationError, .requestAdaptationFailed(error: Cause())),
            ("validation", \.isResponseValidationError, .responseValidationFailed(reason: .dataFileNil)),
            ("serialization", \.isResponseSerializationError, .responseSerializationFailed(reason: .inputFileNil)),
            ("retry", \.isRequestRetryError, .requestRetryFailed(retryError: Cause(), originalError: Cause())),
            ("uploadable", \.isCreateUploadableError, .createUploadableFailed(error: Cause())),
            ("request", \.isCreateURLRequestError, .createURLRequestFailed(error: Cause())),
            (
                "move", \.isDownloadedFileMoveError,
                .downloadedFileMoveFailed(
                    error: Cause(),
                    source: testURL("file:///a"),
                    destination: testURL("file:///b")
                )
            ),
            ("task", \.isSessionTaskError, .sessionTaskFailed(error: Cause())),
        ]
        for (name, question, error) in questions {
            #expect(question(error), "\(name)")
            if name != "deinitialized" { #expect(!question(other), "\(name)") }
        }
        let withCause = questions.map(\.2).filter { $0.underlyingError is Cause }.count
        #expect(withCause == 8)
        #expect(AFError.invalidURL(url: testURL("http://h/")).urlConvertible as? URL == testURL("http://h/"))
        #expect(
            AFError.multipartEncodingFailed(reason: .bodyPartFileIsDirectory(at: testURL("file:///d"))).url?.path
                == "/d"
        )
        let error: any Error = AFError.explicitlyCancelled
        #expect(error.asAFError(orFailWith: "not of this kind").isExplicitlyCancelledError)
    }
}
