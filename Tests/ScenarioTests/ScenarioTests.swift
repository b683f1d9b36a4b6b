// ScenarioTests
