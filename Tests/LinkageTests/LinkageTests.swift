import Foundation
import Testing

/// The package's folder, from where this file lies.
private let packageFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The programs that were built together with the tests.
private let productsFolder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

private func swiftFiles(below folder: String) throws -> [URL] {
    let root = packageFolder.appendingPathComponent(folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return paths.filter { $0.hasSuffix(".swift") }.map { root.appendingPathComponent($0) }
}

/// Whether a program names one of the libraries among those it is linked with.
private func links(_ program: String, _ libraries: [String]) throws -> Bool {
    let bytes = try Data(contentsOf: productsFolder.appendingPathComponent(program), options: .mappedIfSafe)
    return libraries.contains { bytes.range(of: Data($0.utf8)) != nil }
}

private func linksFoundation(_ program: String) throws -> Bool {
    try links(program, ["libFoundation.so", "libFoundationEssentials.so", "libFoundationNetworking.so"])
}

@Suite struct `The package's links` {
    @Test func `FoundationNetworking is imported by one file`() throws {
        let importing = try swiftFiles(below: "Sources").filter { file in
            try String(contentsOf: file, encoding: .utf8).contains("import FoundationNetworking")
        }
        #expect(importing.allSatisfy { $0.path.hasSuffix("Sources/APIService/Values/FoundationTypes.swift") })
    }

    @Test(arguments: ["Sources/APIWire", "Sources/APITransport", "Sources/APIJSON", "Sources/apifetch"])
    func `layers below APIService import no Foundation`(folder: String) throws {
        let importing = try swiftFiles(below: folder).filter { file in
            try String(contentsOf: file, encoding: .utf8).contains("import Foundation")
        }
        #expect(importing.isEmpty)
    }

    @Test(arguments: ["apifetch"])
    func `programs over APITransport link no Foundation`(program: String) throws {
        #expect(try !linksFoundation(program))
    }

    @Test func `a program over APIService links it, which shows that the check sees it`() throws {
        #expect(try linksFoundation("demo"))
    }

    @Test func `programs link what a trait needs when it is on, and only then`() throws {
        #if LibPSL
        #expect(try links("apifetch", ["libpsl.so"]))
        #else
        #expect(try !links("apifetch", ["libpsl.so"]))
        #endif
        #if LibIDN2
        #expect(try links("apifetch", ["libidn2.so"]))
        #else
        #expect(try !links("apifetch", ["libidn2.so"]))
        #endif
    }
}
