public import Foundation

/// The names that belong to downloads: options and destinations.
open class DownloadRequest {
    /// What may be done to put a downloaded file in its place.
    public struct Options: OptionSet, Sendable {
        /// Makes the folders that are missing on the way to the destination.
        public static let createIntermediateDirectories = Options(rawValue: 1 << 0)
        /// Replaces a file that lies at the destination.
        ///
        /// Without it such a file makes the download fail.
        public static let removePreviousFile = Options(rawValue: 1 << 1)

        /// The options as bits.
        public let rawValue: Int

        /// Makes options of bits.
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// Says where a downloaded file goes, given where it lies now and the response it came with.
    public typealias Destination = (_ temporaryURL: URL, _ response: HTTPURLResponse) -> (
        destinationURL: URL, options: Options
    )

    /// A destination in one of the user's folders, under the name the server suggested.
    /// - Parameters:
    ///   - directory: the kind of folder, the user's documents by default.
    ///   - domain: where to look for it, the user's home by default.
    ///   - options: what may be done to put the file in its place.
    /// - Returns: a destination that leaves the file where it is when there is no such folder.
    public class func suggestedDownloadDestination(
        for directory: FileManager.SearchPathDirectory = .documentDirectory,
        in domain: FileManager.SearchPathDomainMask = .userDomainMask,
        options: Options = []
    ) -> Destination {
        { temporaryURL, response in
            guard let folder = FileManager.default.urls(for: directory, in: domain).first else {
                return (temporaryURL, options)
            }
            let name = response.suggestedFilename ?? temporaryURL.lastPathComponent
            return (folder.appendingPathComponent(name), options)
        }
    }
}
