import Geometry
import RoadNetwork
import TestSupport

/// A town on a crooked grid, for tests by seed: with gaps, one-way streets, dead ends, islands, a loop road, streets
/// drawn with several pieces, and turn restrictions over nodes and over ways.
struct RandomTown {
  let seed: UInt64
  let size: Int

  private struct Street {
    var id: Int64
    var from: Int64
    var to: Int64
  }

  func builder() -> RoadNetworkBuilder {
    var random = SeededRandom(seed: seed)
    var builder = RoadNetworkBuilder(options: BuildOptions(source: "town \(seed)"))
    var streets: [Street] = []
    for y in 0..<size {
      for x in 0..<size {
        for (dx, dy) in [(1, 0), (0, 1)] where x + dx < size && y + dy < size {
          guard !random.oneIn(5) else { continue }
          let street = Street(id: Int64(1_000 + streets.count), from: node(x, y), to: node(x + dx, y + dy))
          streets.append(street)
          builder.addWay(
            id: street.id, nodes: [street.from, 100_000 + street.id, street.to], attributes: attributes(&random))
        }
      }
    }
    // A road from a junction back to itself.
    builder.addWay(id: 999, nodes: [1, 90_001, 90_002, 1], attributes: attributes(&random))
    restrict(streets, &builder, &random)
    builder.beginNodes()
    place(streets, &builder, &random)
    return builder
  }

  private func node(_ x: Int, _ y: Int) -> Int64 { Int64(y * size + x + 1) }

  private func attributes(_ random: inout SeededRandom) -> RoadAttributes {
    let open = DirectionRules(access: random.oneIn(9) ? .drive : .all)
    let direction = random.number(in: 0...7)
    return RoadAttributes(
      roadClass: .residential, forward: direction == 0 ? DirectionRules() : open,
      backward: direction == 1 ? DirectionRules() : open)
  }

  private func restrict(_ streets: [Street], _ builder: inout RoadNetworkBuilder, _ random: inout SeededRandom) {
    for street in streets {
      for next in streets where next.id != street.id && (next.from == street.to || next.to == street.to) {
        if random.oneIn(8) {
          let kind: TurnRestriction.Kind = random.oneIn(4) ? .only : .no
          builder.addRestriction(
            TurnRestriction(kind: kind, shape: .any, from: [street.id], via: .node(street.to), to: [next.id]))
        }
        let end = next.from == street.to ? next.to : next.from
        for last in streets where last.id != next.id && last.id != street.id && (last.from == end || last.to == end) {
          guard random.oneIn(15) else { continue }
          builder.addRestriction(
            TurnRestriction(kind: .no, shape: .any, from: [street.id], via: .ways([next.id]), to: [last.id]))
        }
      }
    }
  }

  private func place(_ streets: [Street], _ builder: inout RoadNetworkBuilder, _ random: inout SeededRandom) {
    let plane = LocalPlane(origin: Coordinate(latitudeE7: 411_500_000, longitudeE7: -86_100_000))
    func coordinate(_ id: Int64, _ shift: Double) -> Coordinate {
      let (y, x) = Int(id - 1).quotientAndRemainder(dividingBy: size)
      return plane.coordinate(x: Double(x) * 100 + shift, y: Double(y) * 100 - shift)
    }
    for id in 1...Int64(size * size) {
      builder.setNode(id: id, coordinate: coordinate(id, Double(random.number(in: -20...20))))
    }
    for street in streets {
      // Some bends are junctions with a signal, so that there are rows of junctions with two roads.
      builder.setNode(
        id: 100_000 + street.id, coordinate: coordinate(street.from, 30),
        attributes: random.oneIn(4) ? [.signalForward] : [])
    }
    builder.setNode(id: 90_001, coordinate: coordinate(1, -50))
    builder.setNode(id: 90_002, coordinate: coordinate(1, -70))
  }
}
