import Foundation
import JSONLaws
import Testing

@Suite struct `The law of JSON` {
    /// The inputs that fuzzing has found worth keeping, and those that once broke the law.
    static let inputs: [[UInt8]] = {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz").standardized
        return ["Corpus", "Regressions"].flatMap { folder in
            let path = fuzz.appending(path: "\(folder)/JSON")
            let files = (try? FileManager.default.contentsOfDirectory(at: path, includingPropertiesForKeys: nil)) ?? []
            return files.compactMap { try? Array(Data(contentsOf: $0)) }
        }
    }()

    @Test func `holds for what fuzzing has found`() throws {
        #expect(!Self.inputs.isEmpty)
        for input in Self.inputs { try jsonLaw(input.span) }
    }

    @Test(arguments: 0..<4)
    func `holds for generated documents, also when a byte of them is wrong`(seed: UInt64) throws {
        var generator = DocumentGenerator(seed: seed)
        for _ in 0..<5000 {
            var document = Array(generator.document().utf8)
            if generator.chance(0.4), !document.isEmpty {
                let index = generator.below(document.count)
                document[index] =
                    generator.chance(0.5) ? UInt8(generator.below(256)) : document[generator.below(document.count)]
            }
            try jsonLaw(document.span)
        }
    }
}
