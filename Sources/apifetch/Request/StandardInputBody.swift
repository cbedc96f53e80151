package import APITransport

/// Standard input as the body of a request: of no known length, and there only once.
package enum StandardInputBody {
    package static var body: HTTPBody { .bytes([]) }
}
