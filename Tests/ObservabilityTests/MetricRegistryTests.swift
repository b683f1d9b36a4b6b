import Testing

@testable import Observability

@Suite("Metrics") struct MetricRegistryTests {
  let requests = MetricDefinition("navigator_requests_total", .counter, labels: ["topic", "reason"], "Requests.")
  let depth = MetricDefinition("navigator_depth", .gauge, "Depth\nof \\ it.")
  let time = MetricDefinition("navigator_time_seconds", .histogram([0.1, 1]), "Time.")

  @Test("the page is Prometheus text: help, type, escaped labels, cumulative buckets with +Inf")
  func golden() {
    let registry = MetricRegistry([requests, depth, time])
    registry.counter(requests, ["b", "x"]).add(3)
    registry.counter(requests, ["a", "say \"hi\"\\\n"]).add()
    registry.gauge(depth).set(-2.5)
    let histogram = registry.histogram(time)
    for value in [0.05, 0.1, 0.5, 7, .nan] { histogram.observe(value) }
    #expect(
      registry.exposition() == """
        # HELP navigator_requests_total Requests.
        # TYPE navigator_requests_total counter
        navigator_requests_total{topic="a",reason="say \\"hi\\"\\\\\\n"} 1
        navigator_requests_total{topic="b",reason="x"} 3
        # HELP navigator_depth Depth\\nof \\\\ it.
        # TYPE navigator_depth gauge
        navigator_depth -2.5
        # HELP navigator_time_seconds Time.
        # TYPE navigator_time_seconds histogram
        navigator_time_seconds_bucket{le="0.1"} 2
        navigator_time_seconds_bucket{le="1"} 3
        navigator_time_seconds_bucket{le="+Inf"} 4
        navigator_time_seconds_sum 7.65
        navigator_time_seconds_count 4

        """)
  }

  @Test("asking twice for one series gives one instrument, and a removed series leaves the page")
  func series() {
    let registry = MetricRegistry([requests, depth])
    #expect(registry.counter(requests, ["a", "b"]) === registry.counter(requests, ["a", "b"]))
    #expect(registry.counter(requests, ["a", "b"]) !== registry.counter(requests, ["a", "c"]))
    registry.remove(requests, ["a", "b"])
    #expect(!registry.exposition().contains("reason=\"b\""))
  }

  @Test("the number of series of one metric is bounded")
  func bounded() {
    let registry = MetricRegistry([requests])
    for index in 0..<(MetricRegistry.maximumSeries + 50) { registry.counter(requests, ["\(index)", "r"]).add() }
    #expect(registry.counter(requests, ["one more", "r"]) === registry.counter(requests, ["another", "r"]))
    #expect(registry.exposition().contains("{topic=\"other\",reason=\"other\"} 50"))
  }
}
