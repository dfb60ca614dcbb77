// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("ListCreators and ListTags")
struct FacetTests {
  private let service: TestService

  init() throws {
    var quotes = TestService.quotes(3)
    for index in quotes.indices { quotes[index].tags = ["all", "tag\(index)"] }
    service = try TestService(quotes: quotes)
  }

  @Test("answer with names and counts")
  func answers() throws {
    let creators = try service.call(ListCreators.self, ListCreatorsRequest()).creators
    #expect(creators.map(\.name) == ["Creator 0", "Creator 1", "Creator 2"])
    #expect(creators.map(\.count) == [1, 1, 1])
    let tags = try service.call(ListTags.self, ListTagsRequest()).tags
    #expect(tags.map(\.name) == ["all", "tag0", "tag1", "tag2"])
    #expect(tags.map(\.count) == [3, 1, 1, 1])
  }

  @Test(
    "refuse what can't be, with the field",
    arguments: [
      (-1, "", "", "page_size"), (0, "AAAA", "", "page_token"),
      (0, "", String(repeating: "x", count: 1_001), "prefix"),
    ] as [(Int32, String, String, String)])
  func refusals(pageSize: Int32, token: String, prefix: String, field: String) throws {
    var creators = ListCreatorsRequest()
    (creators.pageSize, creators.pageToken, creators.prefix) = (pageSize, token, prefix)
    var tags = ListTagsRequest()
    (tags.pageSize, tags.pageToken, tags.prefix) = (pageSize, token, prefix)
    for status in [
      try service.refusal(ListCreators.self, creators), try service.refusal(ListTags.self, tags),
    ] {
      #expect(status.code == .invalidArgument)
      #expect(status.fields == [field])
      #expect(status.reason == "INVALID_LIST")
    }
  }

  @Test("refuse each other's tokens")
  func tokens() throws {
    var creators = ListCreatorsRequest()
    creators.pageSize = 1
    var tags = ListTagsRequest()
    tags.pageToken = try service.call(ListCreators.self, creators).nextPageToken
    #expect(try service.refusal(ListTags.self, tags).message.contains("another method"))
  }
}
