import APIService
import Foundation

/// Puts the encoding of bodies beside Foundation's: a model, and the same as a dictionary.
func compareEncoding(_ name: String, _ items: Items, rounds: Int) throws {
    let request = URLRequest(url: URL(filePath: "/"))
    let model = APIEncodedParameters.json(items)
    let encoder = JSONEncoder()
    let dictionary: [String: Any] = [
        "items": items.items.map { item in
            [
                "id": item.id, "name": item.name, "tags": item.tags, "price": item.price, "active": item.active,
                "note": item.note,
            ] as [String: Any]
        }
    ]
    let size = Double(try encoder.encode(items).count)
    func line(_ what: String, _ theirs: () throws -> Void, _ ours: () throws -> Void) rethrows {
        var times: (theirs: [Double], ours: [Double]) = ([], [])
        for _ in 0..<rounds {
            times.theirs.append(try seconds(theirs))
            times.ours.append(try seconds(ours))
        }
        let (their, our) = (median(times.theirs), median(times.ours))
        print(
            """
            \(name), \(what) of \(Int(size)) bytes: Foundation \(formatted(their * 1e6, 1)) µs, ours \
            \(formatted(our * 1e6, 1)) µs = \(formatted(their / our, 2)) x, \(formatted(size / our / 1e6, 0)) MB/s
            """
        )
    }
    try line("a model") {
        _ = try encoder.encode(items)
    } _: {
        _ = try model.encode(request, with: nil)
    }
    try line("a dictionary") {
        _ = try JSONSerialization.data(withJSONObject: dictionary)
    } _: {
        _ = try APIJSONEncoding.default.encode(request, with: dictionary)
    }
}
