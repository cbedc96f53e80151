import Foundation

extension JSONModelWriter {
    /// What was asked of Foundation's encoder, as far as it can be done without it.
    struct Settings {
        let escapesSlashes: Bool
        let dates: JSONEncoder.DateEncodingStrategy
        let data: JSONEncoder.DataEncodingStrategy
        let floats: JSONEncoder.NonConformingFloatEncodingStrategy
        let userInfo: [CodingUserInfoKey: Any]

        /// Nil when the text is to be laid out, or keys are to be sorted or changed.
        init?(_ encoder: JSONEncoder) {
            let layout = encoder.outputFormatting
            guard layout.isSubset(of: .withoutEscapingSlashes), case .useDefaultKeys = encoder.keyEncodingStrategy
            else {
                return nil
            }
            escapesSlashes = !layout.contains(.withoutEscapingSlashes)
            dates = encoder.dateEncodingStrategy
            data = encoder.dataEncodingStrategy
            floats = encoder.nonConformingFloatEncodingStrategy
            userInfo = encoder.userInfo
        }
    }
}
