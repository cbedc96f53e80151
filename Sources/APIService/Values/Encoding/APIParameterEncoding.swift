/// Writes parameters into a request.
public protocol APIParameterEncoding {
    /// The request with the parameters in it.
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)``, or an error of the encoding's own.
    func encode(_ urlRequest: any APIURLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest
}
