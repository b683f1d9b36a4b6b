import Geometry
import RoadNetwork
import TestSupport
import Testing

@testable import OSMImport

/// Small files of other projects, each for one behaviour (see the data sets' README).
@Suite("Cases of other engines")
struct CaseTests {
  private func canonicalEdges(_ network: RoadNetwork) -> [EdgeID] {
    (0..<UInt32(network.canonicalEdgeCount)).map(EdgeID.init)
  }

  @Test(
    "every case file builds",
    arguments: [
      "gh-conditional-restrictions.osm.xml", "gh-edge_based_subnetwork.osm.xml.gz", "gh-one_way_dead_end.osm.pbf",
      "gh-test_simple_turncosts.osm.xml", "osr-a17-barrier-access-yes.osm.pbf", "osr-ajaccio-ferry.osm.pbf",
      "osr-ballwill-shortcut.osm.pbf", "osr-hamburg-hafen-ferry.osm.pbf", "osr-karlsruhe-kit-nord.osm.pbf",
      "osr-london-corridor.osm.pbf", "osr-switzerland-motorway-shortcut.osm.pbf", "r5-cathedral-no-left.osm.pbf",
      "r5-fiji-ferry.osm.pbf", "r5-missing-nodes.osm.pbf", "r5-reisterstown-via-restriction.osm.pbf",
      "valhalla-baltimore.osm.pbf", "valhalla-nh-access-restriction.osm.pbf", "valhalla-ny-access-restriction.osm.pbf",
      "valhalla-pa-access-restriction.osm.pbf", "valhalla-via_montebello_roma_italy.osm.pbf",
      "valhalla-whitelion_bristol_uk.osm.pbf", "valhalla-whitelion_bristol_uk_reversed_oneway.osm.pbf",
    ])
  func builds(name: String) throws {
    _ = try network(of: "cases/" + name)
  }

  @Test("a way whose nodes are missing in part is cut there, and counted")
  func missingNodes() throws {
    guard let network = try network(of: "cases/r5-missing-nodes.osm.pbf") else { return }
    #expect(network.metadata.count(.nodesMissing) > 0)
    #expect(network.edgeCount > 0)
  }

  @Test("oneway=-1 turns the direction of that way round and of no other")
  func reversedOneway() throws {
    guard let plain = try network(of: "cases/valhalla-whitelion_bristol_uk.osm.pbf"),
      let reversed = try network(of: "cases/valhalla-whitelion_bristol_uk_reversed_oneway.osm.pbf")
    else { return }
    let ends = { (network: RoadNetwork) in
      Set(
        self.canonicalEdges(network).map {
          [network.osmNodeID(of: network.from($0)), network.osmNodeID(of: network.to($0))]
        })
    }
    #expect(ends(plain).symmetricDifference(ends(reversed)) == [[290, 6], [6, 290]])
    #expect(ends(plain).contains([290, 6]))
  }

  @Test("a swing gate with access=yes lets the motorway through, at no cost (osrm#184)")
  func openGate() throws {
    guard let network = try network(of: "cases/osr-a17-barrier-access-yes.osm.pbf") else { return }
    let turns = (0..<UInt32(network.turnCount)).map(TurnID.init)
    let motorway = turns.filter { network.roadClass(of: network.source(of: $0)) == .motorway }
    #expect(!motorway.isEmpty)
    #expect(motorway.allSatisfy { network.allows(.drive, at: $0) && !network.entersRestricted($0, .drive) })
    #expect(!motorway.contains { network.flags(of: $0).contains(.gate) })
  }

  @Test("a closed campus is for its ends only")
  func campus() throws {
    guard let network = try network(of: "cases/osr-karlsruhe-kit-nord.osm.pbf") else { return }
    let restricted = canonicalEdges(network).filter { network.isRestricted($0, .drive) }
    #expect(restricted.count > 100)
    let entries = (0..<UInt32(network.turnCount)).map(TurnID.init).filter { network.entersRestricted($0, .drive) }
    #expect(!entries.isEmpty)
    #expect(
      entries.allSatisfy { network.penaltyDeciseconds(of: $0, .drive) >= RoadNetwork.restrictedEntryPenaltyDeciseconds }
    )
  }

  @Test("ferries of Ajaccio and Hamburg are in the network, at the speed of ships")
  func ferries() throws {
    for name in ["osr-ajaccio-ferry.osm.pbf", "valhalla-baltimore.osm.pbf"] {
      guard let network = try network(of: "cases/" + name) else { return }
      for edge in canonicalEdges(network) where network.isFerry(edge) {
        #expect(network.speedKilometersPerHour(of: edge, .drive) < 80, "\(name) way \(network.wayID(of: edge))")
      }
    }
  }

  @Test("roads of Fiji on both sides of the antimeridian are in one box, and near each other")
  func fiji() throws {
    guard let network = try network(of: "cases/r5-fiji-ferry.osm.pbf") else { return }
    #expect(network.bounds.crossesAntimeridian)
    let nodes = (0..<UInt32(network.nodeCount)).map { network.coordinate(of: NodeID($0)) }
    let nearLine = nodes.filter { abs($0.longitude) > 179.9 }
    #expect(!nearLine.isEmpty)
    for node in nearLine {
      let other = Coordinate(
        latitudeE7: node.latitudeE7, longitudeE7: node.longitudeE7 > 0 ? -1_799_990_000 : 1_799_990_000)
      let reach = distanceMeters(node, other) + 10
      #expect(!network.nearestEdges(to: other, within: reach, limit: 1).isEmpty)
    }
  }

  @Test("a conditional closure of a street in Rome keeps its hours")
  func conditionalAccess() throws {
    guard let network = try network(of: "cases/valhalla-via_montebello_roma_italy.osm.pbf") else { return }
    let conditions = Set(canonicalEdges(network).flatMap { network.conditions(of: $0) }.map(\.condition))
    #expect(conditions.contains("Mo-Sa 07:00-16:00"))
  }

  @Test("restrictions over several roads become shadow edges (osrm#2634, #483)")
  func viaWays() throws {
    guard let network = try network(of: "cases/r5-reisterstown-via-restriction.osm.pbf") else { return }
    #expect(network.metadata.count(.restrictionsViaWay) == 1)
    #expect(network.edgeCount > network.canonicalEdgeCount)
  }

  @Test("conditional restrictions of New York and Pennsylvania are kept with their hours")
  func conditionalTurns() throws {
    guard let network = try network(of: "cases/valhalla-pa-access-restriction.osm.pbf") else { return }
    #expect(network.metadata.count(.restrictionsConditional) == 5)
    #expect(network.conditionCounts.turns > 0)
  }

  @Test("the toy restriction of turn costs holds")
  func toyRestriction() throws {
    guard let network = try network(of: "cases/gh-test_simple_turncosts.osm.xml") else { return }
    #expect(network.metadata.count(.restrictionsUsed) == 1)
  }

  @Test("tolls of Andorra's tunnel and of Porto's motorways are flagged")
  func tolls() throws {
    guard let andorra = try network(of: "osm/andorra-2026.osm.pbf") else { return }
    #expect(canonicalEdges(andorra).contains { andorra.isToll($0, .drive) && andorra.flags(of: $0).contains(.tunnel) })
    #expect(canonicalEdges(andorra).contains { andorra.flags(of: $0).contains(.tunnel) })
  }
}
