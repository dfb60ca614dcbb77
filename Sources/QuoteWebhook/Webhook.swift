// SPDX-License-Identifier: Apache-2.0

internal import CCurl

/// An address that takes messages by HTTP POST.
package struct Webhook: Sendable {
  /// What came of a post.
  package enum Outcome: Hashable, Sendable {
    /// The other side has it.
    case posted
    /// The other side has surely not taken it: later it may.
    case failed(String, retryAfter: Duration?)
    /// The other side doesn't want it, now or later.
    case refused(String, status: Int)
    /// It was sent, and no answer came: nobody here knows.
    case unsure(String)
  }

  /// The host, to be told in a log; the rest of the URL is as good as a password.
  package let host: String
  private let url: String
  private let headers: [String]
  private let timeoutSeconds: Int

  /// Takes an address.
  ///
  /// - Parameters:
  ///   - url: An http or https URL.
  ///   - headers: Lines such as `Authorization: Bearer …`.
  ///   - timeoutSeconds: How long a post may take.
  package init(_ url: String, headers: [String], timeoutSeconds: Int) throws(WebhookError) {
    guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let match = url.wholeMatch(of: #/(?i:https?):\/\/(?:[^\/?#@]*@)?([^\/?#@]+)(?:[\/?][^#]*)?/#)
    else { throw .badURL }
    for line in headers {
      guard line.wholeMatch(of: #/[!-9;-~]+:[\t -~]*/#) != nil else {
        throw .badHeader(String(line.prefix { $0 != ":" && $0.isASCII }))
      }
    }
    if let problem = unsafe found_curl_load() {
      throw unsafe .noLibrary(String(cString: problem))
    }
    host = String(match.1)
    self.url = url
    self.headers = headers
    self.timeoutSeconds = timeoutSeconds
  }

  /// Posts a body and waits for what comes of it.
  ///
  /// - Parameter willSend: Called once there is a connection, before the first byte goes; false = the
  ///   post is not made.
  package func post(
    _ body: [UInt8], contentType: String, willSend: @escaping () -> Bool
  ) -> Outcome {
    guard let handle = unsafe found_curl_new() else {
      return .failed("there is no memory for it", retryAfter: nil)
    }
    defer { unsafe found_curl_free(handle) }
    let post = Post(willSend)
    let context = unsafe Unmanaged.passUnretained(post).toOpaque()
    var lines: UnsafeMutablePointer<curl_slist>?
    // Bodies are short: to ask first whether they are welcome would only take longer.
    for line in headers + ["Content-Type: \(contentType)", "Expect:"] {
      unsafe lines = unsafe found_curl_append(lines, line)
    }
    defer { unsafe found_curl_free_list(lines) }
    unsafe found_curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    unsafe found_curl_set_number(handle, CURLOPT_POST, 1)
    unsafe found_curl_set_number(handle, CURLOPT_POSTFIELDSIZE, body.count)
    unsafe found_curl_set_number(handle, CURLOPT_TIMEOUT, timeoutSeconds)
    unsafe found_curl_set_number(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    unsafe found_curl_set_receiver(handle, receive, context)
    unsafe found_curl_set_before_sending(handle, beforeSending, context)
    let code = unsafe url.withCString { url in
      unsafe body.withUnsafeBytes { body in
        unsafe found_curl_set_pointer(handle, CURLOPT_URL, url)
        unsafe found_curl_set_pointer(handle, CURLOPT_HTTPHEADER, lines)
        unsafe found_curl_set_pointer(handle, CURLOPT_POSTFIELDS, body.baseAddress)
        return unsafe "quote".withCString { name in
          unsafe found_curl_set_pointer(handle, CURLOPT_USERAGENT, name)
          return withExtendedLifetime(post) { unsafe found_curl_perform(handle) }
        }
      }
    }
    return unsafe Self.outcome(handle, code, post, sent: body.count)
  }

  @unsafe private static func outcome(
    _ handle: UnsafeMutableRawPointer, _ code: CURLcode, _ post: Post, sent count: Int
  ) -> Outcome {
    let status = unsafe found_curl_number(handle, CURLINFO_RESPONSE_CODE)
    guard code == CURLE_OK, status != 0 else {
      let words = unsafe String(cString: found_curl_words(code))
      let uploaded = unsafe found_curl_count(handle, CURLINFO_SIZE_UPLOAD_T)
      // Half a body is no message to anyone.
      return post.hasBegun && uploaded >= curl_off_t(count)
        ? .unsure(words) : .failed(words, retryAfter: nil)
    }
    let answer = post.answer.isEmpty ? "status \(status)" : "status \(status), \(post.answer)"
    switch status {
    case 200..<300: return .posted
    // Of a proxy: whoever is behind it may have taken the message.
    case 504: return .unsure(answer)
    case 408, 425, 429, 500..<600:
      let delay = unsafe found_curl_count(handle, CURLINFO_RETRY_AFTER)
      return .failed(answer, retryAfter: delay > 0 ? .seconds(Int64(delay)) : nil)
    default: return .refused(answer, status: status)
    }
  }
}

/// What is known of a post while it is made.
private final class Post {
  let willSend: () -> Bool
  var hasBegun = false
  private var bytes: [UInt8] = []
  /// More of an answer says no more to a person.
  private static let answerBytes = 200

  init(_ willSend: @escaping () -> Bool) { self.willSend = willSend }

  func receive(_ received: UnsafeRawBufferPointer) {
    unsafe bytes.append(contentsOf: received.prefix(Self.answerBytes - bytes.count))
  }

  /// The answer's beginning on one line.
  var answer: String {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}

private func receive(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context = unsafe context else { return 0 }
  let post = unsafe Unmanaged<Post>.fromOpaque(context).takeUnretainedValue()
  unsafe post.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
  return size * count
}

private func beforeSending(
  _ context: UnsafeMutableRawPointer?, _ peer: UnsafeMutablePointer<CChar>?,
  _ local: UnsafeMutablePointer<CChar>?, _ peerPort: Int32, _ localPort: Int32
) -> Int32 {
  guard let context = unsafe context else { return Int32(CURL_PREREQFUNC_ABORT) }
  let post = unsafe Unmanaged<Post>.fromOpaque(context).takeUnretainedValue()
  guard post.willSend() else { return Int32(CURL_PREREQFUNC_ABORT) }
  post.hasBegun = true
  return Int32(CURL_PREREQFUNC_OK)
}
