import Foundation

/// What the file system refused, in Chinese; Foundation knows the English.
enum FileErrorText {
    static func chinese(_ error: any Error) -> String? {
        let error = error as NSError
        let words: String
        switch (error.domain, error.code) {
        case (NSCocoaErrorDomain, let code): words = self.words(CocoaError.Code(rawValue: code))
        case (NSPOSIXErrorDomain, let code): words = self.words(POSIXErrorCode(rawValue: Int32(clamping: code)))
        default: return nil
        }
        return "\(words)（\(error.localizedDescription)）"
    }

    private static func words(_ code: CocoaError.Code) -> String {
        switch code {
        case .fileNoSuchFile, .fileReadNoSuchFile: "文件或目录不存在"
        case .fileWriteFileExists: "文件已存在"
        case .fileWriteOutOfSpace: "磁盘空间不足"
        case .fileReadNoPermission, .fileWriteNoPermission: "没有访问文件的权限"
        case .fileWriteVolumeReadOnly: "磁盘是只读的"
        default: "文件操作失败"
        }
    }

    private static func words(_ code: POSIXErrorCode?) -> String {
        switch code {
        case .ENOENT, .ENOTDIR: "文件或目录不存在"
        case .EEXIST: "文件已存在"
        case .ENOSPC, .EDQUOT: "磁盘空间不足"
        case .EACCES, .EPERM: "没有访问文件的权限"
        case .EROFS: "磁盘是只读的"
        default: "系统操作失败"
        }
    }
}
