import Testing

@testable import Worker

struct CountingSession: SessionModel, Equatable {
  var fixes: UInt8 = 0
  var deadline: Int64?
  var nextDeadlineMillis: Int64? { deadline }
  func encoded(_ kind: SessionRecordKind) -> [UInt8]? { [kind.rawValue, fixes] }
}

@Suite("Sessions of a task") struct SessionStoreTests {
  @Test("an abort puts back every touched session, a commit keeps them")
  func rollBack() {
    var store = SessionStore<CountingSession>()
    store.put("a", CountingSession(fixes: 1, deadline: 50), changed: .progress)
    store.commit()
    store.put("a", CountingSession(fixes: 2, deadline: 10), changed: .progress)
    store.put("b", CountingSession(fixes: 9, deadline: 5), changed: [.route, .progress])
    let answer1 = store.nextDeadline()?.vehicle
    #expect(answer1 == "b")
    let answer2 = store.rollBack()
    #expect(answer2 == ["a", "b"])
    #expect(store["a"] == CountingSession(fixes: 1, deadline: 50))
    #expect(store["b"] == nil)
    let answer3 = store.nextDeadline()?.millis
    #expect(answer3 == 50)
    #expect(!store.hasChanges)
  }

  @Test("the changelog gets the last value of each changed kind, and a tombstone for each kind at closing")
  func changelog() {
    var store = SessionStore<CountingSession>()
    store.put("b", CountingSession(fixes: 1), changed: [.route, .progress])
    for count in 2...5 as ClosedRange<UInt8> { store.put("b", CountingSession(fixes: count), changed: .progress) }
    store.put("a", CountingSession(fixes: 7), changed: .progress)
    let records = store.changelog()
    #expect(records.map(\.vehicle) == ["a", "b", "b"])
    #expect(records.map(\.kind) == [.progress, .route, .progress])
    #expect(records.map(\.value) == [[0x50, 7], [0x52, 5], [0x50, 5]])
    store.commit()
    store.put("b", nil, changed: [])
    let closing = store.changelog()
    #expect(closing.map(\.value) == [nil, nil])
    #expect(closing.map(\.kind) == [.route, .progress])
  }

  @Test("a session opened and closed in one transaction leaves no trace in the changelog")
  func shortLived() {
    var store = SessionStore<CountingSession>()
    store.put("x", CountingSession(), changed: [.route, .progress])
    store.put("x", nil, changed: [])
    let records = store.changelog()
    #expect(records.isEmpty)
  }

  @Test(
    "what the sessions take counts each while it is held, grows with its records, and follows commit, abort and restore"
  )
  func bytes() {
    var store = SessionStore<CountingSession>()
    #expect(store.byteCount == 0)
    store.put("a", CountingSession(fixes: 1), changed: [.route, .progress])
    let bare = store.byteCount
    #expect(bare > 0)
    _ = store.changelog()
    store.commit()
    let written = store.byteCount
    #expect(written > bare)
    store.put("b", CountingSession(), changed: .progress)
    store.put("a", nil, changed: [])
    #expect(store.byteCount == bare)
    _ = store.rollBack()
    #expect(store.byteCount == written)
    store.put("a", nil, changed: [])
    _ = store.changelog()
    store.commit()
    #expect(store.byteCount == 0)
    store.restore("a", CountingSession(fixes: 1), from: [.route: [0x52, 1], .progress: [0x50, 1]])
    #expect(store.byteCount == written)
  }

  @Test("deadlines come earliest first, equal ones by vehicle, whatever was set before")
  func deadlines() {
    var queue = DeadlineQueue()
    for round in 0..<100 as Range<Int64> {
      for vehicle in ["c", "a", "b"] { queue.set(vehicle, 1_000 - round) }
    }
    queue.set("c", nil)
    queue.set("b", 7)
    let answer4 = queue.first()?.vehicle
    #expect(answer4 == "b")
    queue.set("b", 901)
    var order: [String] = []
    while let next = queue.first() {
      order.append(next.vehicle)
      queue.set(next.vehicle, nil)
    }
    #expect(order == ["a", "b"])
  }

  @Test("restored records are the last value of each key, and a tombstone removes")
  func restored() {
    var records = RestoredRecords()
    records.add(key: ChangelogKey.bytes(.route, "v"), value: [1])
    records.add(key: ChangelogKey.bytes(.progress, "v"), value: [2])
    records.add(key: ChangelogKey.bytes(.progress, "v"), value: [3])
    records.add(key: ChangelogKey.bytes(.route, "gone"), value: [4])
    records.add(key: ChangelogKey.bytes(.route, "gone"), value: nil)
    records.add(key: nil, value: [5])
    records.add(key: [0x00, 0x61], value: [6])
    #expect(records.values == ["v": [.route: [1], .progress: [3]]])
    #expect(records.foreignCount == 2)
  }
}
