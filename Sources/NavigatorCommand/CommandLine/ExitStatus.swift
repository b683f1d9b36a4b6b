/// How a command ends, after sysexits(3); `navigator help` lists them.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  case usage = 64
  case badData = 65
  case missingFile = 66
  case unavailable = 69
  case internalFault = 70
  case inputOutput = 74
  case ownershipLost = 75
  case forced = 76
  case settings = 78

  /// What the status means, for the help.
  var meaning: String {
    switch self {
    case .success: "done; a worker drained and stopped in order"
    case .usage: "the command line is wrong"
    case .badData: "the input data is wrong"
    case .missingFile: "a file is missing or cannot be read"
    case .unavailable: "a broker or another service cannot be reached"
    case .internalFault: "a fault of the program itself"
    case .inputOutput: "reading or writing failed"
    case .ownershipLost: "a worker lost its partitions or its transactional id to another for good"
    case .forced: "a worker did not stop in time and was ended"
    case .settings: "the settings, or the topics, are wrong"
    }
  }
}
