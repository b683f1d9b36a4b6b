import RoadNetwork

extension SpeedTable {
  /// What holds on the whole where no trips are known: towns are slower than their limits, mornings and evenings are
  /// slow, and setting off takes a while.
  ///
  /// Published travel times in towns lie 20 to 60 % above free flow by day, and times of arrival from free flow are
  /// among the commonest complaints (organicmaps#10094, OsmAnd#10251, osrm-backend#1382): these factors stay at the
  /// careful end. Only trips can tell how roads differ from each other in a town, so this table says when a vehicle
  /// arrives and not which way it goes: roads are chosen by free flow (see `SpeedModel.guidesSearch`).
  public static let general: SpeedTable = {
    var table = SpeedTable()
    for roadClass in RoadClass.allCases where roadClass != .ferry {
      table.setPermille(1_100, roadClass, .open)
      table.setPermille(1_200, roadClass, .builtUp)
      table.setPermille(1_300, roadClass, .dense)
    }
    table.turnPermille = 1_250
    table.signalDeciseconds = 25
    table.startDeciseconds = 300
    let workday: [UInt16] = [
      850, 850, 850, 850, 850, 880, 950, 1_080, 1_180, 1_100, 1_030, 1_030,
      1_040, 1_040, 1_040, 1_060, 1_110, 1_180, 1_170, 1_060, 960, 900, 870, 850,
    ]
    let weekend: [UInt16] = [
      880, 870, 860, 850, 850, 850, 860, 880, 910, 950, 980, 1_000,
      1_010, 1_000, 990, 990, 1_000, 1_010, 1_000, 970, 940, 910, 890, 880,
    ]
    for kind in TrafficKind.allCases {
      table.setHours(HourProfile(permille: workday), .weekday, kind)
      table.setHours(HourProfile(permille: weekend), .weekend, kind)
    }
    return table
  }()

  /// Whether all values are the general ones, whatever network and local time the table names.
  var isGeneral: Bool {
    var general = SpeedTable.general
    (general.network, general.utcOffsetMinutes, general.tripCount) = (network, utcOffsetMinutes, tripCount)
    return self == general
  }
}
