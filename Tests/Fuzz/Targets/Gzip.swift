// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression

/// Inflating: within the limit, the same from an inflater that was used before, and what deflating
/// made comes back as it was.
@Sendable
func tryGzip(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let limit = [0, 1, 1_000, 1 << 20][Int(input.byte() & 3)]
  let isPlain = input.flag()
  let given = input.rest()
  guard !isPlain else { return tryThereAndBack(given) }
  let used = GzipInflater()
  let first = Inflated(given, by: used, limit)
  let again = Inflated(given, by: used, limit)
  require(first == again, "An inflater that was used before finds something else.")
  if case .bytes(let output) = first {
    require(output.count <= limit, "\(output.count) bytes came out, above \(limit).")
    tryThereAndBack(output)
    if limit > 0, output.count == limit {
      require(
        Inflated(given, by: used, limit - 1) == .error(.tooLarge(limitBytes: limit - 1)),
        "One byte above the limit was taken.")
    }
  }
}

private func tryThereAndBack(_ plain: [UInt8]) {
  var packed: [UInt8] = []
  let deflater = GzipDeflater()
  deflater.deflate(plain.span, into: &packed)
  let inflater = GzipInflater()
  require(Inflated(packed, by: inflater, plain.count) == .bytes(plain), "Something was lost.")
  // What is cut short is refused.
  let cut = Array(packed.dropLast())
  require(
    Inflated(cut, by: inflater, plain.count) == .error(.corrupt("it ends too early")),
    "A part was taken for the whole.")
}

private enum Inflated: Equatable {
  case bytes([UInt8])
  case error(GzipError)

  init(_ bytes: [UInt8], by inflater: GzipInflater, _ limit: Int) {
    do throws(GzipError) {
      self = .bytes(try inflater.inflate(bytes.span, limitBytes: limit))
    } catch {
      self = .error(error)
    }
  }
}
