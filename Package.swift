// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// What every Swift target is compiled with.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// What every C target of ours is compiled with.
let houseC: [CSetting] = [
  .enableWarning("all"),
  .treatAllWarnings(as: .error),
]

// utf8proc's pkg-config file has a flag that the package manager warns of; Debian needs none.
#if os(macOS)
  let utf8procPkgConfig: String? = "libutf8proc"
#else
  let utf8procPkgConfig: String? = nil
#endif

func library(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

func room(_ name: String, path: String? = nil, _ floorsBelow: [String]) -> Target {
  .target(
    name: name, dependencies: floorsBelow.map { .byName(name: $0) }, path: path,
    swiftSettings: house)
}

func program(_ name: String, path: String? = nil, _ floorsBelow: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: floorsBelow.map { .byName(name: $0) }, path: path,
    swiftSettings: house)
}

func tests(_ name: String, exclude: [String] = [], resources: [Resource]? = nil, _ uses: [String])
  -> Target
{
  .testTarget(
    name: name, dependencies: uses.map { .byName(name: $0) }, exclude: exclude,
    resources: resources, swiftSettings: house)
}

// The floors of the house. A module imports only floors below it; see ARCHITECTURE.md.
let floor0: [Target] = [  // C: no logic
  library("CNghttp2", pkgConfig: "libnghttp2", apt: "libnghttp2-dev", brew: "libnghttp2"),
  library("CHTTPParser", pkgConfig: nil, apt: "libhttp-parser-dev", brew: "http-parser"),
  library("CUV", pkgConfig: "libuv", apt: "libuv1-dev", brew: "libuv"),
  library("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev", brew: "openssl@3"),
  library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
  library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
  library("CJansson", pkgConfig: "jansson", apt: "libjansson-dev", brew: "jansson"),
  library("CUTF8Proc", pkgConfig: utf8procPkgConfig, apt: "libutf8proc-dev", brew: "utf8proc"),
  .systemLibrary(name: "CMalloc"),  // a header of the C library that Swift's Glibc lacks
  .target(
    name: "CCurl", cSettings: houseC + [.define("_GNU_SOURCE")],
    linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
  .target(
    name: "CNcurses", cSettings: houseC + [.define("_GNU_SOURCE")],
    linkerSettings: [
      .linkedLibrary("ncursesw", .when(platforms: [.linux])),
      .linkedLibrary("tinfo", .when(platforms: [.linux])),
      .linkedLibrary("ncurses", .when(platforms: [.macOS])),
    ]),
  .target(
    name: "CQuoteProto", exclude: ["descriptors.binpb"],
    cSettings: houseC + [.disableWarning("c23-extensions")],
    linkerSettings: [.linkedLibrary("protobuf-c")]),
  .target(
    name: "CQuoteStarter", exclude: ["data", "check.py", "texts.py"],
    cSettings: houseC + [.disableWarning("c23-extensions")]),
  .target(name: "CQuoteAssets", cSettings: houseC + [.disableWarning("c23-extensions")]),
]
let floor1: [Target] = [  // words: standard library only
  room("RPCCore", []),
  room("RPCTelemetry", []),
  room("QuoteModel", []),
  room("QuoteCommandLine", []),
]
let floor2: [Target] = [  // engines: one C library each
  room("RPCHTTP2", ["CNghttp2", "RPCCore"]),
  room("RPCHTTP1", ["CHTTPParser"]),
  room("RPCNet", ["CUV"]),
  room("RPCCompression", ["CZlib"]),
  room("RPCTLS", ["COpenSSL", "RPCCore"]),
  room("RPCJSON", ["RPCCore"]),  // without a C library: its format is nobody's but protobuf's
  room("QuoteWire", ["CQuoteProto", "RPCCore", "QuoteModel"]),
  room("QuoteStore", ["CSQLite", "QuoteModel"]),
  room("QuoteText", ["CUTF8Proc"]),
  room("QuoteDigest", ["COpenSSL", "QuoteModel"]),
  room("QuoteJSON", ["CJansson"]),
  room("QuoteStarter", ["CQuoteStarter", "QuoteModel"]),
  room("QuoteAssets", ["CQuoteAssets"]),
  room("QuoteSystem", ["CMalloc"]),
  room("QuoteTerminal", ["CNcurses"]),
  room("QuoteWebhook", ["CCurl"]),
]
let floor3: [Target] = [  // assembly
  room(
    "RPCTransport",
    ["RPCCore", "RPCHTTP1", "RPCHTTP2", "RPCJSON", "RPCNet", "RPCCompression", "RPCTLS"]),
  room(
    "QuoteCatalogue",
    [
      "RPCCore", "QuoteModel", "QuoteWire", "QuoteStore", "QuoteText", "QuoteDigest",
      "QuoteJSON", "QuoteStarter", "QuoteSystem",
    ]),
  room("QuoteComposer", ["QuoteModel", "QuoteText", "QuoteJSON"]),
  room("QuoteBrowser", path: "clients/swift/QuoteBrowser", ["QuoteModel"]),
]
let floor4: [Target] = [  // faces
  room(
    "QuoteServices",
    ["RPCCore", "QuoteModel", "QuoteWire", "QuoteCatalogue", "QuoteComposer"]),
  room("QuotePages", ["RPCCore", "QuoteModel", "QuoteAssets", "QuoteDigest"]),
  room(
    "QuoteClient", path: "clients/swift/QuoteClient",
    ["RPCCore", "QuoteModel", "QuoteWire", "QuoteDigest", "RPCNet", "RPCTLS", "RPCTransport"]),
  room(
    "QuoteOutput", path: "clients/swift/QuoteOutput",
    ["QuoteModel", "QuoteText", "QuoteBrowser", "QuoteTerminal"]),
  room("QuoteConnect", path: "clients/apple/QuoteConnect", ["QuoteBrowser"]),
]
let floor5: [Target] = [  // programs
  program(
    "quoted",
    [
      "RPCCore", "RPCHTTP1", "RPCHTTP2", "RPCJSON", "RPCNet", "RPCTelemetry", "RPCTLS",
      "RPCTransport",
      "QuoteModel",
      "QuoteCatalogue", "QuoteCommandLine", "QuoteComposer", "QuotePages", "QuoteServices",
      "QuoteStore",
      "QuoteSystem", "QuoteWire",
    ]),
  program(
    "quote", path: "clients/swift/quote",
    [
      "QuoteClient", "QuoteBrowser", "QuoteOutput", "QuoteCommandLine", "QuoteJSON", "QuoteModel",
      "QuoteSystem", "QuoteTerminal", "QuoteWebhook", "RPCCore",
    ]),
]
let houseTests: [Target] = [
  .target(
    name: "QuoteTesting", dependencies: ["CPowerCut"], path: "Tests/QuoteTesting",
    swiftSettings: house),
  tests("RPCCoreTests", ["RPCCore"]),
  tests("RPCTelemetryTests", ["RPCTelemetry"]),
  tests("QuoteModelTests", ["QuoteModel"]),
  tests("QuoteCommandLineTests", ["QuoteCommandLine"]),
  tests("RPCHTTP2Tests", ["RPCHTTP2", "RPCCore"]),
  tests("RPCHTTP1Tests", ["RPCHTTP1"]),
  tests("RPCNetTests", ["RPCNet"]),
  tests("RPCCompressionTests", ["RPCCompression"]),
  tests("RPCTLSTests", ["RPCTLS"]),
  tests("RPCJSONTests", ["RPCJSON", "RPCCore"]),
  .target(
    name: "QuoteContract", dependencies: ["QuoteModel", "QuoteWire", "RPCCore"],
    path: "Tests/QuoteContract", swiftSettings: house),
  tests(
    "QuoteWireTests", exclude: ["golden.txt", "make-golden.py"],
    ["QuoteContract", "QuoteWire", "RPCCore", "QuoteModel", "CQuoteProto"]),
  .target(
    name: "CPowerCut", dependencies: ["CSQLite"], path: "Tests/CPowerCut",
    cSettings: houseC + [.define("_GNU_SOURCE")]),
  tests("QuoteStoreTests", exclude: ["Stores"], ["QuoteStore", "QuoteModel", "QuoteTesting"]),
  tests("QuoteTextTests", ["QuoteText"]),
  tests("QuoteDigestTests", ["QuoteDigest", "QuoteModel"]),
  tests("QuoteJSONTests", ["QuoteJSON"]),
  tests("QuoteStarterTests", ["QuoteStarter", "QuoteModel"]),
  tests("QuoteAssetsTests", ["QuoteAssets"]),
  tests("QuotePagesTests", ["QuotePages", "QuoteModel", "RPCCore"]),
  tests("QuoteSystemTests", ["QuoteSystem"]),
  tests("QuoteTerminalTests", ["QuoteTerminal"]),
  tests("QuoteWebhookTests", ["QuoteWebhook"]),
  tests(
    "RPCTransportTests",
    [
      "RPCTransport", "RPCCore", "RPCHTTP1", "RPCHTTP2", "RPCJSON", "RPCNet", "RPCCompression",
      "RPCTLS",
    ]),
  tests(
    "QuoteCatalogueTests", exclude: ["TimeZones/expected.py"],
    [
      "QuoteCatalogue", "QuoteDigest", "QuoteModel", "QuoteStore", "QuoteSystem", "QuoteWire",
      "QuoteTesting", "RPCCore",
    ]),
  tests(
    "QuoteComposerTests", exclude: ["Golden"],
    ["QuoteComposer", "QuoteJSON", "QuoteModel", "QuoteText"]),
  tests(
    "QuoteServicesTests",
    ["QuoteServices", "QuoteCatalogue", "QuoteComposer", "QuoteModel", "QuoteWire", "RPCCore"]),
  tests(
    "QuoteClientTests",
    ["QuoteClient", "QuoteDigest", "QuoteWire", "RPCCore", "RPCNet", "RPCTransport"]),
  tests("QuoteOutputTests", ["QuoteOutput", "QuoteBrowser", "QuoteModel", "QuoteTerminal"]),
  tests("QuoteBrowserTests", ["QuoteBrowser"]),
  tests(
    "QuoteConnectTests", exclude: ["connect_stub.py"],
    ["QuoteConnect", "QuoteBrowser", "QuoteTesting"]),
  tests("HouseTests", []),
  tests(
    "EndToEndTests", exclude: ["Screens", "webhook.py"],
    ["QuoteTesting", "QuoteClient", "quoted", "quote"]),
  program("InteropPeer", path: "Tests/InteropPeer", ["RPCCore", "RPCNet", "RPCTransport"]),
  tests(
    "InteropTests",
    exclude: [
      "requirements.txt", "anonymous.py", "channel_readers.py", "proto_json.py", "raw_bytes.py",
      "read_metrics.py", "reread_messages.py", "stock_connect.py", "stock_editor.py",
      "stock_grpc.py", "stock_health.py", "stock_reflection.py", "streaming.py", "SmallDevice",
      "TestService",
      "web_browser.py", "web_page.py", "web_quotes.json",
    ],
    [
      "QuoteTesting", "RPCCore", "RPCJSON", "RPCNet", "RPCTransport", "InteropPeer", "quoted",
      "quote",
    ]),
]

// Built by `make fuzz` alone: libFuzzer brings their `main`.
let fuzzing: [Target] = [
  .target(name: "CFuzz", path: "Tests/Fuzz/CFuzz", cSettings: houseC),
  program(
    "Fuzz", path: "Tests/Fuzz/Targets",
    [
      "CFuzz", "QuoteContract", "RPCCompression", "RPCCore", "RPCHTTP1", "RPCHTTP2", "RPCTLS",
      "RPCTransport",
    ]),
]

let package = Package(
  name: "quoted",
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .library(name: "QuoteClient", targets: ["QuoteClient"]),
    .library(name: "QuoteBrowser", targets: ["QuoteBrowser"]),
    .library(name: "QuoteConnect", targets: ["QuoteConnect"]),
    .executable(name: "quoted", targets: ["quoted"]),
    .executable(name: "quote", targets: ["quote"]),
  ],
  targets: floor0 + floor1 + floor2 + floor3 + floor4 + floor5 + houseTests
    + (Context.environment["QUOTED_FUZZ"] == nil ? [] : fuzzing),
  cLanguageStandard: .c17
)
