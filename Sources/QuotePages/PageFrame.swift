// SPDX-License-Identifier: Apache-2.0

/// What every page has around its content.
struct PageFrame {
  /// What the browser's tab says before the name of the site; empty for the first page.
  var title = ""
  /// What search engines and previews show of the page.
  var description = ""
  /// Which of the two faces it shows, where it shows one: `compact` or `expanded`.
  var face: HTML = ""
  /// The page's own address, of any that lead to it.
  var canonical: String?
  /// What else belongs into the head.
  var head: HTML = ""
  /// What is in the page.
  var content: HTML = ""
  /// How many folders below the first page it is.
  var depth = 0

  /// The folder of the first page, seen from this one: pages must work wherever a proxy puts them.
  var root: String { depth == 0 ? "./" : String(repeating: "../", count: depth) }

  /// The whole document.
  func document(_ site: Site) -> HTML {
    let assets = root + site.assets.folder
    let name = title.isEmpty ? "Quoted" : "\(title) · Quoted"
    return """
      <!doctype html>
      <html lang="en" data-face="\(face)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(name)</title>
      <meta name="description" content="\(description)">
      <meta name="theme-color" content="#fbf8f3" media="(prefers-color-scheme: light)">
      <meta name="theme-color" content="#171411" media="(prefers-color-scheme: dark)">
      \(canonicalLink)\(head)<link rel="icon" href="\(assets)icon.svg" type="image/svg+xml">
      <link rel="stylesheet" href="\(assets)style.css">
      <script type="module" src="\(assets)quoted.js"></script>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the content</a>
      <header class="top">
      <a class="brand" href="\(root)"><img src="\(assets)icon.svg" alt="" width="28" height="28">Quoted</a>
      <nav aria-label="Faces">
      <a class="button quiet" id="expand" href="\(root)?q=">All quotes</a>
      <a class="button quiet" id="collapse" href="\(root)">Today</a>
      </nav>
      </header>
      <main id="main">
      \(content)
      </main>
      <footer class="bottom">
      <p>As plain text: <code>curl \(canonical ?? site.publicURL + "/")</code></p>
      \(face == "" ? "" : keys)
      </footer>
      \(site.assets.composeDialog)
      <p class="toast" id="toast" role="status"></p>
      </body>
      </html>

      """
  }

  /// What the keyboard does, for those who have one.
  private var keys: HTML {
    """
    <p class="keys needs-script"><span><kbd>Ctrl</kbd> <kbd>K</kbd> search</span>
    <span><kbd>↑</kbd> <kbd>↓</kbd> move</span> <span><kbd>Enter</kbd> compose</span>
    <span><kbd>Esc</kbd> back</span></p>
    """
  }

  private var canonicalLink: HTML {
    canonical.map { "<link rel=\"canonical\" href=\"\($0)\">\n" } ?? ""
  }
}
