// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteSystem
internal import Testing

@Suite("A thread for an actor")
struct WorkerThreadTests {
  /// An actor that notes what it is given.
  private actor Notebook {
    private(set) var notes: [Int] = []
    private let thread: WorkerThread

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor }

    init(on thread: WorkerThread) { self.thread = thread }

    /// Notes a number; tells which thread did.
    func note(_ number: Int) -> ObjectIdentifier {
      notes.append(number)
      return ObjectIdentifier(Thread.current)
    }
  }

  @Test("does all the work of its actor, and no other does any")
  func oneThread() async throws {
    let notebook = Notebook(on: try WorkerThread(name: "notebook", niceness: 0))
    let threads = await withTaskGroup(of: ObjectIdentifier.self) { group in
      for number in 0..<200 { group.addTask { await notebook.note(number) } }
      return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
    }
    #expect(threads.count == 1)
    #expect(await notebook.notes.sorted() == Array(0..<200))
    let other = Notebook(on: try WorkerThread(name: "other", niceness: 0))
    #expect(await !threads.contains(other.note(0)))
  }

  @Test("does what one task gives it in the order in which it was given")
  func order() async throws {
    let notebook = Notebook(on: try WorkerThread(name: "notebook", niceness: 0))
    for number in 0..<100 { _ = await notebook.note(number) }
    #expect(await notebook.notes == Array(0..<100))
  }

  #if os(Linux)
    @Test("bears its name, and ends when its actor goes")
    func ends() async throws {
      let name = "w\(UInt32.random(in: 0 ... .max))"
      do {
        let notebook = Notebook(on: try WorkerThread(name: name, niceness: 0))
        _ = await notebook.note(1)
        #expect(Self.threadNames().contains(name))
      }
      // It would never end if the thread stayed.
      while Self.threadNames().contains(name) { await Task.yield() }
    }

    @Test(
      "stands back behind the others by so much, and by no more than there is", arguments: [7, 30])
    func niceness(of more: Int) async throws {
      let name = "n\(UInt32.random(in: 0 ... .max))"
      let notebook = Notebook(on: try WorkerThread(name: name, niceness: more))
      _ = await notebook.note(1)
      let usual = try #require(Self.niceness("self"))
      let thread = try #require(Self.threads().first { $0.name == name }?.number)
      #expect(Self.niceness("self/task/\(thread)") == min(usual + more, 19))
    }

    private static func niceness(_ process: String) -> Int? {
      // The name in brackets may hold anything; the niceness is the 17th number behind it.
      (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?
        .split(separator: ")").last?.split(separator: " ").dropFirst(16).first.flatMap { Int($0) }
    }

    private static func threadNames() -> [String] { threads().map(\.name) }

    private static func threads() -> [(number: String, name: String)] {
      let folder = "/proc/self/task"
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return threads.compactMap { thread in
        (try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8))
          .map { (thread, $0.trimmingCharacters(in: .newlines)) }
      }
    }
  #endif
}
