import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `A multipart form` {
    private static func text(_ form: APIMultipartFormData) throws -> String {
        String(decoding: try form.encode(), as: UTF8.self)
    }

    @Test func `is laid out with boundaries, headers and empty lines`() throws {
        let form = APIMultipartFormData(boundary: "BB")
        form.append(Data("v1".utf8), withName: "k1")
        form.append(Data("v2".utf8), withName: "k2", fileName: "f.txt", mimeType: "text/plain")
        form.append(Data("v3".utf8), withName: "k3", mimeType: "text/x")
        let body = try Self.text(form)
        #expect(
            body == """
                --BB\r
                Content-Disposition: form-data; name="k1"\r
                \r
                v1\r
                --BB\r
                Content-Disposition: form-data; name="k2"; filename="f.txt"\r
                Content-Type: text/plain\r
                \r
                v2\r
                --BB\r
                Content-Disposition: form-data; name="k3"\r
                Content-Type: text/x\r
                \r
                v3\r
                --BB--\r

                """
        )
        #expect(form.contentType == "multipart/form-data; boundary=BB")
        #expect(form.contentLength == 6)
        #expect(form.encodedLength == UInt64(body.utf8.count))
    }

    @Test func `without parts is empty`() throws {
        #expect(try APIMultipartFormData().encode().isEmpty)
        #expect(APIMultipartFormData().encodedLength == 0)
    }

    @Test func `has a boundary of its own`() {
        let boundary = APIMultipartFormData().boundary
        #expect(boundary.wholeMatch(of: /alamofire\.boundary\.[0-9a-f]{16}/) != nil)
        #expect(boundary != APIMultipartFormData().boundary)
        #expect(APIMultipartFormData.encodingMemoryThreshold == 10_000_000)
    }

    @Test func `escapes names so that they add neither fields nor parts`() throws {
        let form = APIMultipartFormData(boundary: "B")
        form.append(Data(), withName: "a\"\r\nX: y\n\rz", fileName: "q\".txt", mimeType: "a/b\r\nX: y")
        let expected =
            "--B\r\nContent-Disposition: form-data; name=\"a%22%0D%0AX: y%0D%0A%0D%0Az\"; filename=\"q%22.txt\"\r\n"
            + "Content-Type: a/bX: y\r\n\r\n\r\n--B--\r\n"
        #expect(try Self.text(form) == expected)
    }

    @Test func `takes files with their name and type`() throws {
        let folder = try TemporaryDirectory()
        let file = URL(fileURLWithPath: try folder.write("{}", to: "a b.json"))
        let form = APIMultipartFormData(boundary: "B")
        form.append(file, withName: "one")
        form.append(file, withName: "two", fileName: "other.bin", mimeType: "x/y")
        #expect(form.isReplayable)
        #expect(
            try Self.text(form)
                == "--B\r\nContent-Disposition: form-data; name=\"one\"; filename=\"a b.json\"\r\n"
                + "Content-Type: application/json\r\n\r\n{}"
                + "\r\n--B\r\nContent-Disposition: form-data; name=\"two\"; filename=\"other.bin\"\r\n"
                + "Content-Type: x/y\r\n\r\n{}\r\n--B--\r\n"
        )
        #expect(try form.encode() == form.encode())
    }

    @Test(arguments: [
        ("a.PNG", "image/png"), ("a.jpeg", "image/jpeg"), ("a.tar.gz", "application/gzip"), ("a.txt", "text/plain"),
        ("a.unheardof", "application/octet-stream"),
    ])
    func `knows the types of common extensions`(_ name: String, _ type: String) throws {
        let folder = try TemporaryDirectory()
        let form = APIMultipartFormData(boundary: "B")
        form.append(URL(fileURLWithPath: try folder.write("x", to: name)), withName: "f")
        #expect(try Self.text(form).contains("Content-Type: \(type)\r\n"))
    }

    @Test func `says which file it cannot take`() throws {
        let folder = try TemporaryDirectory()
        let bare = URL(fileURLWithPath: try folder.write("x", to: "bare"))
        let missing = URL(fileURLWithPath: folder.path("missing.txt"))
        let directory = URL(fileURLWithPath: folder.path)
        let remote = try "http://h/a.txt".asURL()
        func reason(_ add: (APIMultipartFormData) -> Void) -> String {
            let form = APIMultipartFormData()
            form.append(Data("1".utf8), withName: "n")
            add(form)
            do {
                _ = try form.encode()
                return "none"
            } catch {
                guard case .multipartEncodingFailed(let reason) = error.asAFError else { return "\(error)" }
                #expect(error.asAFError?.isMultipartEncodingError == true)
                return "\(reason)".prefix { $0 != "(" }.split(separator: ".").last.map(String.init) ?? ""
            }
        }
        #expect(reason { $0.append(bare, withName: "f") } == "bodyPartFilenameInvalid")
        #expect(reason { $0.append(missing, withName: "f") } == "bodyPartFileIsDirectory")
        #expect(
            reason { $0.append(directory, withName: "f", fileName: "n", mimeType: "m/m") } == "bodyPartFileIsDirectory"
        )
        #expect(reason { $0.append(remote, withName: "f") } == "bodyPartURLInvalid")
        #expect(
            reason {
                $0.append(bare, withName: "f")
                $0.append(missing, withName: "f")
            } == "bodyPartFilenameInvalid"
        )
    }

    @Test func `reads streams of the announced length`() throws {
        let form = APIMultipartFormData(boundary: "B")
        form.append(InputStream(data: Data("66".utf8)), withLength: 2, name: "six", fileName: "six", mimeType: "x/y")
        form.append(
            InputStream(data: Data("777".utf8)),
            withLength: 3,
            headers: ["Content-Disposition": "form-data; name=\"seven\""]
        )
        #expect(!form.isReplayable)
        #expect(
            try Self.text(form)
                == "--B\r\nContent-Disposition: form-data; name=\"six\"; filename=\"six\"\r\nContent-Type: x/y\r\n\r\n66"
                + "\r\n--B\r\nContent-Disposition: form-data; name=\"seven\"\r\n\r\n777\r\n--B--\r\n"
        )
    }

    @Test(arguments: [UInt64(1), 4])
    func `refuses a stream of another length`(_ length: UInt64) throws {
        let folder = try TemporaryDirectory()
        let target = URL(fileURLWithPath: folder.path("form"))
        for write in [{ _ = try $0.encode() }, { try $0.writeEncodedData(to: target) }]
            as [(APIMultipartFormData) throws -> Void]
        {
            let form = APIMultipartFormData()
            form.append(
                InputStream(data: Data("666".utf8)),
                withLength: length,
                name: "s",
                fileName: "s",
                mimeType: "x/y"
            )
            #expect {
                try write(form)
            } throws: { error in
                guard case .multipartEncodingFailed(.inputStreamReadFailed(let inner)) = error.asAFError,
                    let inner = inner as? AFError.UnexpectedInputStreamLength
                else { return false }
                return inner.bytesExpected == length && inner.bytesRead == 3
            }
        }
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test func `writes the same to a new file, and to no other`() throws {
        let folder = try TemporaryDirectory()
        let content = [UInt8]((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let file = URL(fileURLWithPath: try folder.write(content, to: "big.bin"))
        let target = URL(fileURLWithPath: folder.path("form"))
        let form = APIMultipartFormData(boundary: "B")
        form.append(file, withName: "f")
        try form.writeEncodedData(to: target)
        #expect(try Data(contentsOf: target) == form.encode())
        #expect(form.encodedLength == UInt64(try Data(contentsOf: target).count))
        #expect {
            try form.writeEncodedData(to: target)
        } throws: {
            guard case .multipartEncodingFailed(.outputStreamFileAlreadyExists(let url)) = $0.asAFError else {
                return false
            }
            return url == target && $0.asAFError?.url == target
        }
        #expect {
            try form.writeEncodedData(to: try "http://h".asURL())
        } throws: {
            guard case .multipartEncodingFailed(.outputStreamURLInvalid) = $0.asAFError else { return false }
            return true
        }
    }

    @Test func `is read in bounded pieces`() throws {
        let folder = try TemporaryDirectory()
        let file = URL(fileURLWithPath: try folder.write([UInt8](repeating: 7, count: 1 << 20), to: "big.bin"))
        let form = APIMultipartFormData()
        form.append(file, withName: "f")
        let reader = try form.makeReader()
        var total = 0
        while let piece = try reader.read() {
            #expect(!piece.isEmpty && piece.count <= 64 * 1024)
            total += piece.count
        }
        #expect(UInt64(total) == form.encodedLength)
    }

    @Test func `notices a file that grew after it was added`() throws {
        let folder = try TemporaryDirectory()
        let file = URL(fileURLWithPath: try folder.write("12", to: "a.txt"))
        let form = APIMultipartFormData()
        form.append(file, withName: "f")
        try folder.write("123", to: "a.txt")
        #expect(throws: AFError.self) { try form.encode() }
    }
}

@Suite struct `A file to upload` {
    private static let file = APIFile(name: "scan", data: Data("D".utf8), fileName: "s.png", mimeType: "image/png")

    private static func text(_ request: URLRequest) throws -> String {
        let boundary = try #require(request.headers["Content-Type"]?.split(separator: "boundary=").last)
        return String(decoding: try #require(request.httpBody), as: UTF8.self)
            .replacingOccurrences(of: boundary, with: "B")
    }

    @Test func `becomes a form with its own file name`() throws {
        let request = try UploadForm.encoded(try URLRequest(url: "http://h", method: .post), file: Self.file)
        #expect(
            try Self.text(request)
                == "--B\r\nContent-Disposition: form-data; name=\"scan\"; filename=\"s.png\"\r\n"
                + "Content-Type: image/png\r\n\r\nD\r\n--B--\r\n"
        )
    }

    @Test func `follows the parameters that were in the body`() throws {
        let post = try URLRequest(url: "http://h", method: .post)
        let filled = try APIURLEncoding.default.encode(post, with: ["a": "b c", "q": "ü&="])
        #expect(
            try Self.text(try UploadForm.encoded(filled, file: Self.file))
                == "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb c"
                + "\r\n--B\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\nü&="
                + "\r\n--B\r\nContent-Disposition: form-data; name=\"scan\"; filename=\"s.png\"\r\n"
                + "Content-Type: image/png\r\n\r\nD\r\n--B--\r\n"
        )
    }

    @Test func `is not sent with GET`() throws {
        #expect {
            try UploadForm.encoded(try URLRequest(url: "http://h", method: .get), file: Self.file)
        } throws: {
            guard case .urlRequestValidationFailed(.bodyDataInGETRequest) = $0.asAFError else { return false }
            return true
        }
    }
}

private struct MultipartCase: Decodable, CustomTestStringConvertible {
    struct Part: Decodable {
        var name: String
        var value: String?
        var filename: String?
        var content_type: String?
        var data_b64: String?
    }
    struct Expectation: Decodable { var body: String }

    var id: String
    var parts: [Part]
    var expect: Expectation
    var testDescription: String { id }

    static let all = SharedCases.lines("conformance/cases/multipart.jsonl").compactMap {
        try? JSONDecoder().decode(MultipartCase.self, from: Data($0.utf8))
    }
}

@Suite struct `Shared cases about forms` {
    @Test(.enabled(if: SharedCases.folder != nil), arguments: MultipartCase.all)
    private func `come out as expected`(_ shared: MultipartCase) throws {
        let form = APIMultipartFormData()
        for part in shared.parts {
            let data = part.data_b64.flatMap { Data(base64Encoded: $0) } ?? Data((part.value ?? "").utf8)
            form.append(data, withName: part.name, fileName: part.filename, mimeType: part.content_type)
        }
        let body = String(decoding: try form.encode(), as: UTF8.self)
        #expect(body == shared.expect.body.replacingOccurrences(of: "@@B@@", with: form.boundary))
    }
}
