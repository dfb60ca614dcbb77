// SPDX-License-Identifier: Apache-2.0

/// Who a socket tells what happens to it, on its loop's thread.
package protocol SocketHandler: AnyObject {
  /// Bytes have arrived; they are valid during the call only.
  func socket(_ socket: Socket, didRead bytes: Span<UInt8>)
  /// All that was queued has gone to the kernel.
  func socketDidDrain(_ socket: Socket)
  /// The other side sends no more; it may still read.
  func socketDidEndInput(_ socket: Socket)
  /// The connection is gone; the last call, made once. The error is nil after our own `close`.
  func socketDidClose(_ socket: Socket, _ error: NetError?)
}
