// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2
internal import Testing

/// Frames that cost a client little: a session takes some of each kind, and ends with many.
@Suite("A flood")
struct FloodTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: String
    /// What comes before the flood.
    var start: [UInt8] = []
    let frame: @Sendable (UInt32) -> [UInt8]

    init(
      _ name: String, _ reason: String, after start: [UInt8] = [],
      _ frame: @escaping @Sendable (UInt32) -> [UInt8]
    ) {
      testDescription = name
      self.reason = reason
      self.start = start
      self.frame = frame
    }
  }

  private static func of(
    _ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8]
  )
    -> @Sendable (UInt32) -> [UInt8]
  {
    { _ in Frame.make(type: type, flags: flags, stream: stream, payload) }
  }

  private static let open = Frame.request(stream: 1, ends: false)

  static let kinds = [
    Kind("empty DATA", "empty DATA frames", after: open, of(0, stream: 1, [])),
    Kind(
      "DATA of padding only", "empty DATA frames", after: open,
      of(0, flags: 8, stream: 1, [3, 0, 0, 0])),
    Kind("PRIORITY", "PRIORITY frames", of(2, stream: 9, [0, 0, 0, 3, 7])),
    Kind("WINDOW_UPDATE of the connection", "WINDOW_UPDATE frames", of(8, [0, 0, 0, 1])),
    Kind(
      "WINDOW_UPDATE of a stream", "WINDOW_UPDATE frames", after: open,
      of(8, stream: 1, [0, 0, 0, 1])),
    Kind("SETTINGS", "SETTINGS frames", of(4, [])),
    Kind(
      "answers to PINGs never sent", "frames that are no part",
      of(6, flags: 1, [0, 0, 0, 0, 0, 0, 0, 0])),
    Kind("frames of an unknown type", "frames that are no part", of(0xBE, [1, 2, 3])),
    Kind("PRIORITY_UPDATE", "frames that are no part", of(16, [0, 0, 0, 1, 117])),
    Kind("ALTSVC", "frames that are no part", of(10, [0, 1, 97])),
    Kind("streams opened and reset", "RST_STREAM frames") { number in
      let id = 2 * number + 1
      return Frame.request(stream: id, ends: false)
        + Frame.make(type: 3, flags: 0, stream: id, [0, 0, 0, 8])
    },
    Kind("streams that we must reset: a window of nothing", "break the rules") { number in
      let id = 2 * number + 1
      return Frame.request(stream: id, ends: false)
        + Frame.make(type: 8, flags: 0, stream: id, [0x7F, 0xFF, 0xFF, 0xFF])
    },
    Kind("streams that we must reset: no path", "break the rules") { number in
      Frame.make(type: 1, flags: 5, stream: 2 * number + 1, [0x83, 0x86])
    },
  ]

  @Test("ends the connection with its reason, and no fewer frames do", arguments: kinds)
  func flood(_ kind: Kind) {
    let server = Peer(.server)
    server.answer = { stream, session in session.reset(stream, .noError) }
    #expect(server.receive(Frame.preface + Frame.emptySettings + kind.start) == nil)
    var said: [UInt8] = []
    for number in 0..<900 as Range<UInt32> {
      #expect(server.receive(kind.frame(number)) == nil)
      said = server.produced()
    }
    #expect(server.session.fault == nil)
    for number in 900..<2000 as Range<UInt32> where !server.session.isFinished {
      _ = server.receive(kind.frame(number))
      said = server.produced()
    }
    #expect(server.session.isFinished)
    guard case .peerFault(.enhanceYourCalm, let reason) = server.session.fault else {
      Issue.record("It was taken, or ended otherwise: \(String(describing: server.session.fault))")
      return
    }
    #expect(reason.contains(kind.reason))
    // A GOAWAY carries the words.
    #expect(String(decoding: said, as: UTF8.self).contains(reason))
  }

  @Test("is none where calls explain the frames")
  func busy() {
    let server = Peer(.server)
    server.answer = { stream, session in session.reset(stream, .noError) }
    server.receive(Frame.preface + Frame.emptySettings)
    for number in 0..<5000 as Range<UInt32> {
      let window = Frame.make(type: 8, flags: 0, stream: 0, [0, 0, 0, 1])
      #expect(server.receive(Frame.request(stream: 2 * number + 1) + window) == nil)
      _ = server.produced()
    }
    #expect(server.session.fault == nil)
  }

  @Test("is none where as many calls are answered as are reset, as behind a proxy")
  func proxy() {
    let server = Peer(.server)
    server.answer = { stream, session in
      session.respond(stream, FixedFields([(":status", "200")]), then: .end)
    }
    server.receive(Frame.preface + Frame.emptySettings)
    for number in 0..<5000 as Range<UInt32> {
      let (first, second) = (4 * number + 1, 4 * number + 3)
      let reset = Frame.make(type: 3, flags: 0, stream: second, [0, 0, 0, 8])
      let both = Frame.request(stream: first) + Frame.request(stream: second, ends: false)
      server.receive(both)
      _ = server.produced()
      #expect(server.receive(reset) == nil)
    }
    #expect(server.session.fault == nil)
  }

  @Test("is none where the frames take their time")
  func slow() {
    let server = Peer(.server)
    server.receive(Frame.preface + Frame.emptySettings)
    let window = Frame.make(type: 8, flags: 0, stream: 0, [0, 0, 0, 1])
    for number in 0..<5000 as Range<UInt64> {
      #expect(server.receive(window, now: number * 20_000_000) == nil)
    }
  }

  private static let ping = Frame.make(type: 6, flags: 0, stream: 0, [1, 2, 3, 4, 5, 6, 7, 8])
  private static let minute: UInt64 = 60_000_000_000

  private func pings(_ server: Peer, every gap: UInt64, from start: UInt64 = 0) -> Int {
    for number in 0..<20 as Range<UInt64> {
      if server.receive(Self.ping, now: start + number * gap) != nil { return Int(number) }
      _ = server.produced()
    }
    return 20
  }

  @Test(
    "R34: asks too often who asks three times before the gap is over, and is told too_many_pings")
  func pings() {
    let server = Peer(.server)
    server.receive(Frame.preface + Frame.emptySettings + Self.open)
    #expect(pings(server, every: Self.minute) == 3)
    let said = server.produced()
    #expect(server.session.fault == .peerFault(.enhanceYourCalm, "too_many_pings"))
    #expect(String(decoding: said, as: UTF8.self).contains("too_many_pings"))
    #expect(server.session.isFinished)
  }

  @Test("R34: may ask every five minutes while a call is under way, every two hours while none is")
  func patientPings() {
    let busy = Peer(.server)
    busy.receive(Frame.preface + Frame.emptySettings + Self.open)
    #expect(pings(busy, every: 5 * Self.minute) == 20)
    let idle = Peer(.server)
    idle.receive(Frame.preface + Frame.emptySettings)
    #expect(pings(idle, every: 5 * Self.minute) == 3)
    let patient = Peer(.server)
    patient.receive(Frame.preface + Frame.emptySettings)
    #expect(pings(patient, every: 120 * Self.minute) == 20)
  }

  @Test("R34: forgives PINGs once HEADERS or DATA were sent")
  func forgiven() {
    let server = Peer(.server)
    server.greet = { stream, session in
      session.respond(stream, FixedFields([(":status", "200")]), then: .end)
    }
    server.receive(Frame.preface + Frame.emptySettings)
    for number in 0..<100 as Range<UInt32> {
      // Two strikes, and then an answer.
      let three = Self.ping + Self.ping + Self.ping
      #expect(server.receive(three, now: 0) == nil)
      server.receive(Frame.request(stream: 2 * number + 1))
      _ = server.produced()
    }
  }
}
