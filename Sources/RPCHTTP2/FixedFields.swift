// SPDX-License-Identifier: Apache-2.0

internal import CNghttp2

/// Headers that never change, ready to be sent: nothing of them is copied when they are.
@safe
package final class FixedFields {
  let array: UnsafeMutableBufferPointer<nghttp2_nv>

  /// Creates the list. The texts are literals, so they live for ever.
  package init(_ fields: [(name: StaticString, value: StaticString)]) {
    unsafe array = .allocate(capacity: fields.count)
    let flags =
      UInt8(NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue)
      | UInt8(NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue)
    for (index, field) in fields.enumerated() {
      let field = unsafe nghttp2_nv(
        name: UnsafeMutablePointer(mutating: field.name.utf8Start),
        value: UnsafeMutablePointer(mutating: field.value.utf8Start),
        namelen: field.name.utf8CodeUnitCount, valuelen: field.value.utf8CodeUnitCount,
        flags: flags)
      unsafe array.initializeElement(at: index, to: field)
    }
  }

  deinit {
    unsafe array.deallocate()
  }
}
