// SPDX-License-Identifier: Apache-2.0

internal import CUV

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension EventLoop {
  /// Connects within a time; a name's addresses are tried one after the other.
  ///
  /// `done` is called once, on this loop and in a later turn (at once only after the loop's end).
  package func connect(
    to address: SocketAddress, timeoutNanoseconds: UInt64,
    _ done: @escaping (Result<Socket, NetError>) -> Void
  ) {
    Connector(on: self, to: address, done).start(timeoutNanoseconds: timeoutNanoseconds)
  }
}

/// One attempt to connect. The loop keeps it until it is over; each request that libuv still has
/// of it keeps it too.
@safe private final class Connector: LoopResource {
  private let loop: EventLoop
  private let address: SocketAddress
  private var done: ((Result<Socket, NetError>) -> Void)?
  private var timer: LoopTimer?
  private var deadline: UInt64 = 0
  /// Whether the timer fires to try the next address, and not since the time is up.
  private var isTryingNext = false
  /// The numeric addresses that have not been tried.
  private var candidates: [NumericAddress] = []
  private var lastCause = NetError.Cause.noSuchHost
  /// What is being connected.
  private var stream: UnsafeMutablePointer<uv_stream_t>?

  init(
    on loop: EventLoop, to address: SocketAddress,
    _ done: @escaping (Result<Socket, NetError>) -> Void
  ) {
    self.loop = loop
    self.address = address
    self.done = done
  }

  func start(timeoutNanoseconds: UInt64) {
    guard !loop.isStopped else { return finish(.failure(error(.stopped))) }
    loop.resources[ObjectIdentifier(self)] = self
    let (sum, overflows) = loop.now.addingReportingOverflow(timeoutNanoseconds)
    deadline = overflows ? .max : sum
    timer = loop.makeTimer { [unowned self] in timerFired() }
    timer?.start(at: deadline)
    switch address {
    case .unix(let path): connect(toPath: path)
    case .tcp(let host, let port):
      let host = host.isEmpty ? "localhost" : host
      candidates = NumericAddress.known(host, port)
      if candidates.isEmpty { resolve(host, port) } else { tryNext() }
    }
  }

  override func loopStops() { finish(.failure(error(.stopped))) }

  private func resolve(_ host: String, _ port: UInt16) {
    let request = UnsafeMutablePointer<uv_getaddrinfo_t>.allocate(capacity: 1)
    unsafe request.pointee.data = Unmanaged.passRetained(self).toOpaque()
    let code = unsafe NumericAddress.lookUp(host, port) { host, port, hints in
      unsafe uv_getaddrinfo(
        loop.raw, request,
        { request, code, list in
          guard let request = unsafe request, let data = unsafe request.pointee.data else { return }
          let connector = unsafe Unmanaged<Connector>.fromOpaque(data).takeRetainedValue()
          unsafe request.deallocate()
          let candidates = unsafe NumericAddress.all(in: list)
          unsafe uv_freeaddrinfo(list)
          connector.didResolve(code, candidates)
        }, host, port, hints)
    }
    guard code != 0 else { return }
    unsafe Unmanaged.passUnretained(self).release()
    unsafe request.deallocate()
    failLater(code)
  }

  private func didResolve(_ code: Int32, _ found: [NumericAddress]) {
    guard done != nil else { return }
    if code != 0 { lastCause = NetError.Cause(code: code) }
    candidates = found
    tryNext()
  }

  /// Tries the next address, or gives up.
  private func tryNext() {
    guard !candidates.isEmpty else { return finish(.failure(error(lastCause))) }
    let candidate = candidates.removeFirst()
    let stream = unsafe openStream(isUnix: false)
    let request = unsafe makeRequest()
    let code = unsafe candidate.withSockaddr {
      unsafe uv_tcp_connect(request, StreamMemory.tcp(stream), $0, Self.connected)
    }
    guard code != 0 else { return }
    unsafe Unmanaged.passUnretained(self).release()
    unsafe request.deallocate()
    failLater(code)
  }

  private func connect(toPath path: String) {
    let stream = unsafe openStream(isUnix: true)
    unsafe uv_pipe_connect(makeRequest(), StreamMemory.pipe(stream), path, Self.connected)
  }

  private func openStream(isUnix: Bool) -> UnsafeMutablePointer<uv_stream_t> {
    closeStream()
    let stream = unsafe StreamMemory.allocate()
    unsafe StreamMemory.initialize(stream, on: loop.raw, isUnix: isUnix)
    unsafe stream.pointee.data = Unmanaged<LoopResource>.passUnretained(self).toOpaque()
    unsafe self.stream = unsafe stream
    return unsafe stream
  }

  private func makeRequest() -> UnsafeMutablePointer<uv_connect_t> {
    let request = UnsafeMutablePointer<uv_connect_t>.allocate(capacity: 1)
    unsafe request.pointee.data = Unmanaged.passRetained(self).toOpaque()
    return unsafe request
  }

  private static let connected: uv_connect_cb = { request, code in
    guard let request = unsafe request, let data = unsafe request.pointee.data else { return }
    let connector = unsafe Unmanaged<Connector>.fromOpaque(data).takeRetainedValue()
    unsafe request.deallocate()
    connector.didConnect(code)
  }

  private func didConnect(_ code: Int32) {
    // Over already: the time was up, or the loop stops.
    guard done != nil, let stream = unsafe stream else { return }
    guard code == 0 else {
      lastCause = NetError.Cause(code: code)
      return tryNext()
    }
    unsafe self.stream = nil
    if case .tcp = address { unsafe StreamMemory.prepare(StreamMemory.tcp(stream)) }
    finish(.success(unsafe Socket(on: loop, connected: stream, to: "\(address)")))
  }

  /// Goes on in a later turn: `done` is never called from within `connect`.
  private func failLater(_ code: Int32) {
    lastCause = NetError.Cause(code: code)
    isTryingNext = true
    timer?.start(at: 0)
  }

  private func timerFired() {
    guard isTryingNext else { return finish(.failure(error(.timedOut))) }
    isTryingNext = false
    timer?.start(at: deadline)
    tryNext()
  }

  private func finish(_ result: Result<Socket, NetError>) {
    guard let done else { return }
    self.done = nil
    loop.resources[ObjectIdentifier(self)] = nil
    timer = nil
    closeStream()
    done(result)
  }

  private func closeStream() {
    guard let stream = unsafe stream else { return }
    unsafe self.stream = nil
    unsafe StreamMemory.close(stream)
  }

  private func error(_ cause: NetError.Cause) -> NetError {
    NetError(.connect, "\(address)", cause)
  }
}
