// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput
internal import QuoteSystem

/// What a command works with: what was said to it, the server, and where results go.
struct Session: Sendable {
  let invocation: Invocation
  let client: QuoteClient
  let printer: Printer
  /// The form in which results are written.
  let format: OutputFormat

  /// Prepares what an invocation asks for; nothing is sent yet.
  init(_ invocation: Invocation) throws(Failure) {
    self.invocation = invocation
    let transport = invocation.text(CommonOptions.transport).flatMap {
      QuoteClient.TransportProtocol(rawValue: $0)
    }
    let tls = try SecurityOptions.read(invocation)
    do throws(Status) {
      client = try QuoteClient(
        server: invocation.text(CommonOptions.server) ?? QuoteClient.defaultServer,
        protocol: transport ?? .grpc,
        timeout: invocation.duration(CommonOptions.timeout) ?? .seconds(10),
        token: invocation.text(CommonOptions.token), tls: tls,
        connection: CallingOptions.read(invocation))
    } catch {
      let option = Self.option(of: error, in: invocation)
      throw .usage(invocation.usageError(error.message, about: option))
    }
    let stated = invocation.text(CommonOptions.output).flatMap { OutputFormat(rawValue: $0) }
    format = stated ?? .table
    printer = Printer(
      format, style: Style(width: Self.columns, isColoured: Self.mayColour))
  }

  /// The option that what is wrong was said by; of the server's address no field tells.
  private static func option(of error: Status, in invocation: Invocation) -> Option {
    for case .badRequest(let violations) in error.details {
      guard let field = violations.first?.field else { continue }
      if field == "token" { return CommonOptions.token }
      if let option = SecurityOptions.option(of: field, in: invocation) { return option }
    }
    return CommonOptions.server
  }

  /// Makes a call; an error is told as it is.
  func call<Response>(
    _ body: (QuoteClient) async throws(Status) -> Response
  ) async throws(Failure) -> Response {
    do throws(Status) {
      return try await body(client)
    } catch {
      throw .call(error)
    }
  }

  /// Makes a call that changes something, under a name by which it can be made again.
  ///
  /// Where the answer may have been lost on its way, the name is told.
  func change<Response>(
    _ body: (QuoteClient, _ requestID: String) async throws(Status) -> Response
  ) async throws(Failure) -> Response {
    let requestID =
      invocation.text(CommonOptions.Repeating.requestID) ?? QuoteClient.newRequestID()
    do throws(Status) {
      return try await body(client, requestID)
    } catch {
      let mayBeDone = [.unavailable, .deadlineExceeded, .cancelled].contains(error.code)
      guard mayBeDone else { throw .call(error) }
      try? StandardStream.error.write(Failure.line(error))
      try? StandardStream.error.write(
        "quote: it may have been done all the same: the same command with --request-id "
          + "\(requestID) does it once only\n")
      throw .partial(error)
    }
  }

  /// Writes results.
  static func write(_ text: String) throws(Failure) {
    do throws(SystemError) {
      try StandardStream.output.write(text)
    } catch {
      throw .output(error)
    }
  }

  /// The columns of a line of output. No screen has more than a thousand, and a table is filled
  /// with blanks to its width.
  static var columns: Int {
    if let text = Host.environment("COLUMNS"), let columns = Int(text), columns > 0 {
      return min(columns, mostColumns)
    }
    return min(StandardStream.output.columns ?? 80, mostColumns)
  }

  private static let mostColumns = 1_000

  /// Whether escape sequences are welcome: on a terminal that knows them, unless NO_COLOR is set.
  private static var mayColour: Bool {
    StandardStream.output.isTerminal && Host.environment("TERM") != "dumb"
      && (Host.environment("NO_COLOR") ?? "").isEmpty
  }
}

extension Invocation {
  /// An error about the value of an option; a wrong environment variable is one of configuration.
  func usageError(_ message: String, about option: Option) -> UsageError {
    if case .environment(let name) = origin(option) {
      return UsageError(
        "the environment variable \(name): \(message)", path: path,
        status: .configuration)
    }
    return usageError("--\(option.name): \(message)")
  }

  /// The day that the options of a command name.
  func day() throws(Failure) -> (date: CivilDate?, timeZone: String?, calendar: String?) {
    typealias Day = CommonOptions.Day
    var date: CivilDate?
    do throws(CivilDateError) {
      if let text = text(Day.date) { date = try CivilDate(text) }
    } catch {
      throw .usage(usageError(error.description, about: Day.date))
    }
    return (date, text(Day.timeZone) ?? Host.timeZoneName(), text(Day.calendar))
  }
}
