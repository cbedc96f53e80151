import Foundation
import Testing
import WireLaws

@Suite struct `The laws of the C layer` {
    /// The fuzzers' inputs for a law: those that found new ways through the code, and those that once broke it.
    static func inputs(_ name: String) throws -> [URL] {
        let root = URL(filePath: #filePath).appending(path: "../../../Fuzz").standardized
        return try ["Corpus", "Regressions"].flatMap { kind -> [URL] in
            let folder = root.appending(path: kind).appending(path: name)
            guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        }
    }

    @Test func `of decoding compressed bytes hold for every input kept`() throws {
        let inputs = try Self.inputs("Inflate")
        #expect(inputs.count > 20)
        for input in inputs {
            let bytes = [UInt8](try Data(contentsOf: input))
            let broken = unsafe bytes.withUnsafeBufferPointer { unsafe law_inflate($0.baseAddress, $0.count) }
            #expect(broken == 0, "\(input.lastPathComponent)")
        }
    }
}
