// SPDX-License-Identifier: Apache-2.0

internal import CUV

extension EventLoopGroup {
  /// How many processors this process may use (affinity counts): as many loops can run at once.
  package static var processorCount: Int { max(1, Int(uv_available_parallelism())) }
}
