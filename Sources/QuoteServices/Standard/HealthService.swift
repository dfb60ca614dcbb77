// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteWire
package import RPCCore

/// `grpc.health.v1.Health`: tells load balancers, orchestrators and probes whether calls are taken.
package struct HealthService: Sendable {
  private let board: HealthBoard
  private let services: Set<String>

  /// Creates the service of a door.
  ///
  /// - Parameter services: The full names of the services behind the door.
  package init(_ board: HealthBoard, services: Set<String>) {
    self.board = board
    // The empty name means the server as a whole.
    self.services = services.union([""])
  }

  /// Registers the methods.
  package func register(on router: inout Router) {
    router.on(HealthCheck.self) { [self] request, _ throws(Status) in
      guard services.contains(request.service) else {
        throw .refusal(
          .notFound,
          "There is no service \(Excerpt(request.service)) here: there are "
            + "\(Excerpt.list(services.sorted().filter { !$0.isEmpty })).",
          reason: "SERVICE_NOT_FOUND", field: "service")
      }
      return response(board.status)
    }
    router.on(HealthList.self) { [self] _, _ throws(Status) in
      var list = HealthListResponse()
      for service in services.sorted() {
        var entry = HealthListResponse.Entry()
        entry.service = service
        entry.response = response(board.status)
        list.statuses.append(entry)
      }
      return list
    }
    router.onStream(HealthWatch.self) { [self] request, _, replies async throws(Status) in
      try await watch(request.service, replies)
    }
  }

  /// A service that is not here may yet come, by the protocol: who watches it is told so, and waits.
  private func watch(
    _ service: String, _ replies: ReplyStream<HealthCheckResponse>
  ) async throws(Status) {
    let isHere = services.contains(service)
    let changes = board.changes()
    var told = isHere ? board.status : .serviceUnknown
    try await replies.send(response(told))
    for await _ in changes where isHere && board.status != told {
      told = board.status
      try await replies.send(response(told))
    }
    guard !Task.isCancelled else { return }
    // Nothing more can change before the end: the caller asks again elsewhere, or when it is back.
    throw ShutdownNotice.status
  }

  private func response(_ status: ServingStatus) -> HealthCheckResponse {
    var response = HealthCheckResponse()
    response.status = status
    return response
  }
}
