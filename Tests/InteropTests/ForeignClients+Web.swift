// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

/// Clients that call over HTTP otherwise than by gRPC.
extension ForeignClients {
  /// What curl got.
  struct Answer {
    let status: Int
    /// `1.1` or `2`.
    let version: String
    /// The header fields, each `name: value`, names in lowercase.
    let fields: [String]
    let body: String

    /// The value of a field.
    func field(_ name: String) -> String? {
      fields.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }
  }

  /// Asks by curl for a path of the server, or of another address.
  func curl(
    _ path: String, post json: String? = nil, http2: Bool = false, at other: String? = nil,
    _ options: String...
  ) async throws -> Answer {
    let isSecure = authorities != nil
    let version = http2 ? isSecure ? "--http2" : "--http2-prior-knowledge" : "--http1.1"
    let folder = try TemporaryFolder()
    let posting = json.map { ["-H", "content-type: application/json", "-d", $0] } ?? []
    let result = try await Program(path: "/usr/bin/curl").run(
      ["--silent", "--show-error", "--max-time", "30", version, "-D", folder.file("fields")]
        + (authorities.map { ["--cacert", $0] } ?? []) + posting + options
        + [(isSecure ? "https://" : "http://") + (other ?? server.address) + path])
    try #require(result.status == 0, "\(result.error)")
    let head = try String(contentsOfFile: folder.file("fields"), encoding: .utf8).split(
      whereSeparator: \.isNewline
    ).map { String($0) }
    let words = head.first.map { $0.split(separator: " ") } ?? []
    return Answer(
      status: words.count > 1 ? Int(words[1]) ?? 0 : 0,
      version: words.first.map { String($0.dropFirst(5)) } ?? "",
      fields: head.dropFirst().map { line in
        let name = line.prefix { $0 != ":" }
        return name.lowercased() + line.dropFirst(name.count)
      }, body: result.output)
  }

  /// What `buf curl` prints of a call by another protocol than gRPC.
  func bufCurl(
    over transport: String, http2: Bool, _ method: String, _ request: String
  ) async throws -> Program.Result {
    try await environment.tool("buf").run(
      ["curl", "--protocol", transport] + (http2 ? ["--http2-prior-knowledge"] : []) + [
        "--schema", ".", "-d", request,
        "http://\(server.address)/quotes.v1.QuoteService/\(method)",
      ], in: Repository.root + "/proto")
  }

  /// What `stock_connect.py` printed of a call.
  func connectPython(
    over transport: String, _ codec: String, by verb: String = "post", _ method: String,
    _ request: String
  ) async throws -> JSON {
    try await script(
      "stock_connect.py", [server.address, transport, codec, verb, method, request])
  }
}
