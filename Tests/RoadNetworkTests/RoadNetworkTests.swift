// RoadNetworkTests
