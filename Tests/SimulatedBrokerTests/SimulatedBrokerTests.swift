// SimulatedBrokerTests
