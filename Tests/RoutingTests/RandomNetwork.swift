import Geometry
import RoadNetwork

/// A seeded source of numbers, so that a failing case can be run again.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A town of streets on a crooked grid: some missing, some one-way, private or tolled, with turn
/// restrictions over nodes and over ways.
struct RandomNetwork {
  let seed: UInt64
  let size: Int

  func make() throws -> RoadNetwork {
    var random = SeededGenerator(seed: seed)
    var builder = RoadNetworkBuilder(options: BuildOptions(source: "random \(seed)"))
    var ways: [(id: Int64, from: Int64, to: Int64)] = []
    func node(_ x: Int, _ y: Int) -> Int64 { Int64(y * size + x + 1) }
    for y in 0..<size {
      for x in 0..<size {
        for (dx, dy) in [(1, 0), (0, 1)] where x + dx < size && y + dy < size {
          guard Int.random(in: 0..<10, using: &random) > 0 else { continue }
          let way = (id: Int64(1_000 + ways.count), from: node(x, y), to: node(x + dx, y + dy))
          ways.append(way)
          builder.addWay(id: way.id, nodes: [way.from, way.to], attributes: attributes(&random))
        }
      }
    }
    addRestrictions(ways, to: &builder, using: &random)
    builder.beginNodes()
    let plane = LocalPlane(origin: Coordinate(latitudeE7: 600_000_000, longitudeE7: 250_000_000))
    for y in 0..<size {
      for x in 0..<size {
        let jitter = (Double.random(in: -20...20, using: &random), Double.random(in: -20...20, using: &random))
        builder.setNode(
          id: node(x, y), coordinate: plane.coordinate(x: Double(x) * 100 + jitter.0, y: Double(y) * 100 + jitter.1))
      }
    }
    return try builder.makeNetwork()
  }

  private func attributes(_ random: inout SeededGenerator) -> RoadAttributes {
    let speed = Double(Int.random(in: 2...9, using: &random) * 10)
    let isPrivate = Int.random(in: 0..<15, using: &random) == 0
    let open = DirectionRules(
      access: .all, restricted: isPrivate ? .all : [], driveSpeed: speed, twoWheelerSpeed: speed)
    let direction = Int.random(in: 0..<8, using: &random)
    let isTolled = Int.random(in: 0..<12, using: &random) == 0
    return RoadAttributes(
      roadClass: RoadClass(rawValue: UInt8.random(in: 2...6, using: &random)) ?? .residential,
      flags: isTolled ? [.tollDrive, .tollTwoWheeler] : [],
      forward: direction == 0 ? DirectionRules() : open, backward: direction == 1 ? DirectionRules() : open)
  }

  private func addRestrictions(
    _ ways: [(id: Int64, from: Int64, to: Int64)], to builder: inout RoadNetworkBuilder,
    using random: inout SeededGenerator
  ) {
    for way in ways {
      for other in ways where other.id != way.id && (other.from == way.to || other.to == way.to) {
        switch Int.random(in: 0..<20, using: &random) {
        case 0, 1:
          builder.addRestriction(
            TurnRestriction(kind: .no, shape: .any, from: [way.id], via: .node(way.to), to: [other.id]))
        case 2 where Int.random(in: 0..<3, using: &random) == 0:
          builder.addRestriction(
            TurnRestriction(kind: .only, shape: .any, from: [way.id], via: .node(way.to), to: [other.id]))
        case 3, 4:
          let end = other.from == way.to ? other.to : other.from
          for third in ways where third.id != other.id && third.id != way.id && (third.from == end || third.to == end) {
            guard Bool.random(using: &random) else { continue }
            builder.addRestriction(
              TurnRestriction(
                kind: Int.random(in: 0..<4, using: &random) == 0 ? .only : .no, shape: .any, from: [way.id],
                via: .ways([other.id]), to: [third.id]))
          }
        default: break
        }
      }
    }
  }
}
