/// Memory to read into: one set for a loop, one for each caller that blocks.
///
/// Connections own none, so idle ones are small.
struct ReadBuffers {
    /// As much as the kernel has goes in here in one read.
    var wire = [UInt8](repeating: 0, count: 64 * 1024)
    /// What TLS makes of it: mostly all of it fits, and goes on in one piece.
    var plain = [UInt8](repeating: 0, count: 64 * 1024)
}
