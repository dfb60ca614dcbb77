// SPDX-License-Identifier: Apache-2.0

internal import CFuzz
internal import Foundation

/// Tries one input of the fuzzer on the target that the environment variable `FUZZ_TARGET` names.
///
/// libFuzzer brings `main`, and calls this for each input.
@_cdecl("LLVMFuzzerTestOneInput")
package func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  chosenTarget(bytes)
  return 0
}

/// The target of this run.
private let chosenTarget: @Sendable ([UInt8]) -> Void = {
  fuzz_keep_jobs()
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTargets.all[name] else {
    let names = FuzzTargets.all.keys.sorted().joined(separator: ", ")
    fatalError("FUZZ_TARGET is \"\(name)\", but there are \(names).")
  }
  return target
}()
