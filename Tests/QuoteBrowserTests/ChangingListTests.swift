// SPDX-License-Identifier: Apache-2.0

internal import QuoteBrowser
internal import Testing

@Suite("A list whose catalogue changes or can't be reached", .timeLimit(.minutes(1)))
struct ChangingListTests {
  private let small = QuoteListLimits(pageSize: 10, keptPages: 5, prefetchedPages: 2)
  private let outage = QuoteSourceError(.unreachable, "No server is there.")

  @Test("drops what it has when a page shows that the catalogue has changed")
  func invalidated() async throws {
    let source = StagedSource(count: 25)
    let list = QuoteList(source: source, limits: small)
    #expect(try await list.quote(at: 0)?.text == "0")
    source.change { $0.insert("new", at: 0) }
    #expect(list.loadedQuote(at: 0)?.text == "0")
    #expect(try await list.quote(at: 20)?.text == "19")
    #expect(list.loadedQuote(at: 0) == nil)
    #expect(list.count == 26)
    #expect(list.revision == 2)
    #expect(try await list.quote(at: 0)?.text == "new")
    #expect(try await list.quote(at: 20)?.text == "19")
  }

  @Test("shrinks under who reads it, without a row that is not there")
  func shrinking() async throws {
    let source = StagedSource(count: 25)
    let list = QuoteList(source: source, limits: small)
    #expect(try await list.loadCount() == 25)
    source.change { $0 = ["left"] }
    #expect(try await list.quote(at: 24) == nil)
    #expect(list.count == 1)
    #expect(try await list.quote(at: 0)?.text == "left")
    source.change { $0 = [] }
    list.refresh()
    #expect(try await list.quote(at: 0) == nil)
    #expect(list.count == 0)
  }

  @Test("gives up a page that was read before the change that a faster one has shown")
  func overtaken() async throws {
    let source = StagedSource(count: 40)
    source.hold()
    let list = QuoteList(source: source, limits: small)
    async let slow = list.quote(at: 5)
    let old = await source.held(1)
    source.change { $0.removeFirst() }
    async let fast = list.quote(at: 15)
    for call in await source.held(1) { call.answerNow() }
    #expect(try await fast?.text == "16")
    for call in old { call.answerNow() }
    let again = await source.held(1)
    // The source is told how new its answer has to be.
    #expect(again.map(\.request.minRevision) == [2])
    for call in again { call.answerNow() }
    #expect(try await slow?.text == "6")
    #expect(list.loadedQuote(at: 15)?.text == "16")
    #expect(list.count == 39)
  }

  @Test("begins a page anew whose parts are of two revisions")
  func tornPage() async throws {
    let source = StagedSource(count: 30)
    source.give(atMost: 6)
    source.hold()
    let list = QuoteList(source: source, limits: small)
    async let quote = list.quote(at: 0)
    let first = await source.held(1)
    source.change { $0.removeFirst() }
    for call in first { call.answerNow() }
    // The first part has 0 to 5; the second one is of a catalogue that has no 0 any more.
    for call in await source.held(1) { call.answerNow() }
    for _ in 0..<2 { for call in await source.held(1) { call.answerNow() } }
    #expect(try await quote?.text == "1")
    #expect(source.asked.map(\.skip) == [0, 6, 0, 6])
    for index in 0..<10 { #expect(list.loadedQuote(at: index)?.text == "\(index + 1)") }
  }

  @Test("gives up a page that changes each time a part of it is read")
  func neverStill() async throws {
    let source = StagedSource(count: 30)
    source.give(atMost: 6)
    source.hold()
    let list = QuoteList(source: source, limits: small)
    let reader = Task { try await list.quote(at: 0) }
    let change = Task {
      while !Task.isCancelled {
        for call in await source.held(1) { call.answerNow() }
        source.change { $0[0] += "'" }
      }
    }
    await #expect {
      _ = try await reader.value
    } throws: {
      ($0 as? QuoteSourceError)?.reason == .unreachable
    }
    change.cancel()
    // Lets the other task see that.
    list.prefetch(0..<1)
    list.retry()
    list.prefetch(0..<1)
  }

  @Test("tells all who wait that a page can't be had, and asks again for the next one")
  func failure() async throws {
    let source = StagedSource(count: 25)
    source.fail(outage)
    let list = QuoteList(source: source, limits: small)
    await #expect(throws: outage) { try await list.quote(at: 0) }
    await #expect(throws: outage) { try await list.loadCount() }
    #expect(list.failure == outage)
    source.fail(nil)
    #expect(try await list.quote(at: 0)?.text == "0")
    #expect(list.failure == nil)
  }

  @Test("keeps its rows in an outage, and does not ask again for what failed until it is told to")
  func outageWhileScrolling() async throws {
    let source = StagedSource(count: 50)
    let list = QuoteList(source: source, limits: small)
    _ = try await list.quote(at: 0)
    source.fail(outage)
    await #expect(throws: outage) { try await list.quote(at: 10) }
    #expect(list.loadedQuote(at: 0)?.text == "0")
    let asked = source.asked.count
    list.prefetch(10..<20)
    #expect(source.asked.count == asked)
    source.fail(nil)
    var notices = list.changes().makeAsyncIterator()
    _ = await notices.next()
    list.retry()
    #expect(list.failure == nil)
    _ = await notices.next()
    list.prefetch(10..<20)
    #expect(try await list.quote(at: 10)?.text == "10")
    #expect(source.asked.count == asked + 1)
  }

  @Test("asks anew for who waits when it is refreshed, and ignores the older answer")
  func refreshed() async throws {
    let source = StagedSource(count: 25)
    source.hold()
    let list = QuoteList(source: source, limits: small)
    async let quote = list.quote(at: 0)
    let old = await source.held(1)
    source.change { $0[0] = "corrected" }
    list.refresh()
    let new = await source.held(1)
    for call in new { call.answerNow() }
    #expect(try await quote?.text == "corrected")
    for call in old { call.answerNow() }
    #expect(try await list.quote(at: 0)?.text == "corrected")
    #expect(source.asked.count == 2)
  }

  @Test("lets a cancelled caller go at once, and keeps the page for the others")
  func cancelled() async throws {
    let source = StagedSource(count: 25)
    source.hold()
    let list = QuoteList(source: source, limits: small)
    let caller = Task { try await list.quote(at: 0) }
    let calls = await source.held(1)
    async let other = list.quote(at: 1)
    caller.cancel()
    await #expect {
      _ = try await caller.value
    } throws: {
      ($0 as? QuoteSourceError)?.reason == .cancelled
    }
    for call in calls { call.answerNow() }
    #expect(try await other?.text == "1")
    #expect(list.loadedQuote(at: 0)?.text == "0")
  }

  @Test("ends for a caller that was cancelled before it called")
  func cancelledBefore() async throws {
    let source = StagedSource(count: 25)
    source.hold()
    let list = QuoteList(source: source, limits: small)
    await withTaskGroup(of: QuoteSourceError?.self) { group in
      group.cancelAll()
      group.addTask {
        do throws(QuoteSourceError) { _ = try await list.quote(at: 0) } catch { return error }
        return nil
      }
      for await error in group { #expect(error?.reason == .cancelled) }
    }
    for call in await source.held(1) { call.answerNow() }
  }

  @Test("refuses a source that says there is more and gives none")
  func emptyAnswers() async throws {
    let source = StagedSource(count: 25)
    source.give(atMost: 0)
    let list = QuoteList(source: source, limits: small)
    await #expect {
      _ = try await list.quote(at: 0)
    } throws: {
      ($0 as? QuoteSourceError)?.reason == .unreadable
    }
  }

  @Test("refuses a source that goes back in time although it was told not to")
  func backInTime() async throws {
    let source = StagedSource(count: 25)
    source.change { _ in }
    let list = QuoteList(source: source, limits: small)
    _ = try await list.loadCount()
    source.goBack()
    await #expect {
      _ = try await list.quote(at: 20)
    } throws: {
      ($0 as? QuoteSourceError)?.reason == .unreadable
    }
    #expect(list.loadedQuote(at: 0)?.text == "0")
  }

  @Test("holds together under readers, writers and refreshes at the same time")
  func storm() async throws {
    let source = StagedSource(count: 60)
    source.give(atMost: 7)
    let list = QuoteList(source: source, limits: small)
    await withTaskGroup { group in
      for reader in 0..<8 {
        group.addTask {
          for step in 0..<200 {
            let index = (reader * 37 + step * 13) % 70
            // Each text tells the index that it has, whatever was removed at the end.
            if let quote = try? await list.quote(at: index) { #expect(quote.text == "\(index)") }
          }
        }
      }
      group.addTask {
        for step in 0..<100 {
          source.change { $0 = (0..<(20 + step % 40)).map(String.init) }
          if step % 9 == 0 { list.refresh() }
          await Task.yield()
        }
      }
    }
    list.refresh()
    let count = try await list.loadCount()
    #expect(try await list.quote(at: count - 1)?.text == "\(count - 1)")
    #expect(try await list.quote(at: count) == nil)
  }
}
