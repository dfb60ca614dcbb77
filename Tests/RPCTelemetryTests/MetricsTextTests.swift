// SPDX-License-Identifier: Apache-2.0

internal import RPCTelemetry
internal import Testing

@Suite("Metrics as Prometheus reads them")
struct MetricsTextTests {
  @Test("have help and kind before the samples")
  func family() {
    var text = MetricsText()
    text.single("up_total", .counter, "Back\\slash\nand \"quotes\".", 3)
    text.begin("open", .gauge, "Open.")
    text.add(1.5, [("kind", "a"), ("other", "b")])
    #expect(
      text.text == """
        # HELP up_total Back\\\\slash\\nand "quotes".
        # TYPE up_total counter
        up_total 3
        # HELP open Open.
        # TYPE open gauge
        open{kind="a",other="b"} 1.5

        """)
  }

  @Test(
    "keep a label's value one value",
    arguments: [
      ("a\"b", #"a\"b"#), ("a\\", #"a\\"#), ("a\nb 1", #"a\nb 1"#), ("日本", "日本"),
    ])
  func labels(value: String, expected: String) {
    var text = MetricsText()
    text.begin("x", .gauge, "X.")
    text.add(1, [("l", value)])
    #expect(text.text.hasSuffix("x{l=\"\(expected)\"} 1\n"))
  }

  @Test("count in each bucket of a histogram what is in the ones before")
  func histogram() {
    var text = MetricsText()
    text.begin("t_seconds", .histogram, "T.")
    text.addHistogram(
      bounds: [100_000, 2_500_000_000], counts: [2, 0, 1], nanoseconds: 3_500_000_000,
      [("m", "x")])
    #expect(
      text.text.hasSuffix(
        """
        t_seconds_bucket{m="x",le="0.0001"} 2
        t_seconds_bucket{m="x",le="2.5"} 2
        t_seconds_bucket{m="x",le="+Inf"} 3
        t_seconds_sum{m="x"} 3.5
        t_seconds_count{m="x"} 3

        """))
  }
}
