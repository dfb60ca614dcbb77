// SPDX-License-Identifier: Apache-2.0

/// Octets in base64 with padding (RFC 4648, section 4).
package func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  var text = ""
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for position in 0..<4 {
      let isPadding = position > group.count
      text.append(isPadding ? "=" : alphabet[bits >> (18 - 6 * position) & 63])
    }
  }
  return text
}
