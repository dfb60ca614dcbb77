// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP1
internal import RPCNet

/// One connection that speaks HTTP/1.1: answers its requests one after the other, in their order,
/// and reads no further while one is being answered.
final class HTTP1Connection: SocketHandler {
  private enum State {
    /// A request is awaited, or has begun to come.
    case reading
    /// A request is being answered.
    case answering(HTTP1RequestHead)
    /// The last response is on its way.
    case closing
  }

  private let socket: Socket
  private let number: UInt64
  private unowned let owner: HTTP1Loop
  private let reader: HTTP1Reader
  private var state = State.reading
  private var head: HTTP1RequestHead?
  /// What came behind a request that is being answered.
  private var unread: [UInt8] = []
  private var hasInputEnded = false
  private var timer: LoopTimer?
  private var isWithinRequest = false

  init(_ socket: Socket, number: UInt64, of owner: HTTP1Loop) {
    self.socket = socket
    self.number = number
    self.owner = owner
    reader = HTTP1Reader(limits: owner.service.requestLimits)
  }

  /// Starts to read.
  func start() {
    timer = socket.loop.makeTimer { [unowned self] in timerFired() }
    arm(owner.service.transferMilliseconds)
    socket.handler = self
    socket.resumeReading()
  }

  func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
    guard case .reading = state else {
      if case .answering = state {
        unread.append(copying: bytes)
        // What a client may send ahead is what one read brings.
        socket.pauseReading()
      }
      return
    }
    read(bytes)
  }

  func socketDidDrain(_ socket: Socket) {
    if case .reading = state { armForReading() }
  }

  func socketDidEndInput(_ socket: Socket) {
    hasInputEnded = true
    guard case .reading = state else { return }
    do throws(HTTP1Error) {
      try reader.end()
      finish()
    } catch {
      refuse(error)
    }
  }

  func socketDidClose(_ socket: Socket, _ error: NetError?) {
    state = .closing
    timer = nil
    owner.closed(number)
  }

  /// Sends the answer of the request that waits for it.
  func send(_ response: HTTP1Response) {
    guard case .answering(let head) = state else { return }
    state = .reading
    write(response, to: head, closes: !head.keepsAlive || hasInputEnded && unread.isEmpty)
    guard case .reading = state else { return }
    armForReading()
    var waiting: [UInt8] = []
    swap(&waiting, &unread)
    read(waiting.span)
    guard case .reading = state else { return }
    if hasInputEnded { return finish() }
    socket.resumeReading()
  }
}

extension HTTP1Connection {
  private func read(_ bytes: Span<UInt8>) {
    var offset = 0
    do throws(HTTP1Error) {
      while case .reading = state, let event = try reader.next(bytes, from: &offset) {
        take(event)
      }
    } catch {
      return refuse(error)
    }
    if case .answering = state, offset < bytes.count {
      unread.append(copying: bytes.extracting(offset...))
    }
    guard case .reading = state, reader.isWithinRequest, !isWithinRequest else { return }
    // From its first byte on, so that nobody holds a connection by sending slowly.
    isWithinRequest = true
    arm(owner.service.transferMilliseconds)
  }

  private func take(_ event: HTTP1Event) {
    switch event {
    case .head(let head):
      self.head = head
      guard head.expectsContinue else { return }
      var output = HTTP1Response.goOn
      socket.write(&output)
    case .end(let body):
      guard let head = head.take() else { return }
      isWithinRequest = false
      state = .answering(head)
      timer?.stop()
      owner.answer(head, body, of: number)
    }
  }

  private func refuse(_ error: HTTP1Error) {
    write(HTTP1Response(error.status, text: error.description + "\n"), to: nil, closes: true)
  }

  private func write(_ response: HTTP1Response, to head: HTTP1RequestHead?, closes: Bool) {
    var sending = HTTP1Response.Sending(date: HTTP1Date.text(socket.loop.wallClock.seconds))
    sending.isHead = head?.method == "HEAD"
    sending.isVersion10 = head?.isVersion10 ?? false
    sending.closes = closes
    var output: [UInt8] = []
    response.append(to: &output, sending)
    socket.write(&output)
    if closes { finish() }
  }

  /// Closes when all is sent.
  private func finish() {
    state = .closing
    timer?.stop()
    socket.closeAfterWriting(
      lingeringFor: owner.service.transferMilliseconds.millisecondsInNanoseconds)
  }

  private func armForReading() {
    arm(
      socket.queuedBytes > 0
        ? owner.service.transferMilliseconds : owner.service.idleMilliseconds)
  }

  private func arm(_ milliseconds: Int) {
    timer?.start(at: socket.loop.now &+ milliseconds.millisecondsInNanoseconds)
  }

  private func timerFired() {
    guard case .reading = state else { return }
    guard socket.queuedBytes == 0 else { return socket.close() }
    guard isWithinRequest else { return finish() }
    let text = "The request did not come in time.\n"
    write(HTTP1Response(.requestTimeout, text: text), to: nil, closes: true)
  }
}
