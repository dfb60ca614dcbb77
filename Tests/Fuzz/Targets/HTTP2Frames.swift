// SPDX-License-Identifier: Apache-2.0

/// Frames of HTTP/2, made by hand (RFC 9113, section 4.1).
enum HTTP2Frame {
  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  static let data: UInt8 = 0
  static let headers: UInt8 = 1
  static let endStream: UInt8 = 1
  static let endHeaders: UInt8 = 4

  static func make(_ type: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
    Array(number(UInt32(payload.count)).dropFirst()) + [type, flags] + number(stream) + payload
  }

  static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

/// Makes frames of what an input says.
struct FrameWriter {
  private var bytes = HTTP2Frame.preface + HTTP2Frame.make(4, 0, 0, [])
  private var script: [SessionStep] = []
  private var lastStream: UInt32 = 0

  private static let methods = [
    "Inline", "Failing", "Sometimes", "Count", "Sum", "Mirror", "None",
  ]
  private static let fields: [(String, String)] = [
    ("te", "trailers"), ("content-type", "application/grpc"), ("grpc-timeout", "10m"),
    ("grpc-encoding", "gzip"), ("grpc-accept-encoding", "gzip"), ("grpc-encoding", "identity"),
    ("content-type", "text/html"), ("x-bin", "AAEC"), ("x-bin", "!"), (":authority", "a"),
    ("host", "b"), ("connection", "close"), ("X-Upper", "1"), (":path", "/f.S/Inline"),
    ("grpc-timeout", "1x"), ("traceparent", "00-1-2-3"), ("a", "b"),
  ]

  /// What the input's bytes ask for, in frames and other steps.
  mutating func script(_ input: inout Input) -> [SessionStep] {
    while !input.isEmpty, script.count < 200 { write(&input) }
    return script + [.bytes(bytes)]
  }

  private mutating func write(_ input: inout Input) {
    switch input.byte() % 16 {
    case 0: step(.turn)
    case 1: step(.wait(input.number(below: 2_000)))
    case 2 where input.byte() == 0: step(input.flag() ? .drain : .endInput)
    case 3: frame(3, 0, stream(&input), HTTP2Frame.number(UInt32(input.byte())))
    case 4: frame(8, 0, stream(&input), HTTP2Frame.number(UInt32(input.number(below: 1 << 16))))
    case 5:
      let value = HTTP2Frame.number(UInt32(input.number(below: 1 << 16)))
      frame(4, 0, 0, [0, input.byte()] + value)
    case 6: frame(input.flag() ? 6 : 4, 1, 0, input.flag() ? [UInt8](repeating: 0, count: 8) : [])
    case 7: frame(7, 0, 0, HTTP2Frame.number(UInt32(input.byte())) + HTTP2Frame.number(0))
    case 8: frame(input.byte(), input.byte(), stream(&input), input.some())
    case 9: frame(HTTP2Frame.data, input.byte() & 9, stream(&input), input.some())
    case 10, 11, 12: message(&input)
    default: request(&input)
    }
  }

  private mutating func step(_ next: SessionStep) {
    script += [.bytes(bytes), next]
    bytes = []
  }

  private mutating func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) {
    bytes += HTTP2Frame.make(type, flags, stream, payload)
  }

  /// The stream that was begun last, mostly, or one before it.
  private func stream(_ input: inout Input) -> UInt32 {
    let back = UInt32(input.byte())
    return back < 200 ? lastStream &- min(lastStream, back / 32 * 2) : back - 200
  }

  /// A message with its prefix, in one DATA frame or two.
  private mutating func message(_ input: inout Input) {
    let stream = stream(&input)
    let choice = input.byte()
    let content = input.some()
    var framed = [choice >> 7] + HTTP2Frame.number(UInt32(content.count)) + content
    if choice & 2 == 2 {
      frame(HTTP2Frame.data, 0, stream, Array(framed.prefix(3)))
      framed = Array(framed.dropFirst(3))
    }
    frame(HTTP2Frame.data, choice & HTTP2Frame.endStream, stream, framed)
  }

  /// A request's headers, or trailers where the stream is one that was begun.
  private mutating func request(_ input: inout Input) {
    let choice = input.byte()
    var block: [UInt8] = []
    var id = lastStream
    if choice & 1 == 0 {
      lastStream += lastStream == 0 ? 1 : 2
      id = lastStream
      let method = Self.methods[Int(input.byte()) % Self.methods.count]
      block += [0x83, 0x86] + Self.field(":path", "/f.S/\(method)")
      if choice & 2 == 0 { for field in Self.fields.prefix(2) { block += Self.field(field) } }
    }
    for _ in 0..<(choice >> 6) {
      block += Self.field(Self.fields[Int(input.byte()) % Self.fields.count])
    }
    if choice & 4 == 4 { block += input.some() }
    let ends = choice >> 3 & HTTP2Frame.endStream
    guard choice & 16 == 16, block.count > 2 else {
      return frame(HTTP2Frame.headers, ends | HTTP2Frame.endHeaders, id, block)
    }
    frame(HTTP2Frame.headers, ends, id, Array(block.prefix(2)))
    frame(9, HTTP2Frame.endHeaders, id, Array(block.dropFirst(2)))
  }

  private static func field(_ field: (String, String)) -> [UInt8] { Self.field(field.0, field.1) }

  /// A header field without indexing (RFC 7541, section 6.2.2).
  private static func field(_ name: String, _ value: String) -> [UInt8] {
    [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
  }
}
