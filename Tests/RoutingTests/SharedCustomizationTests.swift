import Glibc
import RoadNetwork
import TestSupport
import Testing

@testable import Routing

/// Customizations that threads of the operating system share: the sanitizer sees every access of theirs.
@Suite("Customization by several threads")
struct SharedCustomizationTests {
  /// The caller's thread and `count` − 1 more.
  private static func team(of count: Int) -> ThreadTeam {
    ThreadTeam(count: count) { body in
      withoutActuallyEscaping(body) { body in
        var started: [pthread_t] = []
        for number in 1..<count {
          var thread = pthread_t()
          let work = Unmanaged.passRetained(Work { body(number) })
          let status = pthread_create(
            &thread, nil,
            { argument in
              if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
              return nil
            }, work.toOpaque())
          if status == 0 { started.append(thread) } else { work.takeRetainedValue().run() }
        }
        body(0)
        for thread in started { pthread_join(thread, nil) }
      }
    }
  }

  private final class Work {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  private static func expectEqual(_ network: RoadNetwork, rounds: Int) {
    let hierarchy = MetricStore(network, customization: .never).hierarchy
    for mode in TravelMode.allCases {
      let metric = Metric(key: MetricKey(mode: mode), network: network)
      let alone = HierarchyMetric(metric, hierarchy)
      for count in 2...4 {
        for _ in 0..<rounds {
          let shared = HierarchyMetric(metric, hierarchy, team(of: count))
          #expect(shared.upWeights == alone.upWeights)
          #expect(shared.downWeights == alone.downWeights)
          #expect(shared.middles == alone.middles)
        }
      }
    }
  }

  @Test("real threads give the weights of one alone in random towns", arguments: UInt64(1)...4)
  func randomTowns(seed: UInt64) throws {
    print("seed \(seed)")
    Self.expectEqual(try RandomNetwork(seed: seed, size: 9).make(), rounds: 5)
  }

  @Test("real threads give the weights of one alone in Helsinki")
  func helsinki() throws {
    Self.expectEqual(try #require(RealMaps.helsinki), rounds: 2)
  }
}
