// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCJSON
internal import Testing

@Suite("ProtoJSON")
struct ProtoJSONTests {
  private let schema: ProtoSchema
  private let all: ProtoMessage

  init() throws {
    schema = try #require(TestSchema.schema)
    all = try #require(schema.message("test.All"))
  }

  private func wire(_ json: String) throws(ProtoJSONError) -> [UInt8] {
    let text = Array(json.utf8)
    var wire: [UInt8] = []
    try schema.appendMessage(all, fromJSON: text.span, to: &wire)
    return wire
  }

  private func json(_ wire: [UInt8]) throws(ProtoJSONError) -> String {
    var json: [UInt8] = []
    try schema.appendJSON(of: all, wire.span, to: &json)
    return String(decoding: json, as: UTF8.self)
  }

  @Test(
    "comes back as it went, in its usual form",
    arguments: [
      (#"{}"#, #"{}"#),
      (#" { "int32" : 1.0 , "int64" : 1e3 } "#, #"{"int64":"1000","int32":1}"#),
      (#"{"int64":"-9223372036854775808"}"#, #"{"int64":"-9223372036854775808"}"#),
      (#"{"uint64":18446744073709551615}"#, #"{"uint64":"18446744073709551615"}"#),
      (#"{"int32":-2147483648,"sint32":-1}"#, #"{"int32":-2147483648,"sint32":-1}"#),
      (#"{"sfixed64":"-1","fixed32":4294967295}"#, #"{"fixed32":4294967295,"sfixed64":"-1"}"#),
      (#"{"double":"NaN","float":"-Infinity"}"#, #"{"double":"NaN","float":"-Infinity"}"#),
      (#"{"double":1.5e300,"float":"0.25"}"#, #"{"double":1.5e+300,"float":0.25}"#),
      (#"{"double":0,"int32":0,"bool":false,"string":"","bytes":""}"#, #"{}"#),
      (#"{"double":-0.0}"#, #"{"double":-0.0}"#),
      (#"{"bytes":"_-8"}"#, #"{"bytes":"/+8="}"#),
      (#"{"string":"\u00e9\ud83c\udf88\n\"\\\u007f"}"#, "{\"string\":\"é🎈\\n\\\"\\\\\\u007f\"}"),
      (#"{"color":"ROT"}"#, #"{"color":"RED"}"#),
      (#"{"color":2}"#, #"{"color":"GREEN"}"#),
      (#"{"color":77}"#, #"{"color":77}"#),
      (
        #"{"someNumbers":[1,2,3],"someTexts":["a",""]}"#,
        #"{"someNumbers":[1,2,3],"someTexts":["a",""]}"#
      ),
      (#"{"some_numbers":[],"message":{}}"#, #"{"message":{}}"#),
      (#"{"someMessages":[{"int32":1},{}]}"#, #"{"someMessages":[{"int32":1},{}]}"#),
      (#"{"counts":{"b":1,"a":0}}"#, #"{"counts":{"b":1,"a":0}}"#),
      (
        #"{"flags":{"true":{},"false":{"bool":true}}}"#,
        #"{"flags":{"true":{},"false":{"bool":true}}}"#
      ),
      (#"{"left":"","right":null}"#, #"{"left":""}"#),
      (#"{"int32":null,"message":null,"someTexts":null,"counts":null}"#, #"{}"#),
      (#"{"aTimestamp":"2026-11-30T12:00:00+01:00"}"#, #"{"aTimestamp":"2026-11-30T11:00:00Z"}"#),
      (#"{"aTimestamp":"0001-01-01T00:00:00.5Z"}"#, #"{"aTimestamp":"0001-01-01T00:00:00.500Z"}"#),
      (
        #"{"aTimestamp":"9999-12-31T23:59:59.999999999Z"}"#,
        #"{"aTimestamp":"9999-12-31T23:59:59.999999999Z"}"#
      ),
      (#"{"aDuration":"-1.5s"}"#, #"{"aDuration":"-1.500s"}"#),
      (#"{"aFieldmask":"validUntil,a.bC"}"#, #"{"aFieldmask":"validUntil,a.bC"}"#),
      (#"{"aInt64value":"7"}"#, #"{"aInt64value":"7"}"#),
      (#"{"aValue":null}"#, #"{"aValue":null}"#),
      (
        #"{"aStruct":{"a":[1.0,true,null,{}],"b":"x"}}"#,
        #"{"aStruct":{"a":[1.0,true,null,{}],"b":"x"}}"#
      ),
      (
        #"{"aAny":{"int32":1,"@type":"type.googleapis.com/test.All"}}"#,
        #"{"aAny":{"@type":"type.googleapis.com/test.All","int32":1}}"#
      ),
      (
        #"{"aAny":{"@type":"x/google.protobuf.Duration","value":"3s"}}"#,
        #"{"aAny":{"@type":"x/google.protobuf.Duration","value":"3s"}}"#
      ),
    ])
  func roundTrip(text: String, expected: String) throws {
    #expect(try json(try wire(text)) == expected)
  }

  @Test(
    "is refused where it isn't the message, with the field and the reason",
    arguments: [
      ("", "", "ends too early"), ("{", "", "ends too early"), ("[]", "", "an array"),
      ("{}{}", "", "nothing more"), ("{,}", "", "a string in quotation marks"),
      (#"{"int32":1,}"#, "", "a string in quotation marks"), (#"{"int32" 1}"#, "", "a colon"),
      (#"{"int32":01}"#, "int32", "a number"), (#"{"int32":1.5}"#, "int32", "whole number"),
      (#"{"int32":2147483648}"#, "int32", "32 bits"), (#"{"uint32":-1}"#, "uint32", "below 0"),
      (#"{"int64":"9223372036854775808"}"#, "int64", "64 bits"),
      (#"{"int64":1e400000000000000000000}"#, "int64", "64 bits"),
      (#"{"int64":" 1"}"#, "int64", "whole number"), (#"{"int64":""}"#, "int64", "whole number"),
      (#"{"float":1e39}"#, "float", "beyond"), (#"{"double":1e999}"#, "double", "beyond"),
      (#"{"double":"1 "}"#, "double", "no number"), (#"{"bool":"true"}"#, "bool", "a string"),
      (#"{"bool":1}"#, "bool", "a number"), (#"{"string":1}"#, "string", "a number"),
      (#"{"bytes":"?"}"#, "bytes", "base64"), (#"{"color":"BLUE"}"#, "color", "GREEN"),
      (#"{"strin":"a"}"#, "", "did you mean \"string\""),
      (#"{"int32":1,"int32":2}"#, "int32", "twice"),
      (#"{"someNumbers":[1],"some_numbers":[2]}"#, "someNumbers", "twice"),
      (#"{"left":"a","right":1}"#, "right", "same choice"),
      (#"{"someNumbers":[1,null]}"#, "someNumbers[1]", "null"),
      (#"{"someNumbers":1}"#, "someNumbers", "an array"),
      (
        #"{"message":{"someMessages":[{},{"bool":0}]}}"#, "message.someMessages[1].bool", "a number"
      ),
      (#"{"counts":{"a":1,"a":2}}"#, "counts[\"a\"]", "twice"),
      (#"{"flags":{"yes":{}}}"#, "flags[\"yes\"]", "neither true nor false"),
      (#"{"aTimestamp":"2026-02-29T00:00:00Z"}"#, "aTimestamp", "RFC 3339"),
      (#"{"aTimestamp":"0000-12-31T23:59:59Z"}"#, "aTimestamp", "RFC 3339"),
      (#"{"aTimestamp":"9999-12-31T23:59:59-01:00"}"#, "aTimestamp", "RFC 3339"),
      (#"{"aTimestamp":"2026-01-01t00:00:00z"}"#, "aTimestamp", "RFC 3339"),
      (#"{"aDuration":"1"}"#, "aDuration", "seconds"),
      (#"{"aDuration":"315576000001s"}"#, "aDuration", "seconds"),
      (#"{"aFieldmask":"valid_until"}"#, "aFieldmask", "validUntil"),
      (#"{"aAny":{"@type":"x/test.Missing"}}"#, "aAny", "no message"),
      (#"{"aAny":{"int32":1}}"#, "aAny", "@type"),
      (#"{"string":"\ud800"}"#, "string", "surrogate"), (#"{"string":"\x"}"#, "string", "escape"),
      ("{\"string\":\"a\tb\"}", "string", "control character"),
    ])
  func refused(text: String, field: String, reason: String) {
    let error = #expect(throws: ProtoJSONError.self) { try wire(text) }
    #expect(error?.field == field, "\(text)")
    #expect(error?.reason.contains(reason) == true, "\(text): \(error?.reason ?? "")")
  }

  @Test("is refused where it is not UTF-8")
  func encoding() {
    let text = Array(#"{"string":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
    var wire: [UInt8] = []
    #expect(throws: ProtoJSONError.self) {
      try schema.appendMessage(all, fromJSON: text.span, to: &wire)
    }
  }

  @Test("nests as deep as protobuf does, and no deeper", arguments: [99, 100])
  func depth(levels: Int) throws {
    let text =
      String(repeating: #"{"message":"#, count: levels) + "{}"
      + String(repeating: "}", count: levels)
    guard levels < 100 else {
      #expect(throws: ProtoJSONError.self) { try wire(text) }
      return
    }
    #expect(try json(try wire(text)) == text)
  }

  @Test("of a message whose fields come in any order, apart, packed or not")
  func anyOrder() throws {
    let wire: [UInt8] = [
      0x18, 3,  // int64
      0xA0, 1, 1,  // someNumbers, alone
      0x28, 1, 0x28, 2,  // int32: the last one counts
      0xA2, 1, 2, 2, 3,  // someNumbers, packed
      0x52, 2, 0x28, 4, 0x52, 2, 0x40, 1,  // message in two pieces
      0x78 + 1, 0, 0, 0, 0, 0, 0, 0, 0,  // sfixed64, the default
      0xFA, 0x7F, 1, 1,  // what nobody knows
    ]
    #expect(
      try json(wire)
        == #"{"int64":"3","int32":2,"message":{"int32":4,"bool":true},"someNumbers":[1,2,3]}"#)
  }

  @Test(
    "is not made of bytes that are no such message",
    arguments: [
      [0x18], [0x1A, 0], [0x4A, 1, 0xFF], [0x0B], [0x52, 5, 1], [0x09, 1, 2, 3],
      [0xF2, 1, 7, 0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    ] as [[UInt8]])
  func malformed(wire: [UInt8]) {
    #expect(throws: ProtoJSONError.self) { try json(wire) }
  }

  @Test("knows of methods what they take, and whether they change anything")
  func methods() throws {
    let read = try #require(schema.method("/test.Service/Read"))
    #expect(!read.hasSideEffects)
    #expect(read.request == all)
    #expect(schema.method("/test.Service/Write")?.hasSideEffects == true)
    #expect(schema.method("/test.Service/Other") == nil)
  }

  @Test("is not read by descriptors that are cut")
  func cutDescriptors() {
    #expect(throws: ProtoSchemaError.self) { try ProtoSchema(descriptorSet: [0x0A, 9, 1]) }
  }
}
