// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
package import RPCCore

/// gRPC's standard service of a server's health.
private let service = "grpc.health.v1.Health"

/// Tells how a service is.
package enum HealthCheck: RPCMethod {
  package typealias Request = HealthCheckRequest
  package typealias Response = HealthCheckResponse
  package static let path = MethodPath(service: service, method: "Check")
}

/// Tells how all services are.
package enum HealthList: RPCMethod {
  package typealias Request = HealthListRequest
  package typealias Response = HealthListResponse
  package static let path = MethodPath(service: service, method: "List")
}

/// Tells how a service is, at once and whenever that changes.
package enum HealthWatch: RPCMethod {
  package typealias Request = HealthCheckRequest
  package typealias Response = HealthCheckResponse
  package static let path = MethodPath(service: service, method: "Watch")
}
