package import APITransport

extension APITransferMetrics {
    /// What the transport measured.
    package init(_ metrics: TransferMetrics, attempts: Int) {
        self.init()
        queue = metrics.queue
        resolve = metrics.resolve
        connect = metrics.connect
        tls = metrics.tls
        firstByte = metrics.firstByte
        total = metrics.total
        isConnectionReused = metrics.isReused
        networkProtocol = metrics.networkProtocol
        tlsVersion = metrics.tlsVersion
        isSessionResumed = metrics.isResumed
        remoteAddress = metrics.remoteAddress
        sentBytes = metrics.sentBytes
        receivedBytes = metrics.receivedBytes
        self.attempts = attempts
    }
}
