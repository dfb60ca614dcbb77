// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension QuoteAdminService {
  /// Declares a calendar or changes it.
  func putCalendar(
    _ request: PutCalendarRequest, by editor: Editor
  ) async throws(Status) -> PutCalendarResponse {
    guard let calendar = request.calendar else {
      throw .missing("calendar", "give its id at least")
    }
    if !calendar.timeZone.isEmpty {
      do throws(UnknownZone) {
        try checkZone(calendar.timeZone)
      } catch {
        throw .refusal(
          .invalidArgument, "\(error).", reason: "UNKNOWN_TIME_ZONE", field: "calendar.time_zone")
      }
    }
    return try await making { () throws(EditProblem) in
      try await catalogue.putCalendar(calendar, by: editor)
    }
  }
}
