import APIJSON

func measureJSON(_ measure: Measure) throws {
    let parser = APIJSONParser()
    for (name, items) in [("1 KB", 6), ("1 MB", 6200)] {
        let document = Samples.json(items: items)
        try measure("decode \(name) of JSON into a model", bytes: document.count) {
            _ = try parser.decode(Answer.self, from: document)
        }
        try measure("index \(name) of JSON", bytes: document.count) { _ = try APIJSONValue(parsing: document) }
    }
}
