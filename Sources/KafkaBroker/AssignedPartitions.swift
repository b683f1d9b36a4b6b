import Broker

/// What a consumer owns and where it stands in it. Decides only; the reader carries out.
///
///     unplaced --place--> fetched <--pause/resume--> pausedInLibrary
///        |                  |  \                         |
///        | pause            |   fail                     | assign again
///        v                  |     \                      v
///     withheld --resume-----+      failed (until placed) withheld
///
/// Partitions are withheld, not paused, over a new assignment: the library keeps its pause flag over assignments and rewinds
/// when a partition that it does not hold for paused is resumed (librdkafka#4636, #5591).
struct AssignedPartitions {
  enum Standing: Equatable {
    /// No position: not read.
    case unplaced
    /// The library reads it.
    case fetched
    /// The library holds it back by its own pause.
    case pausedInLibrary
    /// Kept out of the library's assignment while paused.
    case withheld
    /// Cannot be read from its position; told once.
    case failed
  }

  struct Entry {
    let partition: TopicPartition
    /// Of the next record to deliver or pass over.
    var position: Int64?
    var standing = Standing.unplaced
    var isPaused = false
    /// Where the library last told the end of the readable log.
    var lastEnd: Int64?
  }

  /// In order of partitions.
  private(set) var entries: [Entry] = []
  private var places: [TopicPartition: Int] = [:]

  var partitions: [TopicPartition] { entries.map(\.partition) }
  var paused: Set<TopicPartition> { Set(entries.lazy.filter(\.isPaused).map(\.partition)) }

  func place(of partition: TopicPartition) -> Int? { places[partition] }
  subscript(place: Int) -> Entry { entries[place] }

  /// Begins anew: unplaced and un-paused.
  mutating func replace(with partitions: [TopicPartition]) {
    entries = Set(partitions).sorted().map { Entry(partition: $0) }
    places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.partition, $0) })
  }

  /// Sets positions; the next assignment begins there. False when none of the partitions is assigned.
  mutating func place(_ positions: [PartitionOffset]) -> Bool {
    var changed = false
    for position in positions {
      guard let place = places[position.partition] else { continue }
      entries[place].position = position.offset
      entries[place].lastEnd = nil
      entries[place].standing = entries[place].isPaused ? .withheld : .fetched
      changed = true
    }
    return changed
  }

  /// What the library is to read, with explicit offsets. `letGo`: partitions to resume in the library first, so that its
  /// pause flag does not outlive the assignment.
  mutating func nextAssignment() -> (fetch: [PartitionOffset], letGo: [TopicPartition]) {
    let letGo = pausedInLibrary
    for place in entries.indices where entries[place].standing == .pausedInLibrary {
      entries[place].standing = .withheld
    }
    let fetch = entries.compactMap { entry in
      entry.standing == .fetched ? entry.position.map { PartitionOffset(entry.partition, $0) } : nil
    }
    return (fetch, letGo)
  }

  var pausedInLibrary: [TopicPartition] { entries.filter { $0.standing == .pausedInLibrary }.map(\.partition) }

  /// Marks them paused; returns those that the library must pause. `withholding`: the library does not read them yet.
  mutating func pause(_ partitions: [TopicPartition], withholding: Bool = false) -> [TopicPartition] {
    var toPause: [TopicPartition] = []
    for partition in partitions {
      guard let place = places[partition], !entries[place].isPaused else { continue }
      entries[place].isPaused = true
      guard entries[place].standing == .fetched else { continue }
      entries[place].standing = withholding ? .withheld : .pausedInLibrary
      if !withholding { toPause.append(partition) }
    }
    return toPause
  }

  /// Marks them un-paused; returns those that the library must resume, and whether one needs a new assignment.
  mutating func resume(_ partitions: [TopicPartition]) -> (toResume: [TopicPartition], mustAssign: Bool) {
    var toResume: [TopicPartition] = []
    var mustAssign = false
    for partition in partitions {
      guard let place = places[partition], entries[place].isPaused else { continue }
      entries[place].isPaused = false
      switch entries[place].standing {
      case .pausedInLibrary:
        entries[place].standing = .fetched
        toResume.append(partition)
      case .withheld:
        entries[place].standing = .fetched
        mustAssign = true
      case .unplaced, .fetched, .failed: break
      }
    }
    return (toResume, mustAssign)
  }

  /// A record at `offset` came: true when it is the caller's, false when it is old or not expected.
  mutating func deliver(_ offset: Int64, at place: Int) -> Bool {
    guard entries[place].standing == .fetched, let position = entries[place].position, offset >= position,
      offset < Int64.max
    else { return false }
    entries[place].position = offset + 1
    return true
  }

  /// The readable log ends at `offset`; what lies before it is read or passed over.
  mutating func reachEnd(_ offset: Int64, at place: Int) {
    guard entries[place].standing == .fetched, let position = entries[place].position else { return }
    entries[place].position = max(position, offset)
    entries[place].lastEnd = offset
  }

  /// The partition cannot be read on. False when that was told already or it is not read.
  mutating func fail(at place: Int) -> Bool {
    guard entries[place].standing == .fetched || entries[place].standing == .pausedInLibrary else { return false }
    entries[place].standing = .failed
    return true
  }
}
