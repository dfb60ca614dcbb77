// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension QuoteAdminService {
  /// Lists a page of a calendar's pins.
  func listPins(_ request: ListPinsRequest) throws(Status) -> ListPinsResponse {
    let calendar: DailyCalendar
    do throws(DailyProblem) {
      calendar = try catalogue.snapshots.latest.calendar(request.calendar)
    } catch {
      throw QuoteService.refusal(error, field: "calendar")
    }
    let page: PinPage
    do throws(ListProblem) {
      page = try PinPage(of: calendar, request)
    } catch {
      throw QuoteService.refusal(error)
    }
    var response = ListPinsResponse()
    response.pins = page.pins
    response.nextPageToken = page.nextPageToken
    return response
  }
}
