import RoadNetwork

@testable import Routing

extension SpeedTable {
  /// The general table with values as trips would give them.
  static let fittedLike: SpeedTable = {
    var table = SpeedTable.general
    table.setPermille(950, .motorway, .open)
    table.setPermille(1_600, .primary, .dense)
    table.setPermille(1_450, .residential, .open)
    table.signalDeciseconds = 60
    table.turnPermille = 800
    return table
  }()
}
