// swift-tools-version: 6.2
// The targets and the direction of their imports; Sources/README.md draws the picture.
import PackageDescription

let swift: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Debian's librdkafka uses C11 threads, which the thread sanitizer cannot follow; these stand on POSIX threads.
let sanitizerThreads: [Target.Dependency] =
  Context.environment["NAVIGATOR_THREAD_SANITIZER"] == nil ? [] : ["C11Threads"]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swift)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"] + sanitizerThreads, swiftSettings: swift)
}

/// While working on one target: `NAVIGATOR_ONLY_TESTS=RoutingTests,GeometryTests swift test` builds no other test target.
let onlyTests = Context.environment["NAVIGATOR_ONLY_TESTS"]?.split(separator: ",").map(String.init)

let package = Package(
  name: "dispatch-navigator",
  products: [.executable(name: "navigator", targets: ["NavigatorCommand"])],
  targets: [
    // Pure: no Foundation, no C.
    library("Geometry"),
    library("RoadNetwork", ["Geometry"]),
    library("Routing", ["Geometry", "RoadNetwork"]),
    library("MapMatching", ["Geometry", "RoadNetwork", "Routing"]),
    library("RoutePlan", ["Geometry", "RoadNetwork", "Routing", "MapMatching"]),
    library("Navigator", ["Geometry", "RoadNetwork", "Routing", "MapMatching", "RoutePlan"]),

    // Planning and issuing.
    library("RouteService", ["Geometry", "RoadNetwork", "Routing", "RoutePlan"]),
    library("TourPlanner", ["Geometry", "RoadNetwork", "Routing"]),

    // One broker contract, two brokers.
    library("Broker"),
    library("KafkaBroker", ["Broker", "CRdKafka"]),
    library("SimulatedBroker", ["Broker"]),

    // Edges.
    library("RouteTokens", ["Geometry", "RoadNetwork", "Routing", "RoutePlan", "CSodium", "CNavigatorProto"]),
    library(
      "Messages",
      ["Geometry", "RoadNetwork", "Routing", "RoutePlan", "Navigator", "RouteService", "CNavigatorProto"]),
    library("Observability"),
    library("OSMImport", ["Geometry", "RoadNetwork", "COsmium"]),
    library("HTTPEndpoint", ["Observability", "CMicroHTTPD"]),

    // The streaming worker, on the broker contract alone.
    library(
      "Worker",
      [
        "Broker", "Messages", "Navigator", "RouteService", "TourPlanner", "Observability", "RouteTokens",
        "Geometry", "RoadNetwork", "Routing", "MapMatching", "RoutePlan",
      ]),

    // The program.
    .executableTarget(
      name: "NavigatorCommand",
      dependencies: [
        "Broker", "KafkaBroker", "SimulatedBroker", "Messages", "Navigator", "RouteService", "TourPlanner",
        "Observability", "RouteTokens", "HTTPEndpoint", "OSMImport", "Worker", "Geometry", "RoadNetwork",
        "Routing", "MapMatching", "RoutePlan", "CGetOpt",
      ],
      resources: [.copy("Resources")],
      swiftSettings: swift),

    // C shims: thin, no decisions.
    .systemLibrary(name: "CGetOpt"),
    .systemLibrary(name: "CRdKafka", pkgConfig: "rdkafka", providers: [.apt(["librdkafka-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CProtobufC", pkgConfig: "libprotobuf-c", providers: [.apt(["libprotobuf-c-dev"])]),
    .target(name: "CNavigatorProto", dependencies: ["CProtobufC"]),
    .target(
      name: "COsmium",
      linkerSettings: [.linkedLibrary("expat"), .linkedLibrary("z"), .linkedLibrary("bz2")]),

    // Tests: one folder a target under test, and what crosses targets.
    .target(
      name: "TestSupport",
      dependencies: ["Geometry", "RoadNetwork", "OSMImport", "Routing", "Broker", "SimulatedBroker"],
      path: "Tests/Support", exclude: ["C11Threads", "CAllocations", "Sanitizers", "brokers"], swiftSettings: swift),
    .target(name: "C11Threads", path: "Tests/Support/C11Threads"),
    .target(name: "CAllocations", path: "Tests/Support/CAllocations"),
    tests("GeometryTests", ["Geometry"]),
    tests("RoadNetworkTests", ["Geometry", "RoadNetwork"]),
    tests("RoutingTests", ["Geometry", "RoadNetwork", "Routing", "CAllocations"]),
    tests("MapMatchingTests", ["Geometry", "RoadNetwork", "Routing", "MapMatching"]),
    tests("RoutePlanTests", ["Geometry", "RoadNetwork", "OSMImport", "Routing", "MapMatching", "RoutePlan"]),
    tests("NavigatorTests", ["Geometry", "RoadNetwork", "Routing", "MapMatching", "RoutePlan", "Navigator"]),
    tests("RouteServiceTests", ["Geometry", "RoadNetwork", "Routing", "RoutePlan", "RouteService"]),
    tests("TourPlannerTests", ["Geometry", "RoadNetwork", "Routing", "TourPlanner"]),
    tests("BrokerTests", ["Broker", "SimulatedBroker", "KafkaBroker"]),
    tests("SimulatedBrokerTests", ["Broker", "SimulatedBroker"]),
    tests("KafkaBrokerTests", ["Broker", "KafkaBroker"]),
    tests("RouteTokensTests", ["Geometry", "RoadNetwork", "Routing", "RoutePlan", "RouteTokens"]),
    tests(
      "MessagesTests",
      ["Geometry", "RoadNetwork", "Routing", "RoutePlan", "Navigator", "RouteService", "Messages"]),
    tests("ObservabilityTests", ["Observability"]),
    tests("HTTPEndpointTests", ["Observability", "HTTPEndpoint"]),
    tests("OSMImportTests", ["Geometry", "RoadNetwork", "Routing", "OSMImport"]),
    tests(
      "WorkerTests",
      [
        "Broker", "SimulatedBroker", "Messages", "Navigator", "RoutePlan", "RouteTokens", "Routing",
        "RoadNetwork", "Geometry", "Observability", "Worker",
      ]),
    tests(
      "ScenarioTests",
      [
        "Broker", "SimulatedBroker", "Messages", "Navigator", "RoutePlan", "RouteTokens", "Routing",
        "RoadNetwork", "Geometry", "Observability", "Worker", "OSMImport",
      ]),
    tests("NavigatorCommandTests", ["NavigatorCommand", "Broker", "Messages"]),
    tests("HouseTests", []),
  ].filter { target in target.type != .test || onlyTests?.contains(target.name) ?? true },
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
