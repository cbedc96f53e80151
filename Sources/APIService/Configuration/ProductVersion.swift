/// The version this product tells servers and logs.
enum ProductVersion {
    static let current = "0.1.0"
}
