// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension MaintenanceService {
  /// Fixes the days of all calendars through a date.
  func fixCalendars(
    _ request: FixCalendarsRequest, by editor: Editor
  ) async throws(Status) -> FixCalendarsResponse {
    let date: CivilDate
    do throws(CivilDateError) {
      date = try CivilDate(request.through)
    } catch {
      throw .refusal(.invalidArgument, "\(error).", reason: "IMPOSSIBLE_DATE", field: "through")
    }
    _ = try await making { () throws(EditProblem) in
      try await catalogue.fixDays(through: date, by: editor)
    }
    var response = FixCalendarsResponse()
    response.calendars = catalogue.snapshots.latest.calendars.all.map { calendar in
      var fixed = FixedCalendar()
      fixed.calendar = calendar.rules.id
      fixed.fixedThrough = calendar.ledger.lastDate?.description ?? ""
      return fixed
    }
    return response
  }
}
