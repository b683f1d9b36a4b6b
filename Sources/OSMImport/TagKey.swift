/// The OpenStreetMap keys that the import reads; all others are skipped while reading.
public enum TagKey: String, CaseIterable, Sendable {
  // What a way is.
  case highway, route, junction, service, area, impassable, status
  case motorroad, bridge, tunnel, lanes, name, ref, hov
  case drivingSide = "driving_side"
  // Who may drive.
  case access, vehicle, motorcar, motorcycle, foot, bicycle
  case motorVehicle = "motor_vehicle"
  case accessForward = "access:forward"
  case accessBackward = "access:backward"
  case vehicleForward = "vehicle:forward"
  case vehicleBackward = "vehicle:backward"
  case motorVehicleForward = "motor_vehicle:forward"
  case motorVehicleBackward = "motor_vehicle:backward"
  case motorcarForward = "motorcar:forward"
  case motorcarBackward = "motorcar:backward"
  case motorcycleForward = "motorcycle:forward"
  case motorcycleBackward = "motorcycle:backward"
  case accessConditional = "access:conditional"
  case vehicleConditional = "vehicle:conditional"
  case motorVehicleConditional = "motor_vehicle:conditional"
  case motorcarConditional = "motorcar:conditional"
  case motorcycleConditional = "motorcycle:conditional"
  case accessForwardConditional = "access:forward:conditional"
  case accessBackwardConditional = "access:backward:conditional"
  case vehicleForwardConditional = "vehicle:forward:conditional"
  case vehicleBackwardConditional = "vehicle:backward:conditional"
  case motorVehicleForwardConditional = "motor_vehicle:forward:conditional"
  case motorVehicleBackwardConditional = "motor_vehicle:backward:conditional"
  case motorcarForwardConditional = "motorcar:forward:conditional"
  case motorcarBackwardConditional = "motorcar:backward:conditional"
  case motorcycleForwardConditional = "motorcycle:forward:conditional"
  case motorcycleBackwardConditional = "motorcycle:backward:conditional"
  // In which direction.
  case oneway
  case onewayMotorVehicle = "oneway:motor_vehicle"
  case onewayMotorcar = "oneway:motorcar"
  case onewayMotorcycle = "oneway:motorcycle"
  case onewayConditional = "oneway:conditional"
  // How fast.
  case maxspeed, surface, smoothness, tracktype, duration
  case maxspeedForward = "maxspeed:forward"
  case maxspeedBackward = "maxspeed:backward"
  case maxspeedAdvisory = "maxspeed:advisory"
  case maxspeedType = "maxspeed:type"
  case sourceMaxspeed = "source:maxspeed"
  case zoneMaxspeed = "zone:maxspeed"
  case zoneTraffic = "zone:traffic"
  case maxspeedMotorcycle = "maxspeed:motorcycle"
  case maxspeedConditional = "maxspeed:conditional"
  case maxspeedForwardConditional = "maxspeed:forward:conditional"
  case maxspeedBackwardConditional = "maxspeed:backward:conditional"
  // What it costs.
  case toll
  case tollMotorcar = "toll:motorcar"
  case tollMotorcycle = "toll:motorcycle"
  case tollMotorVehicle = "toll:motor_vehicle"
  // What stands on the road.
  case barrier, direction
  case trafficSignalsDirection = "traffic_signals:direction"
  // Turn restrictions.
  case type, restriction, except
  case restrictionMotorcar = "restriction:motorcar"
  case restrictionMotorVehicle = "restriction:motor_vehicle"
  case restrictionVehicle = "restriction:vehicle"
  case restrictionMotorcycle = "restriction:motorcycle"
  case restrictionConditional = "restriction:conditional"
  case restrictionVehicleConditional = "restriction:vehicle:conditional"
  case restrictionMotorVehicleConditional = "restriction:motor_vehicle:conditional"
  case restrictionMotorcarConditional = "restriction:motorcar:conditional"
  case restrictionMotorcycleConditional = "restriction:motorcycle:conditional"
  case dayOn = "day_on"
  case dayOff = "day_off"
  case hourOn = "hour_on"
  case hourOff = "hour_off"
  // Countries.
  case boundary
  case adminLevel = "admin_level"
  case isoCode = "ISO3166-1"
  case isoCodeAlpha2 = "ISO3166-1:alpha2"

  /// The key's place in `allCases`.
  ///
  /// An enum without payload is stored as the number of its case (a test compares all of them); a table lookup for each
  /// of some fifty keys of each way would cost more than reading the file.
  @inline(__always) var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
