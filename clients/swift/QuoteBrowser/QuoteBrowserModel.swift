// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What a quote browser shows: the face that is up, the quote of the day, and the list of all.
///
/// ```swift
/// let browser = QuoteBrowserModel(source: source)
/// browser.delegate = self
/// browser.show(.expanded)                       // Begins to read what that face needs.
/// for await _ in browser.changes() { draw() }   // Looks at face, daily and list anew.
/// ```
///
/// It may be used from any actor; an app that has it on the main actor reads everything there without
/// waiting, and no more than a lock is held for it.
public final class QuoteBrowserModel: Sendable {
  /// What a browser begins with.
  public struct Options: Sendable {
    /// Which day's quote the compact face shows: by default today's, of the calendar "default".
    public var daily = DailyQuoteRequest()
    /// Which quotes the list and searches have; nil = all but the mature ones.
    public var filter: QuoteFilter?
    /// The list's order.
    public var order = QuoteOrder.catalogue
    /// How much a list asks for and keeps.
    public var limits = QuoteListLimits()

    /// Creates the options that hold where none are given.
    public init() {}
  }

  private struct State {
    var face: QuoteFace
    var list: QuoteList
    var words = ""
    var daily: DailyQuoteResponse?
    var dailyFailure: QuoteSourceError?
    /// The calls for the day's quote that were begun, and the last one that was taken in.
    var begunDaily = 0
    var takenDaily = 0
    var endedDaily = 0
    weak var delegate: (any QuoteBrowserDelegate)?
    var isPicking = false
  }

  /// Where the quotes come from.
  public let source: any QuoteSource
  /// What it began with.
  public let options: Options
  private let state: Mutex<State>
  private let notices = ChangeNotices()

  /// Creates a browser; nothing is read yet.
  public init(
    source: any QuoteSource, face: QuoteFace = .compact, options: Options = Options()
  ) {
    self.source = source
    self.options = options
    let list = QuoteList(
      source: source, selection: .catalogue(filter: options.filter, order: options.order),
      limits: options.limits, notices: notices)
    state = Mutex(State(face: face, list: list))
  }

  /// Who makes something of a picked quote; it is not kept alive.
  public var delegate: (any QuoteBrowserDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// The face that is up.
  public var face: QuoteFace { state.withLock { $0.face } }

  /// The expanded face's list: of all quotes, or of those that were searched for.
  public var list: QuoteList { state.withLock { $0.list } }

  /// The words that the list was searched by; empty = it has all.
  public var words: String { state.withLock { $0.words } }

  /// The compact face's quote, with its day; nil until it has come.
  public var daily: DailyQuoteResponse? { state.withLock { $0.daily } }

  /// Why the last try to get the day's quote failed; nil where it didn't.
  public var dailyFailure: QuoteSourceError? { state.withLock { $0.dailyFailure } }

  /// Whether the day's quote is on its way.
  public var isLoadingDaily: Bool { state.withLock { $0.begunDaily > $0.endedDaily } }

  /// A notice at once and after each change of anything here, the list's rows among it; several
  /// changes may be one notice.
  public func changes() -> AsyncStream<Void> { notices.stream() }

  /// Turns to a face, and begins to read what it needs where that isn't there yet.
  public func show(_ face: QuoteFace) {
    let (list, needsDaily) = state.withLock { state in
      state.face = face
      return (state.list, state.daily == nil && state.begunDaily == state.endedDaily)
    }
    switch face {
    case .compact:
      // What goes wrong is in `dailyFailure`.
      if needsDaily { Task { _ = try? await loadDaily() } }
    case .expanded: list.prefetch(0..<options.limits.pageSize)
    }
    notices.post()
  }

  /// Turns the list to what some words find; empty or blank = to all quotes again.
  public func search(_ words: String) {
    let words = String(words.drop(while: \.isWhitespace))
    guard words != self.words else { return }
    let selection: QuoteSelection =
      words.isEmpty
      ? .catalogue(filter: options.filter, order: options.order)
      : .matches(words: words, filter: options.filter)
    let list = QuoteList(
      source: source, selection: selection, limits: options.limits, notices: notices)
    state.withLock { state in
      state.list = list
      state.words = words
    }
    list.prefetch(0..<options.limits.pageSize)
    notices.post()
  }
}

extension QuoteBrowserModel {
  /// Gets the day's quote anew, for `daily` too: when the browser appears, and after `validUntil`.
  ///
  /// Where several tries are under way, an answer never replaces that of a later try. Where a try
  /// fails, the quote that was there stays.
  @discardableResult
  public func loadDaily() async throws(QuoteSourceError) -> DailyQuoteResponse {
    let number = state.withLock { state in
      state.begunDaily += 1
      return state.begunDaily
    }
    notices.post()
    let outcome: Result<DailyQuoteResponse, QuoteSourceError>
    do throws(QuoteSourceError) {
      outcome = .success(try await source.dailyQuote(options.daily))
    } catch {
      outcome = .failure(error)
    }
    state.withLock { state in
      state.endedDaily += 1
      guard number > state.takenDaily else { return }
      state.takenDaily = number
      switch outcome {
      case .success(let daily): (state.daily, state.dailyFailure) = (daily, nil)
      case .failure(let error): state.dailyFailure = error
      }
    }
    notices.post()
    return try outcome.get()
  }

  /// Hands the quote of a row to the delegate, and waits until it has done what it does.
  ///
  /// - Returns: False where nothing was handed over: there is no such row or no delegate, or another
  ///   pick is still under way. So tapping twice composes once.
  /// - Throws: What the source throws where the row was not there yet.
  @discardableResult
  public func pick(at index: Int) async throws(QuoteSourceError) -> Bool {
    guard let quote = try await list.quote(at: index) else { return false }
    return await pick(quote)
  }

  /// Hands a quote to the delegate, such as the day's; see `pick(at:)`.
  @discardableResult
  public func pick(_ quote: Quote) async -> Bool {
    let delegate = state.withLock { state -> (any QuoteBrowserDelegate)? in
      guard !state.isPicking, let delegate = state.delegate else { return nil }
      state.isPicking = true
      return delegate
    }
    guard let delegate else { return false }
    await delegate.browser(self, didPick: quote)
    state.withLock { $0.isPicking = false }
    return true
  }

  /// Asks for a message of a quote, ready for its channel.
  ///
  /// - Parameters:
  ///   - quote: One of the catalogue, or, without an id, one of the caller's own.
  ///   - channel: Where it is to go.
  ///   - note: The sender's own words, put before the quote; empty = none.
  ///   - sessionID: Names the conversation's bubble, so that a later message replaces it; empty =
  ///     the server makes one.
  ///   - locale: The reader's language, BCP 47; empty = the quote's.
  public func compose(
    _ quote: Quote, for channel: Channel, note: String = "", sessionID: String = "",
    locale: String = ""
  ) async throws(QuoteSourceError) -> Message {
    var request = ComposeMessageRequest()
    request.subject = quote.id.isEmpty ? .quote(quote) : .quoteID(quote.id)
    request.channel = channel
    request.note = note
    request.sessionID = sessionID
    request.locale = locale
    guard let message = try await source.composeMessage(request).message else {
      throw QuoteSourceError(.unreadable, "The source's answer holds no message.")
    }
    return message
  }
}
