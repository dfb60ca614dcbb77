// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import Testing

@Suite("A client")
struct CheckTests {
  /// What can be seen to be wrong, and the field it is told of.
  enum Mistake: String, CaseIterable {
    case emptyID = "id"
    case negativePageSize = "page_size"
    case negativeSkip = "skip"
    case negativeLength = "filter.max_length"
    case turnedLengths = "filter.min_length"
    case noQuoteID = "quote_id"
    case noText = "quote.text"
    case negativeLimit = "limit"
    case noGrid = "display"
    case negativeCount = "count"
    case noSeed = "seed"
    case noTextToAdd = "quote.text "
    case noIDToUpdate = "quote.id"
    case noIDToDelete = "id "
    case noReason = "reason"
    case tooManyQuotes = "quotes"
    case noCalendar = "calendar.id"
    case noQuoteToPin = "pin.quote_id"
    case noDateToPin = "pin.date"
    case noDateToUnpin = "date"

    /// The field; of two mistakes with one field, the second has a blank behind it.
    var field: String { rawValue.filter { $0 != " " } }

    func make(with client: QuoteClient) async throws(Status) {
      var filter = QuoteFilter()
      switch self {
      case .emptyID: _ = try await client.quote(id: "")
      case .negativePageSize: _ = try await client.page(pageSize: -1)
      case .negativeSkip: _ = try await client.page(skip: -2)
      case .negativeLength:
        filter.maxLength = -1
        _ = try await client.page(filter: filter)
      case .turnedLengths:
        filter.minLength = 10
        filter.maxLength = 5
        var quotes = client.quotes(filter: filter).makeAsyncIterator()
        _ = try await quotes.next()
      case .noQuoteID: _ = try await client.compose(.quoteID(""), for: .plainText)
      case .noText: _ = try await client.compose(.quote(Quote()), for: .plainText)
      case .negativeLimit: _ = try await client.compose(.quoteID("a"), for: .plainText, limit: -1)
      case .negativeCount: _ = try await client.random(count: -1)
      case .noSeed: _ = try await client.random(seed: 0)
      case .noGrid: _ = try await client.compose(.quoteID("a"), for: .display)
      case .noTextToAdd: _ = try await client.create(Quote())
      case .noIDToUpdate: try await client.update(Quote())
      case .noIDToDelete: try await client.delete(id: "")
      case .noReason: try await client.purge(id: "a", reason: "")
      case .tooManyQuotes:
        _ = try await client.importQuotes(Array(repeating: Quote(), count: 1_001))
      case .noCalendar: try await client.put(QuoteCalendar())
      case .noQuoteToPin: try await client.pin(quoteID: "", to: "2027-01-01")
      case .noDateToPin: try await client.pin(quoteID: "a", to: "")
      case .noDateToUnpin: try await client.unpin(date: "")
      }
    }
  }

  @Test("refuses what can't be without asking the server", arguments: Mistake.allCases)
  func refuses(mistake: Mistake) async throws {
    // Nobody listens there: what is sent would end as unavailable.
    let client = try QuoteClient(server: "127.0.0.1:1")
    let error = await #expect(throws: Status.self) { try await mistake.make(with: client) }
    #expect(error?.code == .invalidArgument)
    let violation = Status.FieldViolation(
      field: mistake.field, description: error?.message ?? "")
    #expect(error?.details == [.badRequest([violation])])
    await client.close()
  }

  @Test("refuses a negative page size of every list, and an impossible filter of every choice")
  func everywhere() async throws {
    let client = try QuoteClient(server: "127.0.0.1:1")
    var filter = QuoteFilter()
    (filter.minLength, filter.maxLength) = (2, 1)
    let impossible = filter
    let calls: [(QuoteClient) async throws -> Void] = [
      { _ = try await $0.searchPage("a", pageSize: -1) },
      { _ = try await $0.creatorsPage(pageSize: -1) }, { _ = try await $0.tagsPage(pageSize: -1) },
      { _ = try await $0.searchPage("a", filter: impossible) },
      { _ = try await $0.random(filter: impossible) },
    ]
    for call in calls {
      let error = await #expect(throws: Status.self) { try await call(client) }
      #expect(error?.code == .invalidArgument)
    }
    await client.close()
  }

  @Test(
    "refuses an address that can't be read, and says what one looks like",
    arguments: [
      "", "localhost", "127.0.0.1:port", "127.0.0.1:70000", "http://127.0.0.1:80", "::1:80",
    ])
  func badAddress(text: String) {
    let error = #expect(throws: Status.self) { try QuoteClient(server: text) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains("\"\(text)\"") == true, "\(error?.message ?? "")")
  }

  @Test(
    "says who can't be reached where nobody listens",
    arguments: QuoteClient.TransportProtocol.allCases)
  func nobody(transport: QuoteClient.TransportProtocol) async throws {
    let client = try QuoteClient(server: "127.0.0.1:1", protocol: transport)
    let error = await #expect(throws: Status.self) { try await client.daily() }
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("127.0.0.1:1") == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("refused") == true, "\(error?.message ?? "")")
    await client.close()
  }
}
