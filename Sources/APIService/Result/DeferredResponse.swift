import Foundation
import Synchronization

/// A response whose Foundation object is made when somebody asks for it: that object costs more than the exchange.
package final class DeferredResponse: Sendable {
    /// The status, known without the object.
    package let statusCode: Int
    private let make: @Sendable () -> HTTPURLResponse?
    private let made = Mutex<HTTPURLResponse?>(nil)

    package init(statusCode: Int, make: @escaping @Sendable () -> HTTPURLResponse?) {
        self.statusCode = statusCode
        self.make = make
    }

    /// The object; always the same one.
    package var value: HTTPURLResponse? {
        made.withLock { made in
            if made == nil { made = make() }
            return made
        }
    }
}

/// A response as an object or as the promise of one.
enum ResponseSlot: Sendable {
    case none
    case made(HTTPURLResponse)
    case deferred(DeferredResponse)

    init(_ response: HTTPURLResponse?) {
        self = response.map(ResponseSlot.made) ?? .none
    }

    init(_ response: DeferredResponse?) {
        self = response.map(ResponseSlot.deferred) ?? .none
    }

    var value: HTTPURLResponse? {
        switch self {
        case .none: nil
        case .made(let response): response
        case .deferred(let response): response.value
        }
    }

    var statusCode: Int? {
        switch self {
        case .none: nil
        case .made(let response): response.statusCode
        case .deferred(let response): response.statusCode
        }
    }
}
