import APIService
import Foundation
import Synchronization

/// The token of the one who is signed in.
///
/// It has expired when the demo begins.
final class Account: Sendable {
    private let state = Mutex("expired")

    var token: String {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// Who is signed in.
///
/// When the token has expired the request fetches a new one and is sent again, which its sender does not notice.
final class WhoAmI: LibraryRequest {
    struct Person: APIDefaultJSONParsable {
        let name: String
    }

    typealias Response = Person

    let baseURL: URL
    let account: Account
    let service: APIService
    private let isRetry: Bool

    init(baseURL: URL, account: Account, service: APIService, isRetry: Bool = false) {
        self.baseURL = baseURL
        self.account = account
        self.service = service
        self.isRetry = isRetry
    }

    var path: String { "/me" }
    var headers: APIRequestHeaders? { [.authorization(bearerToken: account.token)] }

    func intercept<U: APIRequest>(
        request: U,
        response: APIResponse<Person>,
        replaceResponseHandler: @escaping APICompletionHandler<Person>
    ) {
        guard response.statusCode == 401, !isRetry else { return replaceResponseHandler(response) }
        Screen.line("the token has expired: fetching a new one, then asking again")
        let again = WhoAmI(baseURL: baseURL, account: account, service: service, isRetry: true)
        service.sendRequest(RenewToken(baseURL: baseURL), queue: callbacks) { [account, service] renewed in
            guard let token = renewed.result.value?.token else { return replaceResponseHandler(response) }
            account.token = token
            service.sendRequest(again, queue: callbacks, completionHandler: replaceResponseHandler)
        }
    }
}

struct RenewToken: LibraryRequest {
    struct Token: APIDefaultJSONParsable {
        let token: String
    }

    typealias Response = Token

    let baseURL: URL

    var path: String { "/token" }
    var method: APIRequestMethod { .post }
}
