public import Foundation

/// How a client failed.
///
/// The name is the one that code written for Alamofire expects.
public enum AFError: Error, Sendable {
    /// Why a form could not be encoded.
    public enum MultipartEncodingFailureReason: Sendable {
        /// The URL of a part is no file URL.
        case bodyPartURLInvalid(url: URL)
        /// The URL of a part has no file name with an extension.
        case bodyPartFilenameInvalid(in: URL)
        /// The file of a part cannot be reached.
        case bodyPartFileNotReachable(at: URL)
        /// Asking for the file of a part failed.
        case bodyPartFileNotReachableWithError(atURL: URL, error: any Error)
        /// The file of a part is a directory, or is missing.
        case bodyPartFileIsDirectory(at: URL)
        /// The size of a part's file is unknown.
        case bodyPartFileSizeNotAvailable(at: URL)
        /// Asking for the size of a part's file failed.
        case bodyPartFileSizeQueryFailedWithError(forURL: URL, error: any Error)
        /// The file of a part cannot be opened.
        case bodyPartInputStreamCreationFailed(for: URL)
        /// The file to write to cannot be opened.
        case outputStreamCreationFailed(for: URL)
        /// There is a file already where the form should go.
        case outputStreamFileAlreadyExists(at: URL)
        /// The URL to write to is no file URL.
        case outputStreamURLInvalid(url: URL)
        /// Writing failed.
        case outputStreamWriteFailed(error: any Error)
        /// Reading a part failed, or gave more or fewer bytes than announced.
        case inputStreamReadFailed(error: any Error)
    }

    /// A part had another length than was announced.
    public struct UnexpectedInputStreamLength: Error {
        /// Bytes announced.
        public var bytesExpected: UInt64
        /// Bytes read.
        public var bytesRead: UInt64

        /// Makes the error of both lengths.
        public init(bytesExpected: UInt64, bytesRead: UInt64) {
            self.bytesExpected = bytesExpected
            self.bytesRead = bytesRead
        }
    }

    /// Why parameters could not be encoded.
    public enum ParameterEncodingFailureReason: Sendable {
        /// The request has no URL to put them into.
        case missingURL
        /// They are no JSON.
        case jsonEncodingFailed(error: any Error)
        /// An encoding of the application failed.
        case customEncodingFailed(error: any Error)
    }

    /// Why encodable parameters could not be encoded.
    public enum ParameterEncoderFailureReason: Sendable {
        /// A part of a request.
        public enum RequiredComponent: Sendable {
            /// Its URL.
            case url
            /// Its method.
            case httpMethod(rawValue: String)
        }

        /// The request lacks what the encoder needs.
        case missingRequiredComponent(RequiredComponent)
        /// The encoder failed.
        case encoderFailed(error: any Error)
    }

    /// Why a response was not accepted.
    public enum ResponseValidationFailureReason: Sendable {
        /// There is no downloaded file to look at.
        case dataFileNil
        /// The downloaded file cannot be read.
        case dataFileReadFailed(at: URL)
        /// The response has no content type, and not all are acceptable.
        case missingContentType(acceptableContentTypes: [String])
        /// The content type is none of the acceptable ones.
        case unacceptableContentType(acceptableContentTypes: [String], responseContentType: String)
        /// The status code is not within 200 to 299.
        case unacceptableStatusCode(code: Int)
        /// A validation of the application failed.
        case customValidationFailed(error: any Error)
    }

    /// Why nothing could be made of the body.
    public enum ResponseSerializationFailureReason: Sendable {
        /// There is no body although the response should have one.
        case inputDataNilOrZeroLength
        /// There is no downloaded file.
        case inputFileNil
        /// The downloaded file cannot be read.
        case inputFileReadFailed(at: URL)
        /// The body is no text of this encoding.
        case stringSerializationFailed(encoding: String.Encoding)
        /// The body is no JSON.
        case jsonSerializationFailed(error: any Error)
        /// The body does not decode.
        case decodingFailed(error: any Error)
        /// A serialization of the application failed.
        case customSerializationFailed(error: any Error)
        /// An empty body cannot stand for a value of this type.
        case invalidEmptyResponse(type: String)
    }

    /// Why a request was not sent.
    public enum URLRequestValidationFailureReason: Sendable {
        /// A `GET` request has a body.
        case bodyDataInGETRequest(Data)
    }

    /// What should be uploaded could not be made.
    case createUploadableFailed(error: any Error)
    /// The request could not be made.
    case createURLRequestFailed(error: any Error)
    /// The downloaded file could not be put in its place.
    case downloadedFileMoveFailed(error: any Error, source: URL, destination: URL)
    /// The caller cancelled.
    case explicitlyCancelled
    /// There is no URL in it.
    case invalidURL(url: any APIURLConvertible)
    /// The form could not be encoded.
    case multipartEncodingFailed(reason: MultipartEncodingFailureReason)
    /// Parameters could not be encoded.
    case parameterEncodingFailed(reason: ParameterEncodingFailureReason)
    /// Encodable parameters could not be encoded.
    case parameterEncoderFailed(reason: ParameterEncoderFailureReason)
    /// An adapter failed.
    case requestAdaptationFailed(error: any Error)
    /// A retry failed.
    case requestRetryFailed(retryError: any Error, originalError: any Error)
    /// The response was not accepted.
    case responseValidationFailed(reason: ResponseValidationFailureReason)
    /// Nothing could be made of the body.
    case responseSerializationFailed(reason: ResponseSerializationFailureReason)
    /// The session is gone.
    case sessionDeinitialized
    /// The session was invalidated, by this error if there was one.
    case sessionInvalidated(error: (any Error)?)
    /// The transfer failed.
    case sessionTaskFailed(error: any Error)
    /// The request must not be sent as it is.
    case urlRequestValidationFailed(reason: URLRequestValidationFailureReason)
}

extension Error {
    /// This error, if it is an ``AFError``.
    public var asAFError: AFError? { self as? AFError }

    /// This error as an ``AFError``.
    ///
    /// Any other error is a broken promise of the caller's and stops the program.
    public func asAFError(
        orFailWith message: @autoclosure () -> String,
        file: StaticString = #file,
        line: UInt = #line
    ) -> AFError {
        guard let error = self as? AFError else { fatalError(message(), file: file, line: line) }
        return error
    }

    /// This error as an ``AFError``, or what another one is wrapped in.
    package func asAFError(or wrapped: @autoclosure () -> AFError) -> AFError { self as? AFError ?? wrapped() }
}
