import Foundation
import TestSupport

/// A file of shared cases, one JSON object a line.
enum CaseFile {
    static func read<Case: Decodable>(_ name: String, as type: Case.Type = Case.self) -> [Case] {
        let decoder = JSONDecoder()
        return SharedCases.lines("conformance/cases/\(name).jsonl").compactMap { line in
            do {
                return try decoder.decode(Case.self, from: Data(line.utf8))
            } catch {
                print("note: a line of \(name) is not understood: \(error)")
                return nil
            }
        }
    }
}
