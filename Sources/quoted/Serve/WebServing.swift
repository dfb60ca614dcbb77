// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import RPCJSON
internal import RPCTransport

/// What `quoted serve` is to people and browsers: its methods by Connect and gRPC-Web.
enum WebServing {
  static let corsOrigin = Option(
    "cors-origin", value: Value("ORIGIN"),
    help:
      "Whose pages may call from a browser, such as https://quotes.example.org; * stands for all. "
      + "Without it: none but its own.",
    environment: "QUOTED_CORS_ORIGIN", isRepeatable: true)

  /// Makes it.
  ///
  /// - Parameter pages: What answers requests for pages that come by a door.
  static func service(
    _ invocation: Invocation, _ clock: ServerClock,
    pages: @escaping @Sendable (Door) -> WebResponder?
  ) throws(UsageError) -> WebService {
    let origins = invocation.texts(corsOrigin)
    if let wrong = origins.first(where: { !WebOrigins.isOrigin($0) }) {
      throw invocation.usageError(
        "--cors-origin can't be '\(wrong)': give a scheme and a host as browsers write them, "
          + "without a path, such as https://quotes.example.org, or *")
    }
    let schema: ProtoSchema
    do throws(ProtoSchemaError) {
      schema = try ProtoSchema(descriptorSet: ProtoDescriptors.bytes)
    } catch {
      preconditionFailure("The descriptors in this program are of no use: \(error).")
    }
    let caching = AnswerCaching(clock: { clock.now() })
    return WebService(
      schema: schema, origins: WebOrigins(origins), pages: pages,
      caching: { caching($0, $1, $2) }, wallClock: { clock.now().seconds })
  }
}
