// SPDX-License-Identifier: Apache-2.0

internal import QuoteSystem
internal import Testing

@Suite("The machine's time zone")
struct HostTimeZoneTests {
  @Test(
    "is what TZ names, whatever the files say",
    arguments: [
      ("Europe/Berlin", "Europe/Berlin"), (":America/New_York", "America/New_York"),
      ("", "UTC"), (":", "UTC"), ("UTC", "UTC"), ("Etc/GMT+5", "Etc/GMT+5"),
      ("EST5EDT", "EST5EDT"), ("W-SU", "W-SU"),
      ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"), ("CET-1CEST,M3.5.0,M10.5.0/3", nil),
      ("CET-1", nil), ("<+0330>-3:30", nil), ("../../etc/passwd", nil), ("/etc/localtime", nil),
      ("Europe/Be rlin", nil),
    ])
  func variable(text: String, name: String?) {
    let found = Host.timeZoneName(
      variable: text, link: "/usr/share/zoneinfo/Africa/Lagos", file: "Africa/Cairo\n")
    #expect(found == name)
  }

  @Test(
    "is what /etc/localtime points to",
    arguments: [
      ("/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"),
      ("../usr/share/zoneinfo/posix/Europe/Paris", "Europe/Paris"),
      ("/var/db/timezone/zoneinfo/America/Argentina/Ushuaia", "America/Argentina/Ushuaia"),
      ("/usr/share/zoneinfo/Etc/UTC", "Etc/UTC"),
    ])
  func link(target: String, name: String) {
    #expect(Host.timeZoneName(variable: nil, link: target, file: "Africa/Cairo\n") == name)
  }

  @Test("is what /etc/timezone says where that link tells nothing")
  func file() {
    #expect(Host.timeZoneName(variable: nil, link: nil, file: "Africa/Cairo\n") == "Africa/Cairo")
    let copied = Host.timeZoneName(variable: nil, link: "/etc/zone", file: "Africa/Cairo")
    #expect(copied == "Africa/Cairo")
    #expect(Host.timeZoneName(variable: nil, link: nil, file: "") == nil)
    #expect(Host.timeZoneName(variable: nil, link: nil, file: nil) == nil)
  }
}
