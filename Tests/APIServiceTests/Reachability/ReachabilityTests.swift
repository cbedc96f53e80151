import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `Reachability` {
    private static let head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
    private static let none6 =
        "00000000000000000000000000000001 80 00000000000000000000000000000000 00 00000000000000000000000000000000 00000000 00000003 00000000 80200001       lo\n"
        + "00000000000000000000000000000000 00 00000000000000000000000000000000 00 00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo\n"

    private static func route(_ interface: String, _ destination: String = "00000000", flags: String = "0003") -> String
    {
        "\(interface)\t\(destination)\t010011AC\t\(flags)\t0\t0\t0\t\(destination == "00000000" ? "00000000" : "00FFFFFF")\t0\t0\t0\n"
    }

    private static func route6(_ interface: String, flags: String = "00000003") -> String {
        "00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe800000000000000000000000000001 00000400 00000001 00000000 \(flags) \(interface)\n"
    }

    @Test(
        arguments: [
            (head + route("eth0"), none6, .reachable(.ethernetOrWiFi)),
            (head, none6 + route6("wlan0"), .reachable(.ethernetOrWiFi)),
            (head + route("wwan0"), none6, .reachable(.cellular)),
            (head + route("ppp0"), nil, .reachable(.cellular)),
            (head + route("wwan0") + route("eth0"), nil, .reachable(.ethernetOrWiFi)),
            (head, none6, .notReachable),
            (head + route("eth0", "000011AC", flags: "0001"), none6, .notReachable),
            (head + route("eth0", flags: "0002"), none6, .notReachable),
            (head + route("eth0", flags: "0203"), nil, .notReachable),
            (nil, none6 + route6("eth0", flags: "00200200"), .notReachable),
            ("", "", .notReachable),
            ("garbage\nmore garbage\n\n", "garbage", .notReachable),
            (nil, nil, .unknown),
        ] as [(String?, String?, APINetworkReachabilityManager.NetworkReachabilityStatus)]
    )
    func `follows the default routes`(
        _ ipv4: String?,
        _ ipv6: String?,
        _ status: APINetworkReachabilityManager.NetworkReachabilityStatus
    ) {
        #expect(RouteTable.status(ipv4: ipv4, ipv6: ipv6) == status)
    }

    @Test(arguments: [
        ("localhost", HostKind.loopback), ("LOCALHOST.", .loopback), ("a.localhost", .loopback),
        ("127.0.0.1", .loopback),
        ("127.9.9.9", .loopback), ("0.0.0.0", .loopback), ("::1", .loopback), ("[::1]", .loopback),
        ("::ffff:127.0.0.1", .loopback), ("::ffff:7f00:1", .loopback), ("[0:0:0:0:0:0:0:1]", .loopback),
        ("0:0::ffff:a01:203", .local), ("FE80:0:0::1", .local),
        ("10.1.2.3", .local), ("192.168.1.1", .local), ("172.16.0.1", .local), ("172.31.9.9", .local),
        ("169.254.1.1", .local), ("fe80::1%eth0", .local), ("[fd00::1]", .local), ("printer", .local),
        ("printer.local", .local), ("::ffff:10.0.0.1", .local),
        ("172.32.0.1", .distant), ("8.8.8.8", .distant), ("example.com", .distant), ("2001:db8::1", .distant),
        ("10.1.2.3.example.com", .distant), ("192.168.1", .distant), ("1.2.3.999", .distant),
    ])
    func `knows which hosts are near`(_ host: String, _ kind: HostKind) {
        #expect(HostKind(host) == kind)
    }

    @Test(arguments: [nil, "", "localhost", "127.0.0.1", "192.168.1.9", "printer", "fe80::1"])
    func `never holds back a request to a near host`(_ host: String?) {
        #expect(!ReachabilityGate.blocks(host: host, status: .notReachable))
    }

    @Test(arguments: [
        ("near.example.com", true), ("NEAR.example.com.", true), ("alias.example.com", true), ("six.example.com", true),
        ("far.example.com", false), ("off.example.com", false), ("example.com", false), ("127.0.0.1", false),
    ])
    func `takes a name that this machine keeps near for near`(_ host: String, _ isNear: Bool) {
        let file = HostsFile(
            text: """
                # 127.0.0.1 off.example.com
                127.0.0.1\tnear.example.com  alias.example.com # far.example.com
                ::1 six.example.com
                203.0.113.7 far.example.com

                """
        )
        #expect(file.knowsAsNear(host) == isNear)
    }

    @Test func `holds back distant ones only when there certainly is no way`() {
        #expect(ReachabilityGate.blocks(host: "example.com", status: .notReachable))
        #expect(!ReachabilityGate.blocks(host: "example.com", status: .unknown))
        #expect(!ReachabilityGate.blocks(host: "example.com", status: .reachable(.cellular)))
    }

    @Test func `reports its status at once on the queue that was asked for`() async throws {
        let manager = try #require(APINetworkReachabilityManager(host: "localhost"))
        let queue = DispatchQueue(label: "reachability test")
        let status = await withCheckedContinuation { done in
            #expect(
                manager.startListening(onQueue: queue) { status in
                    dispatchPrecondition(condition: .onQueue(queue))
                    done.resume(returning: status)
                }
            )
        }
        #expect(status == .reachable(.ethernetOrWiFi))
        #expect(manager.isReachable && manager.isReachableOnEthernetOrWiFi && !manager.isReachableOnCellular)
        manager.stopListening()
    }

    @Test func `reports only what has changed, and nothing once it was stopped`() async throws {
        let status = Observed(APINetworkReachabilityManager.NetworkReachabilityStatus.notReachable)
        let reports = Observed<[APINetworkReachabilityManager.NetworkReachabilityStatus]>([])
        let queue = DispatchQueue(label: "reports")
        let watch = ReachabilityWatch(status: { status.value }, reportsOn: queue) { seen in
            reports.update { $0.append(seen) }
        }
        for next in [
            APINetworkReachabilityManager.NetworkReachabilityStatus.notReachable, .notReachable,
            .reachable(.cellular), .reachable(.cellular), .unknown,
        ] {
            status.update { $0 = next }
            watch.look()
        }
        watch.stop()
        status.update { $0 = .notReachable }
        watch.look()
        await withCheckedContinuation { done in queue.async { done.resume() } }
        let expected: [APINetworkReachabilityManager.NetworkReachabilityStatus] = [
            .notReachable, .reachable(.cellular), .unknown,
        ]
        // Those still on their way when the watch is stopped are not called any more.
        #expect(expected.starts(with: reports.value))
    }

    @Test func `looks again when the kernel tells of a change`() async throws {
        let looks = Observed(0)
        let watch = ReachabilityWatch(
            status: {
                looks.update { $0 += 1 }
                return .unknown
            },
            reportsOn: .global()
        ) { _ in }
        watch.start(lookingOn: DispatchQueue(label: "looks"))
        #expect(looks.value == 1)
        defer { watch.stop() }
        let address = "127.77.0.\(UInt8.random(in: 1...250))/32"
        let added = try? Command.run("/usr/sbin/ip", ["address", "add", address, "dev", "lo"])
        guard added?.code == 0 else {
            print("note: addresses of this machine cannot be changed here, so no change was heard of")
            return
        }
        defer { _ = try? Command.run("/usr/sbin/ip", ["address", "delete", address, "dev", "lo"]) }
        try await looks.wait(for: "a second look") { $0 >= 2 }
    }

    @Test func `has one manager for the process`() {
        #expect(APINetworkReachabilityManager.default === APINetworkReachabilityManager.default)
        #expect(APINetworkReachabilityManager() != nil)
        #expect(APINetworkReachabilityManager(host: "") == nil)
    }
}
