// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import RPCJSON
internal import Testing

@Suite("ProtoJSON is the same here and in Python's protobuf", .timeLimit(.minutes(5)))
struct ProtoJSONTests {
  private static let script = Repository.root + "/Tests/InteropTests/proto_json.py"

  @Test("for random messages of all types of the contract, both ways")
  func randomMessages() async throws {
    let python = try Repository.PythonEnvironment().python
    let schema = try ProtoSchema(
      descriptorSet: Array(
        try Data(
          contentsOf: URL(filePath: Repository.root + "/Sources/CQuoteProto/descriptors.binpb"))))
    let made = try await python.run([
      Self.script, "make", "\(UInt32.random(in: 0...UInt32.max))", "40",
    ])
    try #require(made.status == 0, "\(made.error)")
    let lines = made.output.split(separator: "\n")
    let results = try lines.map { line in try transcoded(line, by: schema) }
    let folder = try TemporaryFolder()
    let file = try folder.write("transcoded", Array(results.joined(separator: "\n").utf8))
    let checked = try await python.run([Self.script, "check", file])
    try #require(checked.status == 0, "\(checked.error)")
    let verdict = try JSON(checked.output)
    #expect(verdict["agreed"].number == lines.count)
    #expect(verdict["types"].number > 80)
  }

  /// A line of what was made with what becomes of it here: the JSON of its message, and the messages
  /// of its JSON by both kinds of names.
  private func transcoded(_ line: Substring, by schema: ProtoSchema) throws -> String {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    try #require(parts.count == 4, "\(line)")
    let message = try #require(schema.message(String(parts[0])), "\(parts[0])")
    let wire = Array(try #require(Data(base64Encoded: String(parts[1]))))
    var json: [UInt8] = []
    try schema.appendJSON(of: message, wire.span, to: &json)
    var columns = [String(parts[0]), String(parts[1]), String(decoding: json, as: UTF8.self)]
    for text in parts[2...] {
      let bytes = Array(text.utf8)
      var encoded: [UInt8] = []
      try schema.appendMessage(message, fromJSON: bytes.span, to: &encoded)
      columns.append(Data(encoded).base64EncodedString())
    }
    return columns.joined(separator: "\t")
  }
}
