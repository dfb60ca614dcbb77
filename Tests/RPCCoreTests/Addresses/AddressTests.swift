// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Testing

@Suite("A numeric address")
struct AddressTests {
  @Test(
    "is read, and written as people write it",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
      ("::ffff:192.0.2.1", "192.0.2.1"), ("::1", "::1"), ("::", "::"),
      ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("fe80::1%eth0", "fe80::1"),
      ("2001:db8::192.0.2.1", "2001:db8::c000:201"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
      ("1:0:3:0:5:0:7:0", "1:0:3:0:5:0:7:0"), ("1::", "1::"), ("0:0:0:0:0:0:0:2", "::2"),
    ])
  func readable(text: String, written: String) throws {
    #expect(try #require(IPAddress(text)).description == written)
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "+1.2.3.4", "1.2.3.4 ", "localhost",
      "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "::1::", ":::", "1::2:3:4:5:6:7:8", "12345::", "g::",
      ":1", "+1::", "1.2.3.4::", "unix", "1.2.3.٤",
    ])
  func unreadable(text: String) { #expect(IPAddress(text) == nil) }

  @Test(
    "knows whether it stays on the machine",
    arguments: [
      ("127.0.0.1", true), ("127.255.0.9", true), ("::1", true), ("::ffff:127.0.0.1", true),
      ("128.0.0.1", false), ("126.255.255.255", false), ("::2", false), ("0.0.0.0", false),
    ])
  func loopback(text: String, stays: Bool) throws {
    #expect(try #require(IPAddress(text)).isLoopback == stays)
  }
}

@Suite("A block of addresses")
struct AddressBlockTests {
  @Test(
    "has the addresses that begin with the same bits",
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
      ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("0.0.0.0/0", "1.2.3.4", true),
      ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "1.2.3.4", true),
      ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
      ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.8", false),
    ])
  func membership(block: String, address: String, isMember: Bool) throws {
    let block = try #require(AddressBlock(block))
    #expect(block.contains(try #require(IPAddress(address))) == isMember)
  }

  @Test(
    "is not what can't be meant",
    arguments: [
      "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/+8", "10.0.0.0/08", "/8",
      "::1/64", "::/129", "10.0.0.0/8/8", "",
    ])
  func unreadable(text: String) { #expect(AddressBlock(text) == nil) }

  @Test(
    "of a subscriber is one address of version 4, and 64 bits of version 6",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ])
  func subscriber(address: String, written: String) throws {
    let address = try #require(IPAddress(address))
    #expect(AddressBlock(subscriberOf: address).description == written)
  }
}

@Suite("Trusted proxies")
struct TrustedProxiesTests {
  @Test(
    "are believed as to who calls, and nobody else is",
    arguments: [
      ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
      ("10.0.0.1", [], "10.0.0.1"),
      ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
      ("10.0.0.1", ["6.6.6.6, 198.51.100.1"], "198.51.100.1"),
      ("10.0.0.1", ["6.6.6.6, 198.51.100.1, 10.0.0.2"], "198.51.100.1"),
      ("10.0.0.1", ["198.51.100.1", "10.0.0.2"], "198.51.100.1"),
      ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
      ("10.0.0.1", ["unknown"], "10.0.0.1"),
      ("10.0.0.1", ["198.51.100.1, _hidden, 10.0.0.2"], "10.0.0.2"),
      ("10.0.0.1", [""], "10.0.0.1"),
      ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
      ("10.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
      ("10.0.0.1", [" 2001:DB8::7\t"], "2001:db8::7"),
      ("unix", ["198.51.100.1"], "198.51.100.1"),
    ])
  func caller(peer: String, forwarded: [String], caller: String) throws {
    let proxies = TrustedProxies(
      [try #require(AddressBlock("10.0.0.0/8"))], trustsUnixSockets: true)
    let values = forwarded.map { Array($0.utf8) }
    #expect(proxies.caller(peer: peer, forwardedFor: values) == caller)
  }

  @Test("that are none leave the peer's own address", arguments: ["10.0.0.1", "unix"])
  func nobody(peer: String) {
    let values = [Array("198.51.100.1".utf8)]
    #expect(TrustedProxies.none.caller(peer: peer, forwardedFor: values) == peer)
  }
}
