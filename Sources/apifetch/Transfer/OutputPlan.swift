import APITransport
import APIWire

/// Where the body of one transfer goes.
struct OutputPlan {
    enum Place {
        /// The engine writes it there itself.
        case file(String)
        case output(BodyOutput.Place)
        case memory
    }

    let place: Place
    /// The file's name, for those who are told.
    let filePath: String?
    /// Whether the server may suggest another name for the file.
    let takesNameFromHead: Bool

    /// The place for the URL of that number among those of these settings.
    init(_ settings: RequestSettings, number: Int, url: HTTPURL, reports: Bool) throws(TransportError) {
        let chosen = number < settings.outputs.count ? try settings.outputs[number].path(for: url) : nil
        guard let path = chosen, path != "-" else {
            filePath = nil
            place = reports ? .memory : .output(.standardOutput)
            takesNameFromHead = false
            return
        }
        filePath = path
        if settings.createsDirectories, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            let folder = String(path[..<slash])
            do {
                try FileSystem.createDirectories(folder)
            } catch {
                throw .writing(folder, error)
            }
        }
        switch FileSystem.kind(path) {
        case .regular, nil:
            let writesHead = (settings.includesHead || settings.asksHeadOnly) && !reports
            takesNameFromHead = settings.takesNameFromHead && settings.outputs[number] == .remoteName
            // A link stays a link: what it leads to is replaced.
            let target: String
            do {
                target = try FileSystem.resolvingLinks(path) ?? path
            } catch {
                throw .writing(path, error)
            }
            place = writesHead || takesNameFromHead ? .output(.file(target)) : .file(target)
        case .directory, .other:
            takesNameFromHead = false
            place = .output(.device(path))
        }
    }
}

extension RequestSettings.Output {
    fileprivate func path(for url: HTTPURL) throws(TransportError) -> String {
        switch self {
        case .file(let path): return path
        case .remoteName:
            guard let name = URLArgument.fileName(ofPath: url.path) else {
                throw TransportError(kind: .file, phase: .file, message: "The URL has no name for a file")
            }
            return name
        }
    }
}
