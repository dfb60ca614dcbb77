// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteWire
internal import RPCCore

/// The role that each method of the services that write needs: the one place where it is said.
///
/// Two methods ask for more where a field of the request does: `PinDailyQuote` with `force`, and
/// `ImportQuotes` with `keep_ids`, for ADMIN.
enum RequiredRole {
  /// The role of a method; ADMIN for one that was forgotten here.
  static func of(_ method: MethodPath) -> Role { table[method] ?? .admin }

  private static let table: [MethodPath: Role] = [
    CreateQuote.path: .editor,
    UpdateQuote.path: .editor,
    DeleteQuote.path: .editor,
    PurgeQuote.path: .admin,
    ImportQuotes.path: .editor,
    ExportQuotes.path: .editor,
    PutCalendar.path: .editor,
    PinDailyQuote.path: .editor,
    UnpinDailyQuote.path: .editor,
    ListPins.path: .editor,
    CreateToken.path: .admin,
    ListTokens.path: .admin,
    RevokeToken.path: .admin,
    Backup.path: .admin,
    GetStatus.path: .admin,
    RemoveStarterQuotes.path: .admin,
    FixCalendars.path: .admin,
    CheckQuotes.path: .admin,
    ListAudit.path: .admin,
  ]
}
