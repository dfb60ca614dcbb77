// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A thread of its own for one actor, so that what waits for a disk holds up no event loop and none
/// of the threads that Swift's tasks share.
///
/// The actor names it as its executor. The thread ends when its last owner lets it go and all the
/// work that was given to it is done.
package final class WorkerThread: SerialExecutor {
  private let queue = JobQueue()
  /// The end of a pipe that wakes the thread when it is written to, and ends it when it is closed.
  private let bell: Int32

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: Its name, of which systems show at most the first 15 bytes.
  ///   - niceness: How far it stands back behind the process's other threads where processors are
  ///     scarce, 0 to 19: those that answer calls need little, and at once. Linux only: elsewhere a
  ///     niceness belongs to the whole process.
  /// - Throws: Where the process may have no more threads or no more open files.
  package init(name: String, niceness: Int) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .current("start", "thread \(name)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    bell = ends[1]
    let run = WorkerRun(name: name, niceness: niceness, queue: queue, bell: ends[0])
    // The thread takes over the only reference to what it runs.
    let argument = unsafe Unmanaged.passRetained(run).toOpaque()
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = unsafe pthread_create(&thread, &attributes, workerMain, argument)
    guard code == 0 else {
      unsafe Unmanaged<WorkerRun>.fromOpaque(argument).release()
      throw SystemError(operation: "start", path: "thread \(name)", reason: .code(code))
    }
  }

  deinit { close(bell) }

  /// What an actor that keeps this thread gives as its `unownedExecutor`.
  @safe package var executor: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

  /// Takes a piece of an actor's work; runs it behind all that was given before.
  package func enqueue(_ job: consuming ExecutorJob) {
    let isFirst = queue.append(JobQueue.Entry(job: UnownedJob(job), executor: self))
    // The thread takes all there is at once, so that only the first needs to wake it.
    if isFirst { ring() }
  }

  private func ring() {
    var byte: UInt8 = 1
    while unsafe write(bell, &byte, 1) < 0, errno == EINTR {}
  }
}

/// The work that waits for a thread.
private final class JobQueue: Sendable {
  struct Entry: Sendable {
    let job: UnownedJob
    /// Held until the job is done, which needs it.
    let executor: WorkerThread
  }

  private let entries = Mutex<[Entry]>([])

  /// Adds work; whether there was none.
  func append(_ entry: Entry) -> Bool {
    entries.withLock { entries in
      entries.append(entry)
      return entries.count == 1
    }
  }

  /// All that waits, which now waits no longer.
  func takeAll() -> [Entry] {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}

/// What the thread begins with.
#if canImport(Darwin)
  private func workerMain(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<WorkerRun>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#else
  private func workerMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    unsafe Unmanaged<WorkerRun>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#endif

/// What the thread does.
private final class WorkerRun {
  private let name: String
  private let niceness: Int
  private let queue: JobQueue
  private let bell: Int32

  init(name: String, niceness: Int, queue: JobQueue, bell: Int32) {
    self.name = name
    self.niceness = niceness
    self.queue = queue
    self.bell = bell
  }

  deinit { close(bell) }

  func run() {
    nameThread()
    standBack()
    while waitForBell() {
      for entry in queue.takeAll() {
        unsafe entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor())
      }
    }
  }

  /// Waits until the bell has rung; false once it will ring no more.
  private func waitForBell() -> Bool {
    var byte: UInt8 = 0
    while true {
      let count = unsafe read(bell, &byte, 1)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// Lets the process's other threads go before the one that calls; that it can't is no fault.
  private func standBack() {
    #if os(Linux)
      // Linux takes 0 for the thread that calls, where POSIX means its process.
      guard niceness > 0 else { return }
      let thread = __priority_which_t(PRIO_PROCESS.rawValue)
      _ = setpriority(thread, 0, min(getpriority(thread, 0) + Int32(niceness), 19))
    #endif
  }

  /// Names the thread that calls, for debuggers and lists of threads; that it can't be is no fault.
  private func nameThread() {
    #if canImport(Darwin)
      unsafe pthread_setname_np(name)
    #else
      // The C library's own function is a GNU one, which Swift doesn't see.
      let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      defer { close(file) }
      let bytes = Array(name.utf8.prefix(15))
      _ = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    #endif
  }
}
