// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

extension WebResponse {
  /// Everything comes from here, nothing is inline, nobody may frame the page, and no script may
  /// turn texts into markup.
  private static let contentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    + "require-trusted-types-for 'script'; trusted-types 'none'"

  /// Creates the answer of a page or of a file beside it.
  ///
  /// - Parameter varies: Whether the same address has other forms for clients that take them.
  init(
    _ status: Int, contentType: String, _ freshness: Freshness, body: [UInt8], varies: Bool,
    to request: WebRequest
  ) {
    self.init(
      status,
      fields: [
        WebField("content-type", contentType),
        WebField("cache-control", freshness.text(isShared: request.fields["authorization"] == nil)),
        WebField("content-security-policy", Self.contentSecurityPolicy),
        WebField("cross-origin-opener-policy", "same-origin"),
        WebField("referrer-policy", "no-referrer"),
      ], body: body)
    if varies { fields.append(WebField("vary", "accept, accept-encoding")) }
  }
}
