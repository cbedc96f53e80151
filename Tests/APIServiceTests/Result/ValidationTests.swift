import APIService
import Foundation
import Testing

@Suite struct `Validation of a response` {
    @Test(arguments: [200, 204, 226, 299])
    func `accepts a success`(_ status: Int) throws {
        try ResponseValidation.check(status: status)
    }

    @Test(arguments: [100, 199, 300, 304, 404, 500])
    func `refuses any other status`(_ status: Int) {
        #expect {
            try ResponseValidation.check(status: status)
        } throws: {
            $0.asAFError?.responseCode == status
        }
    }

    @Test(
        arguments: [
            ("text/plain", nil), ("text/plain", "*/*"), ("text/plain", "application/json, text/plain"),
            ("text/plain", "text/*"), ("text/plain", "*/plain"), ("Text/PLAIN; charset=utf-8", "text/plain;q=0.5"),
            ("text/plain", "TEXT/plain"), (nil, "application/json, */*;q=0.1"), (nil, nil), ("text/plain", ""),
        ] as [(String?, String?)]
    )
    func `accepts a content type the request asked for`(_ type: String?, _ accept: String?) throws {
        try ResponseValidation.check(contentType: type, accept: accept, bodyIsEmpty: false)
    }

    @Test func `refuses a content type the request did not ask for`() {
        #expect {
            try ResponseValidation.check(
                contentType: "text/plain; charset=x",
                accept: "b/c, application/json",
                bodyIsEmpty: false
            )
        } throws: { error in
            error.asAFError?.responseContentType == "text/plain"
                && error.asAFError?.acceptableContentTypes == ["application/json", "b/c"]
        }
    }

    @Test func `refuses a missing content type unless anything will do`() {
        #expect {
            try ResponseValidation.check(contentType: nil, accept: "application/json", bodyIsEmpty: false)
        } throws: { error in
            guard case .responseValidationFailed(.missingContentType(let types)) = error.asAFError else { return false }
            return types == ["application/json"]
        }
    }

    @Test func `does not look at the type of an empty body`() throws {
        try ResponseValidation.check(contentType: "text/plain", accept: "application/json", bodyIsEmpty: true)
    }

    @Test(arguments: [("HEAD", 200), ("GET", 204), ("POST", 205), ("HEAD", 404)])
    func `takes an empty body where there need be none`(_ method: String, _ status: Int) throws {
        #expect(try ResponseValidation.body(nil, method: method, status: status) == Data())
        #expect(try ResponseValidation.body(Data(), method: method, status: status) == Data())
    }

    @Test func `refuses an empty body where there should be one`() {
        for body in [nil, Data()] {
            #expect {
                try ResponseValidation.body(body, method: "GET", status: 200)
            } throws: {
                guard case .responseSerializationFailed(.inputDataNilOrZeroLength) = $0.asAFError else { return false }
                return $0.asAFError?.isResponseSerializationError == true
            }
        }
    }

    @Test func `hands the body on`() throws {
        #expect(try ResponseValidation.body(Data([1]), method: "GET", status: 200) == Data([1]))
    }
}
