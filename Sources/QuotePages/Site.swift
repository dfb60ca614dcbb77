// SPDX-License-Identifier: Apache-2.0

/// What all pages have in common.
struct Site {
  /// What links from elsewhere begin with, without a slash at its end.
  let publicURL: String
  /// The files beside the pages.
  let assets: SiteAssets
}
