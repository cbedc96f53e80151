import Foundation
import Testing
import TransportLaws

/// The inputs that fuzzing has found worth keeping, and those that once broke a law.
@Suite struct `The laws of the parsers` {
    private static func inputs(_ target: String) -> [[UInt8]] {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz").standardized
        return ["Corpus", "Regressions"].flatMap { folder in
            let path = fuzz.appending(path: "\(folder)/\(target)")
            let files = (try? FileManager.default.contentsOfDirectory(at: path, includingPropertiesForKeys: nil)) ?? []
            return files.sorted { $0.path < $1.path }.compactMap { try? Array(Data(contentsOf: $0)) }
        }
    }

    private static func hold(_ target: String, _ law: (Span<UInt8>) throws -> Void) throws {
        let inputs = inputs(target)
        #expect(!inputs.isEmpty)
        for input in inputs { try law(input.span) }
    }

    @Test func `hold for heads, bodies and requests`() throws {
        try Self.hold("Head") { try headLaw($0) }
    }

    @Test func `hold for URLs and references`() throws {
        try Self.hold("URL") { try urlLaw($0) }
    }

    @Test func `hold for coded bodies`() throws {
        try Self.hold("Coding") { try codingLaw($0) }
    }

    @Test func `hold for dates`() throws {
        try Self.hold("Date") { try dateLaw($0) }
    }

    @Test func `hold for cookies and their files`() throws {
        try Self.hold("Cookie") { try cookieLaw($0) }
    }

    @Test func `hold for challenges`() throws {
        try Self.hold("Auth") { try authLaw($0) }
    }

    @Test func `hold for redirects`() throws {
        try Self.hold("Redirect") { try redirectLaw($0) }
    }

    @Test func `hold for the whole client, whatever its server does`() throws {
        try Self.hold("Client") { try clientLaw($0) }
    }

    @Test func `hold for media types and suggested names`() throws {
        try Self.hold("Field") { try fieldLaw($0) }
    }
}
