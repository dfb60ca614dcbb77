// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteWire
internal import RPCCore
internal import RPCNet
internal import RPCTransport
internal import Synchronization

/// A server in this process that answers as a test says, and keeps what it was asked.
final class ScriptedServer: Sendable {
  /// What a test wants to hear.
  struct Answers: Sendable {
    var daily: Result<DailyQuoteResponse, Status> = .success(DailyQuoteResponse())
    var get = GetQuoteResponse()
    var list = ListQuotesResponse()
    var compose = ComposeMessageResponse()
    var search = SearchQuotesResponse()
    var random = RandomQuotesResponse()
    var creators = ListCreatorsResponse()
    var tags = ListTagsResponse()
    /// What each call to watch brings, in order, and how it ends.
    var watches: [(dates: [String], end: Status)] = []
    /// What the first calls fail with, whatever they ask for.
    var failures: [Status] = []
  }

  /// Where it listens.
  let address: String
  private let group: EventLoopGroup
  private let server: Server
  private let listener: Listener
  private let asked: Asked

  /// What it was asked, in order.
  private final class Asked: Sendable {
    let requests = Mutex<[Request]>([])
    let calls = Mutex(0)
    func append(_ request: Request) { requests.withLock { $0.append(request) } }
  }

  /// A request, whatever its method.
  enum Request: Sendable, Equatable {
    case daily(DailyQuoteRequest)
    case get(GetQuoteRequest)
    case list(ListQuotesRequest)
    case compose(ComposeMessageRequest)
    case search(SearchQuotesRequest)
    case random(RandomQuotesRequest)
    case creators(ListCreatorsRequest)
    case tags(ListTagsRequest)
    case watch(WatchDailyQuoteRequest)
  }

  init(_ answers: Answers) throws {
    let asked = Asked()
    self.asked = asked
    group = try EventLoopGroup(count: 1)
    let configuration = ServerConfiguration(
      limits: Limits(), makeRouter: { _, _ in Self.router(answers, asked) },
      encodeStatusDetails: StatusDetails.encode, report: { _ in }, floodHasGone: {})
    server = Server(configuration, group: group)
    listener = try server.listen(
      on: SocketAddress("127.0.0.1:0"), backlog: 16,
      entrance: Entrance(to: Door("test"), requiresTLS: false))
    address = listener.boundAddress.description
  }

  /// What it was asked, in order.
  var requests: [Request] { asked.requests.withLock { $0 } }

  /// How many calls there were, those that failed included.
  var calls: Int { asked.calls.withLock { $0 } }

  func stop() async {
    _ = await server.drain([listener], graceMilliseconds: 1000)
    await group.stop()
  }

  private static func router(_ answers: Answers, _ asked: Asked) -> Router {
    var router = Router()
    router.gate = { _ throws(Status) in
      let number = asked.calls.withLock { calls in
        calls += 1
        return calls
      }
      if number <= answers.failures.count { throw answers.failures[number - 1] }
    }
    addWriting(to: &router)
    router.on(DailyQuote.self) { request, _ throws(Status) in
      asked.append(.daily(request))
      return try answers.daily.get()
    }
    router.on(GetQuote.self) { request, _ throws(Status) in
      asked.append(.get(request))
      return answers.get
    }
    router.on(ListQuotes.self) { request, _ throws(Status) in
      asked.append(.list(request))
      return answers.list
    }
    router.on(ComposeMessage.self) { request, _ throws(Status) in
      asked.append(.compose(request))
      return answers.compose
    }
    addFinding(to: &router, answers, asked)
    addWatching(to: &router, answers, asked)
    return router
  }

  /// Methods whose answers no test looks at.
  private static func addWriting(to router: inout Router) {
    func add<Method: RPCMethod>(_ method: Method.Type, _ response: Method.Response)
    where Method.Response: Sendable {
      router.on(method) { _, _ throws(Status) in response }
    }
    add(CreateQuote.self, CreateQuoteResponse())
    add(UpdateQuote.self, UpdateQuoteResponse())
    add(DeleteQuote.self, DeleteQuoteResponse())
    add(PurgeQuote.self, PurgeQuoteResponse())
    add(ImportQuotes.self, ImportQuotesResponse())
    add(PutCalendar.self, PutCalendarResponse())
    add(PinDailyQuote.self, PinDailyQuoteResponse())
    add(UnpinDailyQuote.self, UnpinDailyQuoteResponse())
    add(ListPins.self, ListPinsResponse())
    add(ListDailyQuotes.self, ListDailyQuotesResponse())
    add(ListCalendars.self, ListCalendarsResponse())
  }

  private static func addWatching(to router: inout Router, _ answers: Answers, _ asked: Asked) {
    router.onStream(WatchDailyQuote.self) { request, _, replies async throws(Status) in
      asked.append(.watch(request))
      let number = asked.requests.withLock { $0.count } - 1
      for date in answers.watches[number].dates {
        var response = WatchDailyQuoteResponse()
        var daily = DailyQuoteResponse()
        daily.date = date
        response.daily = daily
        try await replies.send(response)
      }
      throw answers.watches[number].end
    }
  }

  private static func addFinding(to router: inout Router, _ answers: Answers, _ asked: Asked) {
    router.on(SearchQuotes.self) { request, _ throws(Status) in
      asked.append(.search(request))
      return answers.search
    }
    router.on(RandomQuotes.self) { request, _ throws(Status) in
      asked.append(.random(request))
      return answers.random
    }
    router.on(ListCreators.self) { request, _ throws(Status) in
      asked.append(.creators(request))
      return answers.creators
    }
    router.on(ListTags.self) { request, _ throws(Status) in
      asked.append(.tags(request))
      return answers.tags
    }
  }
}
