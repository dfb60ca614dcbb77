// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCJSON

/// Why a request is answered without being served.
enum WebRefusal: Error {
  /// By a status of HTTP and words for a person, or none.
  case http(Int, String, [WebField])
  /// As the protocol of the call says it.
  case status(Status, WebProtocol)
  /// The same with a status of HTTP of its own.
  case statusWith(Int, Status, WebProtocol)
}

/// What a request's head leads to.
extension WebExchange {
  /// Finds what is asked for, and who may ask for it.
  func judge() throws(WebRefusal) -> Target {
    guard head.path.hasPrefix("/") || head.method == "OPTIONS" else {
      throw .http(400, "The target is no path: it begins with a slash.\n", [])
    }
    if head.method == "OPTIONS" { throw .http(204, "", optionFields) }
    guard head.namesMethod else { return try judgePage() }
    let route = try route()
    let style = try style(of: route)
    do throws(Status) {
      return .call(try call(route, style))
    } catch {
      target = .call(
        WebCall(
          route: route, style: style, method: nil, schema: web.service.schema, isCompressed: false))
      route.tally.started()
      throw .status(error, style)
    }
  }

  private func judgePage() throws(WebRefusal) -> Target {
    guard head.isReading else {
      throw .http(
        405, "Only GET and HEAD are for \(shownPath).\n", [WebField("allow", "GET, HEAD")])
    }
    guard let pages = web.pages else { throw .http(404, Self.noPages(shownPath), []) }
    do throws(Status) {
      context.metadata = try head.metadata()
      try services.router.gate?(&context)
      return .page(pages)
    } catch {
      var fields: [WebField] = []
      if error.code == .unauthenticated { fields.append(WebField("www-authenticate", "Bearer")) }
      throw .http(ConnectError.httpStatus(error.code), error.message + "\n", fields)
    }
  }

  private func route() throws(WebRefusal) -> Route {
    let path = Array(head.path.utf8)
    if let route = services.router.route(path.span) { return route }
    // As JSON, unless the caller would not read that.
    let style =
      head.fields["content-type"].flatMap { WebProtocol(contentType: $0) }
      ?? WebProtocol(.connect, isJSON: true)
    services.meter.unknownMethods.started()
    services.meter.unknownMethods.ended(.unimplemented)
    throw .statusWith(404, .noSuchMethod(path.span), style)
  }

  /// Finds out how the method is called.
  private func style(of route: Route) throws(WebRefusal) -> WebProtocol {
    let isStream = route.tally.kind != .unary
    if head.isReading {
      let method = web.service.schema.method(head.path)
      guard let method, !method.hasSideEffects, !isStream else {
        throw .http(
          405, "\(shownPath) is called by POST: a GET must not change anything, nor stream.\n",
          [WebField("allow", "POST, OPTIONS")])
      }
      return WebProtocol(.connectGet, isJSON: WebQuery(head.query)["encoding"] ?? "json" == "json")
    }
    guard head.method == "POST" else {
      throw .http(405, "\(shownPath) is called by POST.\n", [WebField("allow", allowed)])
    }
    guard let type = head.fields["content-type"], let style = WebProtocol(contentType: type) else {
      throw unsupportedType
    }
    guard !style.isBare || !isStream else {
      throw .http(
        415,
        "\(shownPath) streams: call it with content-type application/connect+json, "
          + "application/grpc-web or, over HTTP/2, application/grpc.\n",
        [WebField("accept-post", WebProtocol.taken)])
    }
    return style
  }

  private func call(_ route: Route, _ style: WebProtocol) throws(Status) -> WebCall {
    if let version = head.fields["connect-protocol-version"] ?? connectParameter, version != "1" {
      throw .malformedRequest(
        "Connect's version \"\(version.prefix(20))\" is not known here: send 1.")
    }
    let timeout = try style.timeoutNanoseconds(head.fields)
    let isCompressed = try isCompressed(style)
    context.metadata = try head.metadata()
    route.tally.started()
    let call = WebCall(
      route: route, style: style, method: web.service.schema.method(head.path),
      schema: web.service.schema, isCompressed: isCompressed)
    target = .call(call)
    do throws(Status) {
      if let timeout {
        guard timeout > 0 else { throw .requestTooLate }
        context.deadline = Deadline(now: startedAt, timeoutNanoseconds: timeout)
      }
      if let gate = services.router.gate, !route.isOutsideGate { try gate(&context) }
    } catch {
      // It is counted by now.
      fail(error)
    }
    return call
  }

  private var connectParameter: String? {
    WebQuery(head.query)["connect"].map { $0.hasPrefix("v") ? String($0.dropFirst()) : $0 }
  }

  private func isCompressed(_ style: WebProtocol) throws(Status) -> Bool {
    let name =
      switch style.kind {
      case .connect: head.fields["content-encoding"]
      case .connectGet: WebQuery(head.query)["compression"]
      case .connectStream: head.fields["connect-content-encoding"]
      case .grpcWeb, .grpcWebText: head.fields["grpc-encoding"]
      }
    switch name {
    case nil, "", "identity": return false
    case "gzip": return true
    default:
      throw Status(
        .unimplemented,
        "The request can't be read in the encoding \"\((name ?? "").prefix(40))\", only in gzip "
          + "and identity.")
    }
  }
}

/// What refusals say.
extension WebExchange {
  var shownPath: String {
    let path = Array(head.path.utf8)
    return path.span.excerpt
  }

  private var unsupportedType: WebRefusal {
    let type = head.fields["content-type"] ?? ""
    if type.lowercased().hasPrefix("application/grpc"), !type.hasPrefix("application/grpc-web") {
      return .http(505, "gRPC is spoken over HTTP/2 only; over HTTP/1.1 it is gRPC-Web.\n", [])
    }
    let found =
      type.isEmpty ? "There is no content-type" : "The content-type is \"\(type.prefix(80))\""
    return .http(
      415,
      "\(found); what is taken is application/json, application/proto, gRPC-Web's types and, over "
        + "HTTP/2, application/grpc. Try: curl -H 'content-type: application/json' -d '{}' …\n",
      [WebField("accept-post", WebProtocol.taken)])
  }

  private static func noPages(_ path: String) -> String {
    "There is no page \(path) here. This port speaks gRPC, gRPC-Web and Connect: a method is called by "
      + "POST to /package.Service/Method.\n"
  }

  /// The methods of HTTP that the path takes.
  private var allowed: String {
    guard head.namesMethod else { return "GET, HEAD, OPTIONS" }
    let reads = web.service.schema.method(head.path).map { !$0.hasSideEffects } ?? false
    return reads ? "GET, HEAD, POST, OPTIONS" : "POST, OPTIONS"
  }

  private var optionFields: [WebField] {
    head.asksPermission
      ? web.service.origins.permission(for: head) : [WebField("allow", allowed)]
  }
}
