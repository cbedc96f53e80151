// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is checked as strictly as the compiler can.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// APIWire alone sees C, so only there C's buffers arrive as spans.
let strictOverC = strict + [.enableExperimentalFeature("SafeInteropWrappers")]

let strictC: [CSetting] = [
    .enableWarning("all"),
    .enableWarning("extra"),
    .enableWarning("conversion"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "APIService",
    products: [
        .library(name: "APITransport", targets: ["APITransport"]),
        .library(name: "APIJSON", targets: ["APIJSON"]),
        .library(name: "APIService", targets: ["APIService"]),
        .executable(name: "apifetch", targets: ["apifetch"]),
    ],
    traits: [
        .trait(name: "LibPSL", description: "Cookies are kept off public suffixes such as co.uk, by libpsl."),
        .trait(name: "LibIDN2", description: "URLs may name hosts in any script, by libidn2."),
    ],
    targets: [
        // MARK: Layers
        .systemLibrary(
            name: "COpenSSL",
            path: "CSupport/system/COpenSSL",
            pkgConfig: "openssl",
            providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(
            name: "CZlib",
            path: "CSupport/system/CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]
        ),
        .systemLibrary(
            name: "CLibPSL",
            path: "CSupport/system/CLibPSL",
            pkgConfig: "libpsl",
            providers: [.apt(["libpsl-dev"])]
        ),
        .systemLibrary(
            name: "CLibIDN2",
            path: "CSupport/system/CLibIDN2",
            pkgConfig: "libidn2",
            providers: [.apt(["libidn2-dev"])]
        ),
        .target(
            name: "CSupport",
            dependencies: [
                "COpenSSL", "CZlib",
                .target(name: "CLibPSL", condition: .when(traits: ["LibPSL"])),
                .target(name: "CLibIDN2", condition: .when(traits: ["LibIDN2"])),
            ],
            path: "CSupport",
            exclude: ["system", "README.md"],
            sources: ["src"],
            cSettings: strictC + [
                .define("CS_LIBPSL", .when(traits: ["LibPSL"])),
                .define("CS_LIBIDN2", .when(traits: ["LibIDN2"])),
            ]
        ),
        .target(name: "APIWire", dependencies: ["CSupport"], swiftSettings: strictOverC),
        .target(
            name: "APITransport",
            dependencies: ["APIWire"],
            exclude: ["HTTP1/README.md"],
            swiftSettings: strict
        ),
        .target(name: "APIJSON", dependencies: ["APIWire"], swiftSettings: strict),
        // What of the request layer needs Foundation alone: it is compiled while APIWire is.
        .target(name: "APIServiceValues", path: "Sources/APIService/Values", swiftSettings: strict),
        // All else that needs no engine: it is compiled while the engine is.
        .target(
            name: "APIServiceCore",
            dependencies: ["APIServiceValues", "APIJSON", "APIWire"],
            path: "Sources/APIService",
            exclude: ["APIService.docc", "Engine", "Values"],
            swiftSettings: strict
        ),
        // What sends with the engine, and the core with it.
        .target(
            name: "APIService",
            dependencies: ["APIServiceCore", "APITransport", "APIWire"],
            path: "Sources/APIService/Engine",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "apifetch",
            dependencies: ["APITransport", "APIJSON", "APIWire"],
            swiftSettings: strict
        ),

        // MARK: Examples
        .executableTarget(
            name: "demo",
            dependencies: ["APIService", "APITransport", "TestSupport"],
            path: "Examples/Demo",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "readme-example",
            dependencies: ["APIService"],
            path: "Examples/ReadmeExample",
            swiftSettings: strict
        ),

        // MARK: Tests
        .target(
            name: "CTestTLS",
            dependencies: ["COpenSSL"],
            path: "Tests/Support/CTestTLS",
            cSettings: strictC
        ),
        .target(
            name: "TestSupport",
            dependencies: ["CTestTLS"],
            path: "Tests/Support/TestSupport",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "conformance-driver",
            dependencies: ["APIService", "APITransport", "APIJSON", "APIWire"],
            path: "Tests/ConformanceDriver",
            swiftSettings: strict
        ),
        .target(name: "CFaults", path: "Tests/Support/CFaults", cSettings: strictC),
        .executableTarget(
            name: "fault-client",
            dependencies: ["CFaults", "APITransport", "APIWire"],
            path: "Tests/FaultClient",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "soak",
            dependencies: ["APITransport", "APIWire", "TestSupport"],
            path: "Tests/Soak",
            swiftSettings: strict
        ),
        .testTarget(
            name: "CSupportTests",
            dependencies: ["CSupport", "WireLaws"],
            swiftSettings: strictOverC
        ),
        .testTarget(name: "APIWireTests", dependencies: ["APIWire", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "APITransportTests",
            dependencies: ["APITransport", "APIWire", "TestSupport", "TransportLaws", "fault-client"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "APIJSONTests",
            dependencies: ["APIJSON", "APIWire", "TestSupport", "JSONLaws"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "APIServiceTests",
            dependencies: ["APIService", "APITransport", "APIJSON", "APIWire", "TestSupport", "JSONLaws"],
            exclude: ["README.md"],
            swiftSettings: strict
        ),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .testTarget(name: "LinkageTests", swiftSettings: strict),
        .testTarget(
            name: "apifetchTests",
            dependencies: ["apifetch", "APITransport", "APIJSON", "APIWire", "TestSupport"],
            swiftSettings: strict
        ),

        // MARK: Benchmarks
        .executableTarget(
            name: "apibench",
            dependencies: ["APIService", "APITransport"],
            path: "Benchmarks/APIBench",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "coldstart",
            dependencies: ["APITransport"],
            path: "Benchmarks/ColdStart",
            swiftSettings: strict
        ),
        .target(
            name: "BenchSupport",
            dependencies: ["CZlib"],
            path: "Benchmarks/Support",
            cSettings: strictC
        ),
        .executableTarget(
            name: "microbench",
            dependencies: ["APIService", "APITransport", "APIJSON", "APIWire", "BenchSupport"],
            path: "Benchmarks/Micro",
            swiftSettings: strict
        ),

        // MARK: Fuzzing
        .target(name: "FuzzDriver", path: "Fuzz/Driver", cSettings: strictC),
        .target(name: "ScriptedPeer", path: "Fuzz/ScriptedPeer", cSettings: strictC),
        .target(
            name: "TransportLaws",
            dependencies: ["APITransport", "ScriptedPeer"],
            path: "Fuzz/TransportLaws",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FuzzHead",
            dependencies: ["FuzzDriver", "TransportLaws"],
            path: "Fuzz/FuzzHead",
            swiftSettings: strict
        ),
        .target(name: "JSONLaws", dependencies: ["APIJSON"], path: "Fuzz/JSONLaws", swiftSettings: strict),
        .executableTarget(
            name: "FuzzJSON",
            dependencies: ["FuzzDriver", "JSONLaws"],
            path: "Fuzz/FuzzJSON",
            swiftSettings: strict
        ),
        .target(name: "WireLaws", dependencies: ["CSupport"], path: "Fuzz/WireLaws", cSettings: strictC),
        .executableTarget(
            name: "FuzzURL",
            dependencies: ["FuzzDriver", "TransportLaws"],
            path: "Fuzz/FuzzURL",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FuzzClient",
            dependencies: ["FuzzDriver", "TransportLaws"],
            path: "Fuzz/FuzzClient",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FuzzCoding",
            dependencies: ["FuzzDriver", "TransportLaws"],
            path: "Fuzz/FuzzCoding",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FuzzDate",
            dependencies: ["FuzzDriver", "TransportLaws"],
            path: "Fuzz/FuzzDate",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FuzzCookie",
            dependencies: ["FuzzDriver", "TransportLaws"],
            path: "Fuzz/FuzzCookie",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FuzzAuth",
            dependencies: ["FuzzDriver", "TransportLaws"],
            path: "Fuzz/FuzzAuth",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FuzzRedirect",
            dependencies: ["FuzzDriver", "TransportLaws"],
            path: "Fuzz/FuzzRedirect",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FuzzField",
            dependencies: ["FuzzDriver", "TransportLaws"],
            path: "Fuzz/FuzzField",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FuzzInflate",
            dependencies: ["FuzzDriver", "WireLaws"],
            path: "Fuzz/FuzzInflate",
            swiftSettings: strict
        ),

        // MARK: Benchmarks
        .executableTarget(
            name: "jsonbench",
            dependencies: ["APIJSON", "APIService"],
            path: "Benchmarks/JSON",
            swiftSettings: strict
        ),
    ],
    cLanguageStandard: .c11
)
