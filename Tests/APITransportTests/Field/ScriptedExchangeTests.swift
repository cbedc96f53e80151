import APITransport
import TestSupport
import Testing

@Suite struct `A scripted exchange` {
    @Test(arguments: ScriptedExchange.all)
    func `ends right in every way, whole and with its bytes one at a time`(_ exchange: ScriptedExchange) async throws {
        let player = try ExchangePlayer(exchange)
        for way in Way.allCases {
            for size in [nil, 1] {
                for kind in exchange.kindsOfBody {
                    let result = try await player.play(way, kind, inPiecesOf: size)
                    #expect(exchange.fault(in: result) == nil, "\(way), \(kind), in pieces of \(size ?? 0)")
                }
            }
        }
    }

    @Test(arguments: ScriptedExchange.all.filter { $0.url == nil })
    func `ends right over TLS, its bytes in records of their own`(_ exchange: ScriptedExchange) async throws {
        let player = try ExchangePlayer(exchange, .init(tls: TLSServerOptions(TestCertificates.valid)))
        for way in [Way.async, .blocking] {
            for kind in exchange.kindsOfBody {
                let result = try await player.play(way, kind, inPiecesOf: 1)
                #expect(exchange.fault(in: result) == nil, "\(way), \(kind)")
            }
        }
    }

    @Test(arguments: ScriptedExchange.all, Ending.allCases)
    func `is never taken for whole when it is cut`(_ exchange: ScriptedExchange, _ ending: Ending) async throws {
        let player = try ExchangePlayer(exchange)
        // What is refused when it is whole is cut at every second place by each ending.
        let step = exchange.isRefused || exchange.sharesCuts ? 2 : 1
        for cut in stride(from: ending == .close ? 0 : step - 1, to: exchange.count, by: step)
        where cut >= exchange.familiar {
            let way = Way.allCases[cut % Way.allCases.count]
            let kind = exchange.kindsOfBody[cut % exchange.kindsOfBody.count]
            let result = try await player.play(way, kind, cutAfter: cut, by: ending)
            #expect(exchange.fault(in: result, cut: cut, by: ending) == nil, "\(way), \(kind), cut after \(cut) bytes")
        }
    }
}
