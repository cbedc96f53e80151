import APITransport

/// A coded body comes out the same however it is cut and however little is taken at a time, and never larger than its
/// limit.
///
/// The first byte is the size of the pieces, the second picks the codings.
package func codingLaw(_ input: Span<UInt8>) throws(Violation) {
    let (steering, bytes) = split(input, after: 2)
    let lists = ["gzip", "deflate", "gzip, deflate", "deflate, gzip", "gzip, gzip, deflate", "x-gzip, identity"]
    let limit: UInt64 = 100_000
    guard let fields = try? HTTPFields([("Content-Encoding", lists[Int(steering[1]) % lists.count])]) else {
        throw Violation("a plain field is refused")
    }
    let head = ResponseHead(status: 200, version: .http1_1, reasonRange: 0..<0, fields: fields)
    let whole = try decoded([bytes], head, limit, portion: nil)
    let cut = try decoded(pieces(bytes, of: Int(steering[0]) + 1), head, limit, portion: nil)
    let portions = try decoded([bytes], head, limit, portion: 1000)
    let isStacked = steering[1] % 6 > 1
    try require(whole.agrees(with: cut, isStacked), "whole: \(whole)\nin pieces: \(cut)")
    try require(whole.agrees(with: portions, isStacked), "whole: \(whole)\nin portions: \(portions)")
}

private enum Outcome: Equatable {
    case body([UInt8])
    case fault(ContentFault)

    /// Of two faults in codings laid one over another, that of the outer or of the inner comes first: it depends on how
    /// far the outer is ahead.
    func agrees(with other: Outcome, _ isStacked: Bool) -> Bool {
        if isStacked, case .fault = self, case .fault = other { return true }
        return self == other
    }
}

private func decoded(
    _ pieces: [[UInt8]],
    _ head: ResponseHead,
    _ limit: UInt64,
    portion: Int?
) throws(Violation) -> Outcome {
    var body: [UInt8] = []
    do throws(ContentFault) {
        guard var decoder = try ContentDecoder(head: head, method: .get, limit: limit, maximumCodings: 5) else {
            throw ContentFault(.invalidRequest, "there is no decoder")
        }
        for piece in pieces {
            guard let portion else {
                try decoder.decode(piece.span, appendingTo: &body)
                continue
            }
            var position = 0
            while try decoder.decode(piece.span, &position, appendingTo: &body, atMost: portion) {}
        }
        try decoder.finish()
    } catch {
        try require(UInt64(body.count) <= limit, "more came out than the limit")
        return .fault(error)
    }
    try require(UInt64(body.count) <= limit, "more came out than the limit")
    return .body(body)
}
