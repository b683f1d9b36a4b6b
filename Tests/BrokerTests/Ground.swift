import Broker
import Foundation
import KafkaBroker
import SimulatedBroker
import Testing

/// A broker on which the contract is shown. One suite for all; what a ground cannot express is excluded test by test, with the reason.
enum Ground: Hashable, Sendable, CustomTestStringConvertible {
  /// The simulation: every statement.
  case simulated
  /// librdkafka's mock cluster in this process: protocol and error paths, no transactional meaning.
  case mock
  /// noida-db at NAVIGATOR_TEST_BOOTSTRAP.
  case noida
  /// The Apache Kafka at EXTERNAL_BOOTSTRAP.
  case external

  var testDescription: String {
    switch self {
    case .simulated: "simulated broker"
    case .mock: "librdkafka's mock"
    case .noida: "noida-db"
    case .external: "EXTERNAL_BOOTSTRAP"
    }
  }

  /// The grounds at hand but the excluded ones; each exclusion is printed with its reason.
  static func all(except exclusions: [Ground: String] = [:]) -> [Ground] {
    [.simulated, .mock, .noida, .external].filter { ground in
      guard ground.isAvailable else { return false }
      guard let reason = exclusions[ground] else { return true }
      print("contract: not on \(ground.testDescription): \(reason)")
      return false
    }
  }

  private var isAvailable: Bool {
    switch self {
    case .simulated, .mock: true
    case .noida, .external: bootstrap != nil
    }
  }

  private var bootstrap: String? {
    let name = self == .noida ? "NAVIGATOR_TEST_BOOTSTRAP" : "EXTERNAL_BOOTSTRAP"
    let value = ProcessInfo.processInfo.environment[name] ?? ""
    return value.isEmpty ? nil : value
  }

  /// One for the whole run: starting and ending clusters costs more than the tests.
  private static let sharedMock = Result { () throws(BrokerFailure) in try EmbeddedCluster() }

  /// A broker of this ground, and the simulated cluster behind it when it is that.
  func broker() throws -> (any Broker, SimulatedCluster?) {
    switch self {
    case .simulated:
      let cluster = SimulatedCluster()
      return (cluster.process(named: "worker"), cluster)
    case .mock: return (try Self.sharedMock.get().broker(), nil)
    case .noida, .external:
      return (KafkaBroker(KafkaBrokerSettings(bootstrapServers: bootstrap ?? "", applicationID: "contract")), nil)
    }
  }

  static let noTransactions =
    "it keeps no transactional meaning: hides nothing, stores no offsets of transactions, fences nobody"
}
