// SPDX-License-Identifier: Apache-2.0

internal import RPCTransport
internal import Testing

@Suite("A loop")
struct FloodTests {
  @Test("tells when a flood of waiting replies has gone, and of no smaller one", arguments: [0, 1])
  func flood(excess: Int) {
    let tasks = TaskMail()
    let body = [UInt8](repeating: 7, count: 200)
    do {
      let peer = GRPCPeer(windowBytes: 0, tasks: tasks) {
        // A framed reply has 5 bytes more; its request is held too.
        $0.floodReplyBytes = 2 * (205 + 200) - excess
        $0.openCallBytes = 0
      }
      for _ in 0..<2 { _ = peer.call(body: GRPCPeer.framed(body)) }
      #expect(tasks.floods.gone == 0)
    }
    // With the connection went what waited.
    #expect(tasks.floods.gone == excess)
    let other = GRPCPeer(tasks: tasks)
    #expect(other.call(body: GRPCPeer.framed(body)).message == body)
    #expect(tasks.floods.gone == excess)
  }
}
