// ObservabilityTests
