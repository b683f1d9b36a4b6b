import RoadNetwork
import Testing

@testable import OSMImport

@Suite("Tags of nodes and restrictions")
struct NodeRulesTests {
  @Test(
    "what stands on the road: explicit access first, then the kind of barrier",
    arguments: [
      (["barrier": "bollard"], [.blocksDrive, .blocksTwoWheeler]),
      (["barrier": "bollard", "motorcar": "yes"], .blocksTwoWheeler),
      (["barrier": "bollard", "bollard": "rising"], [.blocksDrive, .blocksTwoWheeler]),
      (["barrier": "bollard", "bollard": "rising", "access": "yes"], []),
      (["barrier": "block"], [.blocksDrive, .blocksTwoWheeler]),
      (["barrier": "gate"], .gate),
      (["barrier": "lift_gate"], .gate),
      (["barrier": "lift_gate", "access": "private"], [.gate, .restrictsDrive, .restrictsTwoWheeler]),
      (["barrier": "gate", "access": "no"], [.gate, .blocksDrive, .blocksTwoWheeler]),
      // Open to a mode by its tags, a gate is not stopped at (osrm-backend#7334).
      (["barrier": "gate", "access": "no", "motorcar": "yes"], .blocksTwoWheeler),
      (["barrier": "swing_gate", "access": "yes"], []), (["barrier": "lift_gate", "motor_vehicle": "yes"], []),
      (["barrier": "cattle_grid"], []), (["barrier": "border_control"], []), (["barrier": "entrance"], []),
      (["barrier": "no"], []),
      (["barrier": "height_restrictor"], []),
      (["barrier": "toll_booth"], [.tollBooth, .tollDrive, .tollTwoWheeler]),
      (["barrier": "toll_booth", "toll:motorcycle": "no"], [.tollBooth, .tollDrive]),
      (["barrier": "toll_booth", "access": "no", "motor_vehicle": "yes"], [.tollBooth, .tollDrive, .tollTwoWheeler]),
      (["highway": "toll_gantry"], [.tollDrive, .tollTwoWheeler]),
      (["highway": "traffic_signals"], [.signalForward, .signalBackward]),
      (["highway": "traffic_signals", "traffic_signals:direction": "backward"], .signalBackward),
      (["highway": "traffic_signals", "direction": "forward"], .signalForward),
      (["highway": "crossing"], []), ([:], []),
    ] as [([String: String], NodeAttributes)])
  func nodes(tags: [String: String], expected: NodeAttributes) {
    #expect(NodeRules.attributes(of: Tags(tags)) == expected)
  }

  private static let members = [
    OSMMember(kind: .way, id: 1, role: "from"), OSMMember(kind: .node, id: 5, role: "via"),
    OSMMember(kind: .way, id: 2, role: "to"),
  ]

  private func rejection(_ tags: [String: String], _ members: [OSMMember] = members) -> RestrictionRules.Rejection? {
    do {
      _ = try RestrictionRules.restrictions(of: Tags(tags), members: members)
      return nil
    } catch { return error }
  }

  @Test("relations that give no restriction say why")
  func rejections() {
    #expect(rejection(["type": "route"]) == .notARestriction)
    #expect(rejection(["type": "restriction", "restriction": "no_stopping"]) == .unknownKind)
    #expect(rejection(["type": "restriction"]) == .otherMode)
    #expect(rejection(["type": "restriction", "restriction": "no_left_turn", "except": "motor_vehicle"]) == .otherMode)
    #expect(
      rejection(["type": "restriction", "restriction": "no_left_turn"], Array(Self.members.dropLast())) == .incomplete)
    #expect(
      rejection(["type": "restriction", "restriction": "no_left_turn"], Self.members.filter { $0.role != "via" })
        == .incomplete)
    #expect(
      rejection(["type": "restriction", "restriction:conditional": "no_left_turn @ (weight>3)"]) == .conditionNotATime)
    #expect(rejection(["type": "restriction", "restriction": "only_u_turn"]) == nil)
  }

  @Test("the older tags for hours are a condition too")
  func oldHours() throws {
    let restrictions = try RestrictionRules.restrictions(
      of: Tags([
        "type": "restriction", "restriction": "no_left_turn", "day_on": "Monday", "day_off": "Friday",
        "hour_on": "07:00",
        "hour_off": "09:00",
      ]), members: Self.members)
    #expect(restrictions.map(\.condition) == ["Mo-Fr 07:00-09:00"])
  }

  @Test("each key has its place in the list of keys")
  func keyIndices() {
    for (index, key) in TagKey.allCases.enumerated() { #expect(key.index == index) }
  }

  @Test("conditional values are taken apart at their own semicolons only")
  func conditionalParts() {
    let parts = ConditionalValue.parse("no @ (Mo-Fr 07:00-09:00; Sa 10:00-12:00); destination @ (22:00-05:00)")
    #expect(
      parts == [
        ConditionalValue(value: "no", condition: "Mo-Fr 07:00-09:00; Sa 10:00-12:00"),
        ConditionalValue(value: "destination", condition: "22:00-05:00"),
      ])
    #expect(ConditionalValue.parse("no").isEmpty)
    #expect(ConditionalValue.parse("@").count == 1)
  }
}
