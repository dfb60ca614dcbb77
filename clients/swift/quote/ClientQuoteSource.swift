// SPDX-License-Identifier: Apache-2.0

internal import QuoteBrowser
internal import QuoteClient

/// What a browser shows, by this program's connection.
struct ClientQuoteSource: QuoteSource {
  let client: QuoteClient

  func dailyQuote(
    _ request: DailyQuoteRequest
  ) async throws(QuoteSourceError) -> DailyQuoteResponse {
    do throws(Status) {
      let date = request.date.isEmpty ? nil : try? CivilDate(request.date)
      return try await client.daily(
        date: date, timeZone: request.timeZone, calendar: request.calendar)
    } catch {
      throw QuoteSourceError(error)
    }
  }

  func listQuotes(
    _ request: ListQuotesRequest
  ) async throws(QuoteSourceError) -> ListQuotesResponse {
    do throws(Status) { return try await client.page(request) } catch { throw .init(error) }
  }

  func searchQuotes(
    _ request: SearchQuotesRequest
  ) async throws(QuoteSourceError) -> SearchQuotesResponse {
    do throws(Status) {
      return try await client.searchPage(
        request.query, filter: request.filter, pageSize: Int(request.pageSize),
        pageToken: request.pageToken)
    } catch {
      throw .init(error)
    }
  }

  func composeMessage(
    _ request: ComposeMessageRequest
  ) async throws(QuoteSourceError) -> ComposeMessageResponse {
    var response = ComposeMessageResponse()
    do throws(Status) {
      guard let subject = request.subject else {
        throw Status(.invalidArgument, "A message needs a quote to be made of.")
      }
      response.message = try await client.compose(
        subject, for: request.channel, note: request.note, locale: request.locale,
        sessionID: request.sessionID, overflow: request.overflow, limit: Int(request.limit),
        display: request.display)
    } catch {
      throw .init(error)
    }
    return response
  }
}

extension QuoteSourceError {
  /// A call's error, as far as an app acts on it.
  init(_ status: Status) {
    let reason: Reason =
      switch status.code {
      case .unavailable, .deadlineExceeded, .resourceExhausted, .aborted: .unreachable
      case .notFound, .outOfRange: .notFound
      case .unauthenticated, .permissionDenied: .notAllowed
      case .cancelled: .cancelled
      case .internal, .unknown, .dataLoss: .unreadable
      default: .refused
      }
    var delay: Duration?
    for case .retryInfo(let retryDelay) in status.details { delay = retryDelay }
    self.init(reason, status.message, retryAfter: delay)
  }
}
