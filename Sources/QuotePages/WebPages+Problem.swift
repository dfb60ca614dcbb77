// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

extension WebPages {
  /// The page that tells why there is no other.
  func problem(_ status: Status, _ form: PageForm, to request: WebRequest) -> WebResponse {
    let (code, title) = Self.answer(to: status.code)
    let body =
      switch form {
      case .plainText: "\(status.message)\n"
      case .html: document(of: status, code, title, request).text
      }
    var response = WebResponse(
      code, contentType: form.contentType, .none, body: Array(body.utf8), varies: true,
      to: request)
    if let wait = Self.seconds(in: status) {
      response.fields.append(WebField("retry-after", "\(wait)"))
    }
    return response
  }

  private func document(
    of status: Status, _ code: Int, _ title: String, _ request: WebRequest
  ) -> HTML {
    var frame = PageFrame()
    frame.title = title
    frame.description = title
    frame.depth = max(0, request.path.utf8.count { $0 == UInt8(ascii: "/") } - 1)
    frame.head = "<meta name=\"robots\" content=\"noindex\">\n"
    frame.content = """
      <section class="alone">
      <p class="label"><b>Error \(code)</b></p>
      <div class="quote"><h1 class="words">\(title).</h1>
      <p class="by"><bdi>\(status.message)</bdi></p></div>
      <p class="actions"><a class="button main" href="\(frame.root)">The quote of the day</a>
      <a class="button" href="\(frame.root)?q=">All quotes</a></p>
      </section>
      """
    return frame.document(site)
  }

  private static func answer(to code: Status.Code) -> (code: Int, title: String) {
    switch code {
    case .notFound, .outOfRange, .failedPrecondition: (404, "There is nothing here")
    case .invalidArgument: (400, "That can’t be asked for")
    case .unauthenticated: (401, "A token is needed")
    case .permissionDenied: (403, "That is not allowed")
    case .resourceExhausted: (429, "Too much at once")
    case .unavailable: (503, "Not just now")
    case .deadlineExceeded: (504, "That took too long")
    default: (500, "Something went wrong")
    }
  }

  /// How long to wait before trying again, where the status tells.
  private static func seconds(in status: Status) -> Int64? {
    for case .retryInfo(let delay) in status.details {
      return max(1, delay.components.seconds + (delay.components.attoseconds > 0 ? 1 : 0))
    }
    return nil
  }
}
