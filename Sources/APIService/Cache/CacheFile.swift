import Foundation

/// The content of a cache file: `{"object":{"creationDate":…,"data":"base64"}}` as the original writes it, and beside
/// it the key and a digest of the data, which the original skips and whose absence is no error.
package struct CacheFile: Decodable {
    private let object: APICachePackage
    private let key: String?
    private let md5: String?

    enum Problem: Error {
        /// The file is of another key whose name has the same digest.
        case otherKey
        /// The file was not written whole, or was changed since.
        case damaged
    }

    static func encode(_ package: APICachePackage, key: String) throws(APIJSONEncoding.Error) -> Data {
        var writer = JSONWriter(options: .withoutEscapingSlashes, omitsNil: true)
        return try writer.data([
            "object": [
                "creationDate": package.creationDate.timeIntervalSinceReferenceDate,
                "data": package.data.base64EncodedString(),
            ] as [String: Any],
            "key": key,
            "md5": CacheDigest.hex(Array(package.data)),
        ])
    }

    static func decode(_ content: Data, key: String) throws(Problem) -> APICachePackage {
        guard let file = try? JSONDecoder().decode(CacheFile.self, from: content) else { throw .damaged }
        if let written = file.key, written != key { throw .otherKey }
        if let digest = file.md5, digest != CacheDigest.hex(Array(file.object.data)) { throw .damaged }
        return file.object
    }

    /// The name of the file for a key: the key's MD5 in upper case, and the key's path extension if it has one.
    package static func name(forKey key: String) -> String {
        let name = CacheDigest.hex(key).uppercased()
        let suffix = URL(fileURLWithPath: key).pathExtension.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return suffix.isEmpty ? name : "\(name).\(suffix.prefix(16))"
    }
}
