// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteSystem
internal import QuoteWebhook

/// The options that make a bot of `quote watch`.
enum BotOptions {
  private static let to = Option(
    "to", short: "t",
    value: Value("CHANNEL", .choice(channels.map(\.key))),
    help:
      "Posts each day's quote as a message for this channel; it needs --post and --state. plain "
      + "is text, the others the body of the channel's own API.")
  private static let post = Option(
    "post", value: Value("URL"),
    help: "Where it is posted: an http or https URL. Others on the machine can see a command line: "
      + "the variable is safer.", environment: "QUOTE_POST")
  private static let state = Option(
    "state", value: Value("FILE", .file),
    help: "Where the bot keeps what it has posted; it is made where it is missing.")
  private static let header = Option(
    "header", value: Value("LINE"),
    help: "Goes along with each post, such as 'Authorization: Bearer …'.",
    environment: "QUOTE_POST_HEADER", isRepeatable: true)
  private static let ifUnsure = Option(
    "if-unsure", value: Value("WAY", .choice(["leave", "repeat"])),
    help:
      "What to do where a message was sent and the answer is lost: leave it, so that nothing is "
      + "posted twice, or repeat it, so that none is missing.", defaultValue: "leave")
  private static let missed = Option(
    "missed", value: Value("WAY", .choice(["post", "skip"])),
    help: "What to do with days that passed while the bot was not running; 7 are posted at most.",
    defaultValue: "post")

  static let all = [to, post, state, header, ifUnsure, missed]

  static let explanation =
    "With --to, --post and --state it is a bot: it shows nothing, and posts each day's quote once, "
    + "whatever is restarted or lost on the way. What fails is tried again, from a second on up to "
    + "five minutes, or when the other side says; what the other side refuses ends it. The standard "
    + "error tells all of it, a line each."

  /// Who takes messages by HTTP: the body of its API, or text.
  private static let channels = ComposeCommand.channels.filter {
    [.plainText, .slack, .discord, .telegram, .mastodon].contains($0.value)
  }

  /// The bot that an invocation asks for; nil where it asks for none.
  static func bot(
    of session: Session, deliverAt: String?, hasAfter: Bool
  ) throws(Failure) -> Bot? {
    let invocation = session.invocation
    let given = [to, post, state].filter { invocation.text($0) != nil }
    let asked = (given + [header, ifUnsure, missed]).contains {
      invocation.origin($0) == .commandLine
    }
    guard asked else { return nil }
    guard let name = invocation.text(to), let url = invocation.text(post),
      let path = invocation.text(state),
      let channel = channels.first(where: { $0.key == name })?.value
    else { throw .usage(invocation.usageError("a bot needs all of --to, --post and --state")) }
    guard !hasAfter else {
      throw .usage(invocation.usageError("--after is what --state is for: give one of them"))
    }
    let seconds = (invocation.duration(CommonOptions.timeout) ?? .seconds(10)).components.seconds
    let webhook: Webhook
    do throws(WebhookError) {
      webhook = try Webhook(
        url, headers: invocation.texts(header), timeoutSeconds: max(1, Int(seconds)))
    } catch {
      let option = if case .badHeader = error { header } else { post }
      throw .usage(invocation.usageError(error.description, about: option))
    }
    let task = Bot.Task(
      channel: channel, channelName: name,
      timeZone: invocation.text(CommonOptions.Day.timeZone) ?? Host.timeZoneName(),
      calendar: invocation.text(CommonOptions.Day.calendar) ?? QuoteCalendar.defaultID,
      deliverAt: deliverAt, statePath: path,
      postsAgain: invocation.text(ifUnsure) == "repeat",
      postsMissed: invocation.text(missed) != "skip")
    return try Bot(task, client: session.client, webhook: webhook)
  }
}
