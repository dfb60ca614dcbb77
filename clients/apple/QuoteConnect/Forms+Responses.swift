// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteBrowser

/// Responses in protobuf's JSON form: fields that are empty may be missing, and unknown ones are
/// passed over.
struct DailyQuoteResponseForm: Decodable {
  let quote: QuoteForm?
  let date: String?
  let validUntil: String?
  let validFor: String?
  let timeZone: String?
  let calendar: String?
  let reason: NameOrNumber?
  let certainty: NameOrNumber?
  let cyclePosition: Int32?
  let chain: Data?

  var value: DailyQuoteResponse {
    var response = DailyQuoteResponse()
    response.quote = quote?.value
    response.date = date ?? ""
    response.validUntil = validUntil.flatMap { Timestamp(contractText: $0) }
    response.validFor = validFor.flatMap { Self.seconds($0) }.map { .seconds($0) }
    response.timeZone = timeZone ?? ""
    response.calendar = calendar ?? ""
    response.reason = reason?.value() ?? .unspecified
    response.certainty = certainty?.value() ?? .unspecified
    response.cyclePosition = cyclePosition ?? 0
    response.chain = chain.map { [UInt8]($0) } ?? []
    return response
  }

  /// `86399.500s`.
  private static func seconds(_ text: String) -> Double? {
    text.hasSuffix("s") ? Double(text.dropLast()) : nil
  }
}

/// A page of the catalogue, or of what was found.
struct QuotesResponseForm: Decodable {
  let quotes: [QuoteForm]?
  let nextPageToken: String?
  let totalSize: Int32?
  let revision: LongNumber?

  var list: ListQuotesResponse {
    var response = ListQuotesResponse()
    response.quotes = quotes?.map(\.value) ?? []
    response.nextPageToken = nextPageToken ?? ""
    response.totalSize = totalSize ?? 0
    response.revision = revision?.value ?? 0
    return response
  }

  var matches: SearchQuotesResponse {
    var response = SearchQuotesResponse()
    response.quotes = quotes?.map(\.value) ?? []
    response.nextPageToken = nextPageToken ?? ""
    response.revision = revision?.value ?? 0
    return response
  }
}

struct ComposeMessageResponseForm: Decodable {
  struct MessageForm: Decodable {
    let text: String?
    let parts: [String]?
    let layout: LayoutForm?
    let payloadJson: String?
    let summaryText: String?
    let accessibilityLabel: String?
    let url: String?
    let sessionId: String?
    let truncated: Bool?
    let length: LengthForm?
    let subject: String?
    let mime: String?
  }

  struct LayoutForm: Decodable {
    let imageTitle: String?
    let imageSubtitle: String?
    let caption: String?
    let subcaption: String?
    let trailingCaption: String?
    let trailingSubcaption: String?
  }

  struct LengthForm: Decodable {
    let used: Int32?
    let limit: Int32?
    let unit: String?
  }

  let message: MessageForm?

  var value: ComposeMessageResponse {
    var response = ComposeMessageResponse()
    response.message = message?.value
    return response
  }
}

extension ComposeMessageResponseForm.MessageForm {
  var value: Message {
    var message = Message()
    message.text = text ?? ""
    message.parts = parts ?? []
    message.layout = layout?.value
    message.payloadJSON = payloadJson ?? ""
    message.summaryText = summaryText ?? ""
    message.accessibilityLabel = accessibilityLabel ?? ""
    message.url = url ?? ""
    message.sessionID = sessionId ?? ""
    message.truncated = truncated ?? false
    message.length = length?.value
    message.subject = subject ?? ""
    message.mime = mime ?? ""
    return message
  }
}

extension ComposeMessageResponseForm.LayoutForm {
  var value: MessageLayout {
    var layout = MessageLayout()
    layout.imageTitle = imageTitle ?? ""
    layout.imageSubtitle = imageSubtitle ?? ""
    layout.caption = caption ?? ""
    layout.subcaption = subcaption ?? ""
    layout.trailingCaption = trailingCaption ?? ""
    layout.trailingSubcaption = trailingSubcaption ?? ""
    return layout
  }
}

extension ComposeMessageResponseForm.LengthForm {
  var value: MessageLength {
    var length = MessageLength()
    length.used = used ?? 0
    length.limit = limit ?? 0
    length.unit = unit ?? ""
    return length
  }
}
