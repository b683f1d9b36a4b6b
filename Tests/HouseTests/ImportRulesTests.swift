import Testing

@Suite("The direction of imports")
struct ImportRulesTests {
  static let pure = ["Geometry", "RoadNetwork", "Routing", "MapMatching", "RoutePlan", "Navigator"]

  /// From each pure target, the project's modules it may import: those to its left.
  static let pureChain: [String: Set<String>] = Dictionary(
    uniqueKeysWithValues: pure.enumerated().map { ($1, Set(pure[..<$0])) })

  /// The only targets that may import each C module.
  static let importersOfC: [String: Set<String>] = [
    "CRdKafka": ["KafkaBroker"],
    "CSodium": ["RouteTokens"],
    "CNavigatorProto": ["Messages", "RouteTokens"],
    "CProtobufC": ["Messages", "RouteTokens"],
    "CMicroHTTPD": ["HTTPEndpoint"],
    "COsmium": ["OSMImport"],
    "CGetOpt": ["NavigatorCommand"],
    // The tests alone.
    "CAllocations": [],
  ]

  @Test("a pure target imports only the pure targets before it")
  func pureTargetsImportNothingOutside() throws {
    for file in try House.swiftFiles(in: "Sources") {
      guard let allowed = Self.pureChain[file.target] else { continue }
      let language: Set<String> = ["Swift", "Synchronization"]
      for module in file.imports where !allowed.contains(module) && !language.contains(module) {
        Issue.record("\(file.path) imports \(module)")
      }
    }
  }

  @Test("each C library has its one importer")
  func onlyTheOwnerImportsACLibrary() throws {
    for file in try House.swiftFiles(in: "Sources") {
      for module in file.imports {
        guard let importers = Self.importersOfC[module] else { continue }
        #expect(importers.contains(file.target), "\(file.path) imports \(module)")
      }
    }
  }

  @Test("every C module of the package is in the list of owners")
  func everyCModuleIsListed() throws {
    let manifest = try House.text("Package.swift")
    let modules = manifest.matches(of: /\.(?:systemLibrary|target)\(\s*name: "(C[A-Z]\w+)"/).map { String($0.output.1) }
    #expect(!modules.isEmpty)
    for module in modules { #expect(Self.importersOfC[module] != nil, "\(module) has no owner") }
  }

  @Test(
    "a target does not know what lies outside it",
    arguments: [
      ("Navigator", "Messages"), ("Worker", "KafkaBroker"), ("Worker", "SimulatedBroker"), ("Broker", "KafkaBroker"),
      ("RouteService", "RouteTokens"), ("RouteService", "Messages"), ("Messages", "Broker"),
    ])
  func targetsKeepTheirDistance(target: String, stranger: String) throws {
    for file in try House.swiftFiles(in: "Sources") where file.target == target {
      #expect(!file.imports.contains(stranger), "\(file.path) imports \(stranger)")
    }
  }

  @Test("the manifest lets no pure target depend on anything but the pure targets before it")
  func manifestKeepsTheDirection() throws {
    let manifest = try House.text("Package.swift")
    for (target, allowed) in Self.pureChain {
      guard let declaration = manifest.firstMatch(of: try Regex("library\\(\"\(target)\"(?:, \\[([^\\]]*)\\])?\\)"))
      else {
        Issue.record("\(target) is not declared as expected")
        continue
      }
      let names = declaration.output[1].substring?.matches(of: /"(\w+)"/).map { String($0.output.1) } ?? []
      #expect(Set(names).isSubset(of: allowed), "\(target) depends on \(names)")
    }
  }
}
