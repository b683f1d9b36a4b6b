// SimulatedBroker
