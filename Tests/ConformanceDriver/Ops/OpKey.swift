import APIJSON

/// How the keys of an op are read.
///
/// Each entry stores its value, or answers false when it cannot.
enum OpKey {
    typealias Reader = @Sendable (inout Op, APIJSONValue) -> Bool

    static let all: [String: Reader] = request.merging(session) { first, _ in first }
        .merging(connection) { first, _ in first }
        .merging(call) { first, _ in first }

    private static let request: [String: Reader] = [
        "url": text(\.url),
        "method": text(\.method),
        "head": flag(\.isHead),
        "body": text(\.body),
        "upload": text(\.upload),
        "upload_name": text(\.uploadName),
        "chunked_upload": flag(\.isChunked),
        "header": list(\.headers),
        "get": flag(\.movesBodyToQuery),
        "urlquery": list(\.queries),
        "json": flag(\.sendsJSON),
        "multipart": { op, value in
            for part in value.elements {
                guard let name = part[0]?.string, let value = part[1]?.string else { return false }
                op.parts.append((name, value))
            }
            return value.kind == .array
        },
        "range": text(\.range),
        "referer": text(\.referer),
        "ua": text(\.userAgent),
        "te": flag(\.asksTransferCoding),
        "raw": flag(\.isRaw),
        // Content is always asked for and decoded unless an op wants it raw.
        "compressed": { _, value in value.bool != nil },
        "http10": flag(\.usesHTTP10),
        "path_as_is": flag(\.keepsPathAsIs),
        "idempotent": { op, value in
            op.isIdempotent = value.bool
            return value.bool != nil
        },
    ]

    private static let session: [String: Reader] = [
        "follow": flag(\.follows),
        "follow_trusted": flag(\.trustsTargets),
        "maxredirs": number(\.maximumRedirects),
        "post301": flag(\.keepsPostAfter301),
        "post302": flag(\.keepsPostAfter302),
        "post303": flag(\.keepsPostAfter303),
        // A method that was named explicitly changes after 303 like any other.
        "post_as_303": { _, value in value.bool != nil },
        "user": text(\.user),
        "basic": { _, value in value.bool != nil },
        "digest": flag(\.usesDigest),
        "anyauth": flag(\.usesAnyScheme),
        "bearer": text(\.bearer),
        "cookie": list(\.cookies),
        "cookie_file": text(\.cookieFile),
        "cookie_engine": flag(\.keepsCookies),
        "fail": flag(\.failsOnStatus),
        "maxfile": number(\.maximumBodyBytes),
        "max_decoded": number(\.maximumDecodedBytes),
        "retry": number(\.retries),
    ]

    private static let connection: [String: Reader] = [
        "connect_timeout_ms": number(\.connectTimeout),
        "first_byte_timeout_ms": number(\.firstByteTimeout),
        "idle_timeout_ms": number(\.idleTimeout),
        "timeout_ms": number(\.timeout),
        "cacert_pem": text(\.client.authorities),
        "insecure": flag(\.client.isInsecure),
        "pin": list(\.client.pins),
        "cert_pem": text(\.client.certificate),
        "key_pem": text(\.client.key),
        "key_pass": text(\.client.passphrase),
        "resolve": list(\.client.resolves),
        "connect_to": list(\.client.connections),
        "unix_socket": text(\.client.unixSocket),
        "max_per_host": number(\.client.maximumPerHost),
        // An empty proxy means none, which is all there is.
        "proxy": { _, value in value.string?.isEmpty == true },
    ]

    private static let call: [String: Reader] = [
        "output": text(\.output),
        "wait_ms": { op, value in
            op.wait = Self.number(value) ?? 0
            return Self.number(value) != nil
        },
        "cancel_after_ms": number(\.cancelAfter),
        "parallel": number(\.parallel),
        "discard": flag(\.isDiscarded),
        "stream": flag(\.isStreamed),
        "read_delay_ms": number(\.readDelay),
    ]

    private typealias Path<Value> = any WritableKeyPath<Op, Value> & Sendable

    private static func flag(_ path: Path<Bool>) -> Reader {
        { op, value in
            guard let isOn = value.bool else { return false }
            op[keyPath: path] = isOn
            return true
        }
    }

    private static func text(_ path: Path<String>) -> Reader {
        { op, value in
            guard let text = value.string else { return false }
            op[keyPath: path] = text
            return true
        }
    }

    private static func text(_ path: Path<String?>) -> Reader {
        { op, value in
            op[keyPath: path] = value.string
            return value.string != nil
        }
    }

    /// Several strings, or one.
    private static func list(_ path: Path<[String]>) -> Reader {
        { op, value in
            let texts = value.kind == .array ? value.elements.map(\.string) : [value.string]
            guard texts.allSatisfy({ $0 != nil }) else { return false }
            op[keyPath: path] = texts.compactMap(\.self)
            return true
        }
    }

    /// A whole number, or a string that holds one.
    private static func number(_ path: Path<Int?>) -> Reader {
        { op, value in
            op[keyPath: path] = number(value)
            return number(value) != nil
        }
    }

    private static func number(_ value: APIJSONValue) -> Int? {
        value.int ?? value.string.flatMap { Int($0) }
    }
}
