// BrokerTests
