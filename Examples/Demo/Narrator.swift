import APIService
import Foundation

/// A plugin that tells what goes out and what comes back.
struct Narrator: APIPlugin {
    func willSend<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> Bool {
        Screen.line("→ \(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")")
        return true
    }

    func willReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) {
        var parts = ["← \(result.statusCode ?? 0)", result.response?.mimeType ?? "no type"]
        if let metrics = result.transferMetrics {
            parts.append(metrics.tlsVersion ?? "no TLS")
            parts.append(metrics.isConnectionReused ? "connection reused" : "new connection")
            let milliseconds = Double(metrics.total.components.attoseconds) / 1e15
            parts.append(String(format: "%.1f ms", milliseconds))
        }
        Screen.line(parts.joined(separator: " · "))
    }
}
