// SPDX-License-Identifier: Apache-2.0

internal import RPCTransport
internal import Synchronization

/// Gives a running server its TLS files anew when they have changed. Files that can't be used, such
/// as a certificate whose key has yet to be written, leave it as it is.
final class TLSRenewal: Sendable {
  /// What connections do TLS by.
  let tls: ServerTLS
  private let files: TLSFiles
  private let log: Log
  private let state: Mutex<State>

  private struct State {
    var contents: TLSFiles.Contents
    var told: String?
  }

  /// How often it looks: reading three small files costs next to nothing.
  private static let interval = Duration.seconds(5)

  /// Reads the files for the first time.
  init(_ files: TLSFiles, _ log: Log) throws(Failure) {
    let contents = try files.read()
    tls = ServerTLS(try files.context(of: contents))
    state = Mutex(State(contents: contents))
    self.files = files
    self.log = log
  }

  /// Looks at the files from time to time until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.interval)
      look()
    }
  }

  /// Reads the files, and uses them where they have changed.
  func look() {
    state.withLock { state in
      do throws(Failure) {
        let contents = try files.read()
        guard contents != state.contents else { return state.told = nil }
        tls.replace(by: try files.context(of: contents))
        state = State(contents: contents)
        log(.info, "certificate", ["renewed": "yes"])
      } catch {
        guard state.told != error.message else { return }
        state.told = error.message
        log(.error, "certificate", ["renewed": "no", "reason": error.message])
      }
    }
  }
}
