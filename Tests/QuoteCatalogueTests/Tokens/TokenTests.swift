// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A catalogue's token")
struct TokenTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test("is found by its secret alone, at once and after the catalogue was opened again")
  func found() async throws {
    var secrets: [String: AccessToken] = [:]
    do {
      let catalogue = try workshop.open()
      for (name, role) in [("Ada", Role.reader), ("Bo", .editor), ("Ada", .admin)] {
        let made = try await catalogue.createToken(name: name, role: role, by: .local)
        let token = try #require(made.token)
        #expect(token.name == name)
        #expect(token.role == role)
        #expect(token.createTime == Workshop.noon)
        secrets[made.secret] = token
        #expect(catalogue.snapshots.latest.tokens.token(forSecret: made.secret) == token)
      }
      await catalogue.close()
    }
    #expect(secrets.count == 3)
    let tokens = try workshop.open().snapshots.latest.tokens
    for (secret, token) in secrets { #expect(tokens.token(forSecret: secret) == token) }
    #expect(Set(tokens.all) == Set(secrets.values))
  }

  @Test("has 256 random bits behind a name by which it is known where it leaks")
  func secret() async throws {
    let catalogue = try workshop.open()
    let made = try await catalogue.createToken(name: "a", role: .editor, by: .local)
    #expect(made.secret.wholeMatch(of: #/quoted_[A-Za-z0-9_-]{43}/#) != nil)
    #expect(made.token.map { made.secret.contains($0.id) } == false)
  }

  @Test("is none of what resembles its secret")
  func guesses() async throws {
    let catalogue = try workshop.open()
    let secret = try await catalogue.createToken(name: "a", role: .admin, by: .local).secret
    let tokens = catalogue.snapshots.latest.tokens
    let last = secret.last == "A" ? "B" : "A"
    let guesses = [
      "", "quoted_", String(secret.dropLast()), secret.dropLast() + last, secret + "A",
      secret.uppercased(), secret + "\0", " " + secret, String(repeating: secret, count: 100),
    ]
    for guess in guesses { #expect(tokens.token(forSecret: guess) == nil, "\(guess)") }
  }

  @Test("leaves no trace of its secret in the store's files")
  func notStored() async throws {
    let catalogue = try workshop.open()
    let secret = try await catalogue.createToken(name: "a", role: .admin, by: .local).secret
    let folder = URL(fileURLWithPath: workshop.directory)
    for name in try FileManager.default.contentsOfDirectory(atPath: workshop.directory) {
      let data = try Data(contentsOf: folder.appending(path: name))
      #expect(data.range(of: Data(secret.utf8)) == nil, "\(name)")
      #expect(data.range(of: Data(secret.dropFirst(7).utf8)) == nil, "\(name)")
    }
  }

  @Test("is known as revoked afterwards, and revoking it twice changes nothing")
  func revoked() async throws {
    let catalogue = try workshop.open()
    let made = try await catalogue.createToken(name: "a", role: .admin, by: .local)
    let id = try #require(made.token?.id)
    let first = try await catalogue.revokeToken(id: id, by: .local)
    #expect(first.token?.revokeTime == Workshop.noon)
    let revision = catalogue.snapshots.latest.revision
    #expect(try await catalogue.revokeToken(id: id, by: .local) == first)
    #expect(catalogue.snapshots.latest.revision == revision)
    #expect(catalogue.snapshots.latest.tokens.token(forSecret: made.secret) == first.token)
  }

  @Test(
    "needs a name of one line that a person can read, and a role",
    arguments: [
      ("", Role.editor, "name"), (" \n ", .editor, "name"), ("two\nlines", .editor, "name"),
      ("\u{202E}evil", .editor, "name"), (String(repeating: "a", count: 101), .editor, "name"),
      ("a" + String(repeating: "\u{301}", count: 600), .editor, "name"),
      ("a", .unspecified, "role"), ("a", Role(rawValue: 4), "role"),
    ])
  func refused(name: String, role: Role, field: String) async throws {
    let catalogue = try workshop.open()
    let problem = await #expect(throws: EditProblem.self) {
      try await catalogue.createToken(name: name, role: role, by: .local)
    }
    #expect(problem?.field == field)
    #expect(problem?.kind == .invalid)
    #expect(catalogue.snapshots.latest.tokens.all.isEmpty)
  }

  @Test("that isn't there can't be revoked")
  func unknown() async throws {
    let catalogue = try workshop.open()
    let problem = await #expect(throws: EditProblem.self) {
      try await catalogue.revokeToken(id: "nosuchtoken2", by: .local)
    }
    #expect(problem == .tokenNotFound(id: "nosuchtoken2"))
  }

  @Test("has its lines in the audit log, which are told of as they are written")
  func audited() async throws {
    let catalogue = try workshop.open()
    _ = try await catalogue.createToken(name: "before", role: .reader, by: .local)
    let told = Told()
    await catalogue.followAudit { told.append($0) }
    let made = try await catalogue.createToken(name: "a", role: .admin, by: .local)
    let id = try #require(made.token?.id)
    _ = try await catalogue.revokeToken(
      id: id, by: Editor(name: "someone", role: .admin, request: nil))
    let entries = told.entries
    #expect(entries.map(\.action) == ["CreateToken", "RevokeToken"])
    #expect(entries.map(\.actor) == ["local", "someone"])
    #expect(entries.map(\.target) == [id, id])
    #expect(entries.map(\.number) == [2, 3])
    #expect(entries.allSatisfy { !"\($0)".contains(made.secret) })
    let keeper = try CatalogueKeeper(catalogue)
    #expect(try await keeper.audit(before: .max, limit: 2) == entries.reversed())
    #expect(try await keeper.audit(before: 2, limit: 50).map(\.number) == [1])
  }
}
