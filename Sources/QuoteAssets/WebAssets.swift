// SPDX-License-Identifier: Apache-2.0

internal import CQuoteAssets

/// The files that the web page consists of beside its markup; they are built into the program from
/// `clients/web`.
package enum WebAssets {
  /// One file.
  package struct File: Sendable, Hashable {
    /// Its name, such as `style.css`.
    package let name: String
    /// What is in it.
    package let bytes: [UInt8]
  }

  /// All files.
  package static var files: [File] {
    (0..<quote_asset_count()).map { index in
      let asset = unsafe quote_asset_at(index)
      return unsafe File(
        name: String(cString: asset.name),
        bytes: Array(UnsafeBufferPointer(start: asset.bytes, count: Int(asset.count))))
    }
  }
}
