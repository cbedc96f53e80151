import APIService
import Foundation
import Testing

@Suite struct `A data response` {
    private struct Failure: Error {}

    private static func response(_ result: Result<Int, AFError>) -> DataResponse<Int, AFError> {
        DataResponse(
            request: URLRequest(url: URL(filePath: "/r")),
            response: nil,
            data: Data("d".utf8),
            metrics: nil,
            serializationDuration: 0.5,
            result: result
        )
    }

    @Test func `maps its value and keeps the rest`() throws {
        let mapped = Self.response(.success(2)).map { "\($0)" }
        #expect(mapped.value == "2")
        #expect(mapped.error == nil)
        #expect(mapped.data == Data("d".utf8))
        #expect(mapped.request?.url?.path == "/r")
        #expect(mapped.serializationDuration == 0.5)
        #expect(Self.response(.failure(.explicitlyCancelled)).map { $0 + 1 }.error?.isExplicitlyCancelledError == true)
    }

    @Test func `maps its error`() {
        let failed = Self.response(.failure(.explicitlyCancelled))
        #expect(failed.mapError { _ in Failure() }.error != nil)
        #expect(failed.tryMapError { _ in Failure() }.error is Failure)
        #expect(
            failed.tryMapError { _ -> Failure in throw AFError.sessionDeinitialized }.error?.asAFError?
                .isSessionDeinitializedError == true
        )
        #expect(Self.response(.success(1)).tryMapError { _ in Failure() }.value == 1)
    }

    @Test func `turns what a transform throws into its error`() {
        #expect(Self.response(.success(1)).tryMap { _ -> Int in throw Failure() }.error is Failure)
        #expect(Self.response(.success(1)).tryMap { $0 + 1 }.value == 2)
    }

    @Test func `describes itself without secrets`() throws {
        var request = try URLRequest(
            url: "http://user:word@h/p?token=hidden#f",
            method: .post,
            headers: [.authorization(bearerToken: "hidden")]
        )
        request.httpBody = Data("hidden".utf8)
        let response = DataResponse<Int, AFError>(
            request: request,
            response: nil,
            data: Data("hidden".utf8),
            metrics: nil,
            serializationDuration: 0,
            result: .success(7)
        )
        #expect(response.description == "success(7)")
        #expect(response.debugDescription.contains("Request: POST http://h/p\n"))
        #expect(!response.debugDescription.contains("hidden"))
        #expect(!response.debugDescription.contains("word"))
    }

    @Test func `makes its response object when it is asked for, once`() throws {
        let url = try "http://h/a.bin".asURL()
        let deferred = DeferredResponse(statusCode: 201) {
            APIHTTPResponse.make(
                url: url,
                statusCode: 201,
                httpVersion: "HTTP/1.1",
                fields: [(name: "X-A", value: "1"), (name: "x-a", value: "2")]
            )
        }
        let data = DataResponse<Data, AFError>(
            request: nil,
            deferred: deferred,
            data: nil,
            serializationDuration: 0,
            result: .success(Data())
        )
        let response = APIResponse<Int>(data, result: .success(1))
        #expect(response.statusCode == 201)
        #expect(response.response === data.response)
        #expect(response.response?.value(forHTTPHeaderField: "x-A") == "1, 2")
    }
}

@Suite struct `A download response` {
    @Test func `keeps its file while it is mapped`() {
        let response = DownloadResponse<Data, AFError>(
            request: nil,
            response: nil,
            fileURL: URL(filePath: "/f"),
            resumeData: Data("r".utf8),
            metrics: nil,
            serializationDuration: 0,
            result: .success(Data("abc".utf8))
        )
        let mapped = response.map(\.count)
        #expect(mapped.value == 3)
        #expect(mapped.fileURL?.path == "/f")
        #expect(mapped.resumeData == Data("r".utf8))
        #expect(mapped.debugDescription.contains("File: /f"))
        #expect(APIResponse<Int>(response, result: .success(1)).data == Data("abc".utf8))
        #expect(
            response.tryMap { _ -> Int in throw AFError.explicitlyCancelled }.error?.asAFError?
                .isExplicitlyCancelledError == true
        )
    }
}

@Suite struct `A suggested file name` {
    @Test(
        arguments: [
            ("http://h/dir/file.zip", nil, "file.zip"),
            ("http://h/dir/a%20b.zip?x=1", nil, "a b.zip"),
            ("http://h/", nil, "Unknown"),
            ("http://h", nil, "Unknown"),
            ("http://h/x", "attachment; filename=plain.txt", "plain.txt"),
            ("http://h/x", "attachment; filename=\"x y.bin\"", "x y.bin"),
            ("http://h/x", "attachment; filename=\"a.txt\"; filename*=UTF-8''na%C3%AFve.txt", "naïve.txt"),
            ("http://h/x", "attachment; filename=\"../../etc/passwd\"", "passwd"),
            ("http://h/x", "attachment; filename=\"..\\\\..\\\\evil.exe\"", "evil.exe"),
            ("http://h/x", "attachment; filename*=UTF-8''..%2F..%2Fpasswd", "passwd"),
            ("http://h/x", "attachment; filename=\"..\"", "x"),
            ("http://h/x", "attachment; filename=\"\"", "x"),
            ("http://h/x", "attachment", "x"),
            ("http://h/..%2F..%2Fpasswd", nil, "passwd"),
        ] as [(String, String?, String)]
    )
    func `is the server's, else the URL's, and never a path`(_ url: String, _ disposition: String?, _ name: String)
        throws
    {
        let fields = disposition.map { [(name: "Content-Disposition", value: $0)] } ?? []
        let response = APIHTTPResponse.make(
            url: try url.asURL(),
            statusCode: 200,
            httpVersion: "HTTP/1.1",
            fields: fields
        )
        #expect(response?.suggestedFilename == name)
    }

    @Test func `leads into the user's folder`() throws {
        let response = try #require(
            APIHTTPResponse.make(
                url: try "http://h/f.bin".asURL(),
                statusCode: 200,
                httpVersion: "HTTP/1.1",
                fields: []
            )
        )
        let destination = DownloadRequest.suggestedDownloadDestination(options: .removePreviousFile)
        let place = destination(URL(filePath: "/tmp/t"), response)
        #expect(place.destinationURL.lastPathComponent == "f.bin")
        #expect(place.options == .removePreviousFile)
    }
}
