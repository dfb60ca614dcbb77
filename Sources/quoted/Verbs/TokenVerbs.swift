// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteServices
internal import QuoteSystem
internal import QuoteWire
internal import RPCTelemetry

/// `quoted token`: who may call what.
enum TokenVerbs {
  private static let name = Option(
    "name", value: Value("NAME"),
    help: "What people will call it, such as whose it is: 1 to 100 characters.")
  private static let roles: KeyValuePairs<String, Role> = [
    "reader": .reader, "editor": .editor, "admin": .admin,
  ]
  private static let role = Option(
    "role", value: Value("ROLE", .choice(roles.map(\.key))),
    help: "What it allows: reader to read where --require-token closes that; editor to change "
      + "quotes, calendars and pins too; admin to purge quotes and replace fixed days too.")
  private static let id = Argument(
    Value("ID"), count: .one, help: "The token's id, as \"quoted token list\" shows it.")

  static let command = Command(
    "token",
    summary: "Makes, lists and revokes tokens, by which callers show who they are.",
    commands: [
      Command(
        "create",
        summary: "Makes a token, and prints its secret: once, on the standard output.",
        discussion: [
          "The store keeps a hash of it only, so a secret that is lost can't be had again: revoke "
            + "the token and make another. Callers send it as \"authorization: Bearer SECRET\", and "
            + "quote as --token or QUOTED_TOKEN."
        ],
        options: [name, role, QuotedProgram.data],
        examples: [
          Example(
            "quoted token create --name 'Website editor' --role editor > token",
            "Keeps the secret in a file.")
        ]),
      Command(
        "list", summary: "Lists all tokens, revoked ones included, without their secrets.",
        options: [QuotedProgram.data],
        examples: [Example("quoted token list", "Shows who may do what.")]),
      Command(
        "revoke", summary: "Makes a token worthless, at once and for ever.",
        options: [QuotedProgram.data], arguments: [id],
        examples: [Example("quoted token revoke ID", "Revokes one.")]),
    ])

  static let verbs = [
    Verb("token", "create", run: create), Verb("token", "list", run: list),
    Verb("token", "revoke", run: revoke),
  ]

  private static func create(_ invocation: Invocation) async throws -> ExitStatus {
    guard let name = invocation.text(name) else {
      throw invocation.usageError("--name is missing: say whose it is")
    }
    guard let role = roles.first(where: { $0.key == invocation.text(role) })?.value else {
      throw invocation.usageError("--role is missing: choose reader, editor or admin")
    }
    var request = CreateTokenRequest()
    request.name = name
    request.role = role
    let response = try await QuotedProgram.atDesk(of: invocation) { [request] desk in
      try await desk.call(CreateToken.self, request)
    }
    let token = response.token ?? AccessToken()
    try StandardStream.output.write(response.secret + "\n")
    try? StandardStream.error.write(
      "made token \(token.id) of role \(token.role.name); its secret is shown this once\n")
    return .success
  }

  private static func list(_ invocation: Invocation) async throws -> ExitStatus {
    let response = try await QuotedProgram.atDesk(of: invocation) { desk in
      try await desk.call(ListTokens.self, ListTokensRequest())
    }
    let rows = response.tokens.map { token in
      [
        token.id, token.role.name, token.createTime?.contractText ?? "",
        token.revokeTime.map { "revoked \($0.contractText)" } ?? "holds",
        LogText.logfmt(token.name),
      ]
    }
    try StandardStream.output.write(
      TextTable.text([["ID", "ROLE", "MADE", "STATE", "NAME"]] + rows))
    return .success
  }

  private static func revoke(_ invocation: Invocation) async throws -> ExitStatus {
    var request = RevokeTokenRequest()
    request.id = invocation.text(id) ?? ""
    _ = try await QuotedProgram.atDesk(of: invocation) { [request] desk in
      try await desk.call(RevokeToken.self, request)
    }
    try? StandardStream.error.write("revoked \(request.id)\n")
    return .success
  }
}
