// SPDX-License-Identifier: Apache-2.0

/// What is fuzzed, by name; each name is a folder of `Tests/Fuzz/Corpus` too.
///
/// A target takes any bytes. It must do the same with the same bytes each time, and ends the process
/// where something that must hold does not.
enum FuzzTargets {
  static let all: [String: @Sendable ([UInt8]) -> Void] = [
    "wire": tryWireCodec,
    "delimited-messages": tryDelimitedMessages,
    "deframer": tryDeframer,
    "splitter": trySplitter,
    "sniffer": trySniffer,
    "http1": tryHTTP1Reader,
    "gzip": tryGzip,
    "text": tryText,
    "tls": tryTLS,
    "http2": tryGRPCBytes,
    "http2-frames": tryGRPCFrames,
    "http2-client": tryHTTP2Client,
    "delimited": tryDelimitedSession,
  ]
}

/// Ends the process with the reason where something does not hold that must.
func require(_ condition: Bool, _ reason: @autoclosure () -> String) {
  guard !condition else { return }
  fatalError(reason())
}
