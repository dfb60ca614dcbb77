// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore
internal import RPCHTTP2

/// What goes back to who asked.
extension WebExchange {
  /// The call has succeeded with one response.
  func succeed(_ content: WebContent) {
    guard case .call(let call) = target else { return }
    call.route.tally.sent()
    guard call.style.isBare else {
      beginStream()
      carrier.send(content.bytes)
      responseBytes = content.bytes.count
      return endStream(.ok)
    }
    if let refusal = services.refusal(ofReply: content.bytes.count, window: carrier.window) {
      return fail(refusal)
    }
    responseBytes = content.bytes.count
    var fields = [WebField("content-type", call.style.contentType)] + metadataFields
    if let caching = content.caching { fields += cachingFields(caching) }
    ended(.ok)
    send(200, fields, content)
  }

  /// The call, or what stands in for it, has failed.
  func fail(_ status: Status) {
    guard !isDone else { return }
    guard case .call(let call) = target else {
      state = .done
      return refuse(
        .http(ConnectError.httpStatus(status.code), status.message + "\n", []))
    }
    if responseBytes > 0 { return endStream(status) }
    refuse(.status(status, call.style))
  }

  /// Answers a request that isn't served.
  func refuse(_ refusal: WebRefusal) {
    switch refusal {
    case .http(let code, let text, let fields):
      if code >= 400 { services.counters.add(.requestRefused) }
      state = .done
      let type = [WebField("content-type", "text/plain; charset=utf-8")]
      send(code, (text.isEmpty ? [] : type) + fields, WebContent(Array(text.utf8)))
    case .status(let status, let style):
      refuse(status, style, ConnectError.httpStatus(status.code))
    case .statusWith(let code, let status, let style): refuse(status, style, code)
    }
  }

  private func refuse(_ status: Status, _ style: WebProtocol, _ code: Int) {
    guard !isDone else { return }
    let frames = WebFrames(style: style, schema: web.service.schema, response: nil)
    let details = services.encodeStatusDetails(status)
    guard style.isBare else {
      var answer = answer(200, [WebField("content-type", style.contentType)])
      answer.fields += initialFields
      answer.body = frames.end(status, details, context.trailingMetadata)
      ended(status.code)
      return carrier.respond(answer)
    }
    var body: [UInt8] = []
    ConnectError.append(status, details, web.service.schema, to: &body)
    var fields = [WebField("content-type", "application/json")] + metadataFields
    if style.kind == .connectGet { fields.append(WebField("cache-control", "no-store")) }
    if status.code == .unauthenticated { fields.append(WebField("www-authenticate", "Bearer")) }
    if let seconds = status.retryAfterSeconds {
      fields.append(WebField("retry-after", "\(seconds)"))
    }
    ended(status.code)
    state = .done
    send(code, fields, WebContent(body))
  }

  /// Begins an answer in envelopes.
  func beginStream() {
    guard case .call(let call) = target else { return }
    if let reply = context.taskReply {
      context.initialMetadata.append(contentsOf: reply.initialMetadata)
    }
    var answer = answer(200, [WebField("content-type", call.style.contentType)])
    answer.fields += initialFields
    carrier.begin(answer)
  }

  /// Ends an answer in envelopes.
  func endStream(_ status: Status) {
    guard case .call(let call) = target, !isDone else { return }
    if responseBytes == 0 { beginStream() }
    let details = status.code == .ok ? [] : services.encodeStatusDetails(status)
    carrier.send(call.frames.end(status, details, context.trailingMetadata))
    ended(status.code)
    carrier.finish()
  }

  /// Shows a page that was made.
  func show(_ page: WebResponse) {
    var content = WebContent(page.body)
    var fields = page.fields
    if page.status == 200, fields["etag"] == nil, fields["cache-control"] != "no-store" {
      content.makeTag()
    }
    let isText = fields["content-type"].map { Self.isCompressible($0) } ?? false
    if isText, fields["content-encoding"] == nil {
      fields.append(WebField("vary", "accept-encoding"))
      let deflater = services.share.deflater
      if head.takesGzip, content.bytes.count <= Self.pageBytesOfLoop {
        content.compress(by: deflater)
      }
    }
    state = .done
    send(page.status, fields, content)
  }

  /// Pages are compressed on the loop, up to so many bytes.
  private static let pageBytesOfLoop = 64 << 10

  private static func isCompressible(_ type: String) -> Bool {
    type.hasPrefix("text/") || ["json", "javascript", "svg", "xml"].contains { type.contains($0) }
  }

  /// Sends an answer with all of its content, or with none where the client has the same.
  private func send(_ status: Int, _ fields: [WebField], _ content: WebContent) {
    var answer = answer(status, fields)
    if let tag = content.tag { answer.fields.append(WebField("etag", tag)) }
    if status == 200, head.isReading, let tag = answer.fields["etag"], clientHas(tag) {
      answer.status = 304
      answer.fields.removeAll { $0.name == "content-type" }
      return carrier.respond(answer)
    }
    if content.isCompressed { answer.fields.append(WebField("content-encoding", "gzip")) }
    answer.body = content.bytes
    answer.hasNoBody = head.method == "HEAD"
    carrier.respond(answer)
  }

  private func answer(_ status: Int, _ fields: [WebField]) -> WebAnswer {
    WebAnswer(
      status: status,
      fields: fields.sendable + commonFields + [WebField("x-content-type-options", "nosniff")])
  }

  private func clientHas(_ tag: String) -> Bool {
    guard let tags = head.fields["if-none-match"] else { return false }
    if tags == "*" { return true }
    let plain = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    return tags.split(separator: ",").contains { element in
      let name = element.drop { $0 == " " }
      let candidate = name.hasPrefix("W/") ? name.dropFirst(2) : name
      return candidate.prefix { $0 != " " } == plain
    }
  }

  private func cachingFields(_ caching: WebCaching) -> [WebField] {
    // What a token has opened is for its holder alone.
    let scope = head.fields["authorization"] == nil ? "public" : "private"
    let rule =
      switch caching {
      case .never: "no-store"
      case .revalidate: "\(scope), no-cache"
      case .seconds(let seconds): "\(scope), max-age=\(max(0, seconds))"
      }
    return [WebField("cache-control", rule), WebField("vary", "accept-encoding")]
  }

  /// What the handler says beside its response, all of it as header fields.
  private var metadataFields: [WebField] {
    var trailing = HeaderBlock()
    trailing.append(context.trailingMetadata)
    return initialFields + trailing.webFields.map { WebField("trailer-" + $0.name, $0.value) }
  }

  private var initialFields: [WebField] {
    var initial = HeaderBlock()
    initial.append(context.initialMetadata)
    return initial.webFields
  }
}

extension Status {
  /// How long to wait before trying again, in whole seconds, where the status says so.
  fileprivate var retryAfterSeconds: Int64? {
    for case .retryInfo(let delay) in details {
      let (seconds, rest) = delay.components
      return max(1, seconds + (rest > 0 ? 1 : 0))
    }
    return nil
  }
}
