// RoadNetwork
