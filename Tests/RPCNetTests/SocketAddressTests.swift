// SPDX-License-Identifier: Apache-2.0

internal import RPCNet
internal import Testing

@Suite("A socket address")
struct SocketAddressTests {
  @Test(
    "reads what it writes",
    arguments: [
      ("127.0.0.1:50051", SocketAddress.tcp(host: "127.0.0.1", port: 50051)),
      ("[::1]:80", .tcp(host: "::1", port: 80)),
      ("quotes.example:0", .tcp(host: "quotes.example", port: 0)),
      (":65535", .tcp(host: "", port: 65535)),
      ("unix:relative/path", .unix(path: "relative/path")),
      ("unix:/run/quoted.sock", .unix(path: "/run/quoted.sock")),
    ])
  func reads(text: String, address: SocketAddress) throws {
    #expect(try SocketAddress(text) == address)
    #expect(address.description == text)
  }

  @Test("reads the form with three slashes as the absolute path")
  func threeSlashes() throws {
    #expect(try SocketAddress("unix:///run/quoted.sock") == .unix(path: "/run/quoted.sock"))
  }

  @Test(
    "says what is wrong with a text that is none",
    arguments: [
      ("localhost", "write HOST:PORT"), ("", "write HOST:PORT"),
      ("localhost:", "a port is a number"), ("localhost:65536", "not \"65536\""),
      ("localhost:-1", "not \"-1\""), ("localhost:+1", "not \"+1\""),
      ("localhost:8o", "not \"8o\""), ("::1:80", "in brackets"), ("[::1:80", "isn't closed"),
      ("[]:80", "isn't closed"), ("http://localhost:80", "leave out"), ("ho st:80", "ASCII"),
      ("höst:80", "ASCII"), ("unix:", "the path is missing"),
      ("unix:" + String(repeating: "x", count: 200), "is longer than"),
    ])
  func refuses(text: String, words: String) {
    let error = #expect(throws: NetError.self) { try SocketAddress(text) }
    #expect(error?.description.hasPrefix("\"\(text)\" is no address: ") == true)
    #expect(error?.description.contains(words) == true)
  }
}
