// SPDX-License-Identifier: Apache-2.0

/// The places that may break a rule of the house, each with its reason.
enum Exceptions {
  /// A file, the code in it that is allowed, and why.
  static let all: [(path: String, code: String, reason: String)] = [
    ("Sources/RPCTLS/TLSContext.swift", "@unchecked Sendable", context),
    ("Sources/RPCTransport/Web/Status+Web.swift", ".invalidArgument", connect),
    ("Tests/Fuzz/Targets/Entry.swift", "nsafe", fuzzer),
    ("Tests/HouseTests/StyleTests.swift", "\\b", "The expressions that find the words hold them."),
    ("Tests/QuoteTesting/PowerCut.swift", "import CPowerCut", powerCut),
    ("Tests/QuoteTesting/PowerCut.swift", "nsafe", powerCut),
    ("Tests/QuoteWireTests/ArenaTests.swift", "nsafe", arena),
    ("Tests/QuoteWireTests/Contract.swift", "import CQuoteProto", proof),
    ("Tests/QuoteWireTests/Contract.swift", "nsafe", proof),
    ("Tests/QuoteWireTests/MethodTests.swift", "import CQuoteProto", proof),
    ("Tests/QuoteWireTests/MethodTests.swift", "nsafe", proof),
    ("Tests/QuoteWireTests/ProtoSample.swift", "import CQuoteProto", proof),
    ("Tests/QuoteWireTests/ProtoSample.swift", "nsafe", proof),
    ("Tests/RPCNetTests/SignalsTests.swift", "import Darwin", signals),
    ("Tests/RPCNetTests/SignalsTests.swift", "import Glibc", signals),
  ]

  private static let arena = "It fills the memory that it is handed, to see that pieces don't meet."
  private static let connect = "Connect asks for this code of who can't read a request."
  private static let context = "OpenSSL's contexts are for any number of threads, and it is fixed."
  private static let fuzzer = "libFuzzer hands each input over as a pointer and a count."
  private static let powerCut = "It tells SQLite's file system in C when the power goes."
  private static let proof = "It walks protobuf-c's own descriptors, so that no field is forgotten."
  private static let signals = "It sends itself the signals by which systems end a program."

  /// Whether this line of this file is an exception.
  static func allow(_ path: String, _ line: String) -> Bool {
    all.contains { $0.path == path && line.contains($0.code) }
  }
}
