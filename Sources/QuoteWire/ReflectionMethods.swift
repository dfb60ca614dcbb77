// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
package import RPCCore

/// Tells what a server serves, by gRPC's standard service of reflection.
package enum ServerReflectionInfo: RPCMethod {
  package typealias Request = ServerReflectionRequest
  package typealias Response = ServerReflectionResponse
  package static let path = MethodPath(
    service: "grpc.reflection.v1.ServerReflection", method: "ServerReflectionInfo")
}

/// The same as it was first, which most clients ask for still: the messages have the same bytes.
package enum ServerReflectionInfoAlpha: RPCMethod {
  package typealias Request = ServerReflectionRequest
  package typealias Response = ServerReflectionResponse
  package static let path = MethodPath(
    service: "grpc.reflection.v1alpha.ServerReflection", method: "ServerReflectionInfo")
}
