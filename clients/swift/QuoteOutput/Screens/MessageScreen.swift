// SPDX-License-Identifier: Apache-2.0

package import QuoteBrowser
package import QuoteModel
internal import QuoteTerminal

/// The page on which a picked quote becomes a message.
struct MessageScreen: Hashable {
  enum Answer: Hashable {
    case waiting
    case message(Message)
    case failed(String)
  }

  let quote: Quote
  /// The channel's place among those there are.
  var channel: Int
  /// Which of all messages that were asked for is meant.
  var number: Int
  var answer = Answer.waiting
  /// Whether the body for the channel's own API is shown instead of the text.
  var showsPayload = false
  var scrolled = 0
  var notice = ""

  /// What is shown, copied and printed: the body for the channel's API, or the text.
  var content: String {
    guard case .message(let message) = answer else { return "" }
    return showsPayload && !message.payload.isEmpty ? message.payload : message.text
  }
}

extension BrowseScreen {
  /// Begins to make a message of a picked quote, for the channel that was chosen last.
  package mutating func picked(_ quote: Quote) -> [Effect] {
    lastNumber += 1
    let message = MessageScreen(quote: quote, channel: lastChannel, number: lastNumber)
    mode = .composing(message)
    return ask(message)
  }

  /// Takes in a message that was asked for, or why there is none.
  package mutating func composed(_ number: Int, _ answer: Result<Message, QuoteSourceError>) {
    guard case .composing(var screen) = mode, screen.number == number else { return }
    switch answer {
    case .success(let message): screen.answer = .message(message.printable)
    case .failure(let error): screen.answer = .failed(error.message.printableLine)
    }
    mode = .composing(screen)
  }

  private func ask(_ message: MessageScreen) -> [Effect] {
    guard channels.indices.contains(message.channel) else { return [] }
    return [
      .compose(message.quote, channel: channels[message.channel], number: message.number)
    ]
  }

  mutating func compose(_ key: TerminalKey, _ message: MessageScreen) -> [Effect] {
    var message = message
    message.notice = ""
    var effects: [Effect] = []
    switch key {
    case .escape, .character("q"):
      mode = .browsing
      return []
    case .left, .backTab: effects = turn(&message, by: -1)
    case .right, .tab: effects = turn(&message, by: 1)
    case .character("p"):
      message.showsPayload.toggle()
      message.scrolled = 0
    case .character("c"):
      guard !message.content.isEmpty else { break }
      message.notice = "sent to the clipboard"
      effects = [.copy(message.content)]
    case .enter:
      guard !message.content.isEmpty else { break }
      return [.leave(printing: message.content)]
    default:
      message.scrolled = scrolled(message.scrolled, by: key, messageLines(message).count)
    }
    mode = .composing(message)
    return effects
  }

  private mutating func turn(_ message: inout MessageScreen, by step: Int) -> [Effect] {
    guard !channels.isEmpty else { return [] }
    lastNumber += 1
    lastChannel = (message.channel + step + channels.count) % channels.count
    message.channel = lastChannel
    message.number = lastNumber
    message.answer = .waiting
    message.scrolled = 0
    return ask(message)
  }
}

extension Message {
  /// The body for the channel's own API, or the email in MIME; empty where there is none.
  var payload: String { payloadJSON.isEmpty ? mime : payloadJSON }
}
