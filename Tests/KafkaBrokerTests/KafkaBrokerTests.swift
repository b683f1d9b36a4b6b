// KafkaBrokerTests
