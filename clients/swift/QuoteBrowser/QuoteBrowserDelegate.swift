// SPDX-License-Identifier: Apache-2.0

/// Who makes something of a quote that a person picked.
///
/// A view controller of the main actor can be one. The method has to say so, since otherwise it runs
/// where its caller does:
///
/// ```swift
/// @MainActor func browser(_ browser: QuoteBrowserModel, didPick quote: Quote) async {
///   do {
///     insert(try await browser.compose(quote, for: .iMessage))
///     browser.show(.compact)
///   } catch { show(error.message) }
/// }
/// ```
public protocol QuoteBrowserDelegate: AnyObject, Sendable {
  /// Composes a message of the quote, or whatever else the app is for.
  ///
  /// Until it returns, nothing else can be picked.
  func browser(_ browser: QuoteBrowserModel, didPick quote: Quote) async
}
