// KafkaBroker
