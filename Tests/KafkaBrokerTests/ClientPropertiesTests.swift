import Broker
import Testing

@testable import KafkaBroker

struct ClientPropertiesTests {
  @Test("every property that the worker owns is refused by its name, with the reason")
  func owned() {
    for (name, reason) in ClientProperties.owned {
      #expect(ClientProperties.complaint(property: name, value: "1") == "cannot be set: it \(reason)")
    }
  }

  @Test("what the wrapper sets for correctness cannot be passed through")
  func ownedIsComplete() {
    let names = Set(ClientProperties.owned.map(\.name))
    let consumer = ClientProperties.groupConsumer(GroupConsumerOptions(groupID: "g", groupInstanceID: "i"))
    let producer = ClientProperties.transactionalProducer(TransactionalProducerOptions(transactionalID: "t"))
    for setting in consumer + producer { #expect(names.contains(setting.name), "\(setting.name)") }
  }

  @Test("every default is a property of the library, with a reason, and may be changed")
  func defaults() {
    for role in [ClientProperties.Role.consumer, .producer] {
      for setting in ClientProperties.defaults(role) {
        #expect(ClientProperties.complaint(property: setting.name, value: setting.value) == nil, "\(setting.name)")
        #expect(!setting.reason.isEmpty)
      }
    }
  }

  @Test("an unknown property names the nearest; a wrong value is refused and not repeated")
  func complaints() {
    #expect(ClientProperties.complaint(property: "fetch.wait.max.ms", value: "5") == nil)
    #expect(ClientProperties.complaint(property: "security.protocol", value: "SASL_SSL") == nil)
    #expect(
      ClientProperties.complaint(property: "fetch.wait.max.m", value: "5")?.contains("did you mean fetch.wait.max.ms?")
        == true)
    #expect(ClientProperties.complaint(property: "zzz", value: "5")?.contains("did you mean") == false)
    let refused = ClientProperties.complaint(property: "fetch.wait.max.ms", value: "secret")
    #expect(refused != nil && refused?.contains("secret") == false)
  }

  @Test("time limits beyond the library's range are clamped, never trap")
  func durations() {
    #expect(ClientProperties.milliseconds(.milliseconds(1500)) == 1500)
    #expect(ClientProperties.milliseconds(.seconds(-5)) == 0)
    #expect(ClientProperties.milliseconds(.seconds(Int64.max)) <= Int(Int32.max))
  }

  @Test("a handle with settings that the library refuses is a fatal failure, told in the log")
  func refusedSettings() {
    let settings = KafkaBrokerSettings(
      bootstrapServers: "127.0.0.1:1", properties: [(name: "security.protocol", value: "nonsense")])
    #expect(throws: BrokerFailure.fatal(.invalidArgument)) { try KafkaBroker(settings).admin() }
  }
}
