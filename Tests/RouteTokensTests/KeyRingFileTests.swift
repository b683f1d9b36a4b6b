import Foundation
import RoutePlan
import RouteTokens
import Testing

@Suite("Key ring files")
struct KeyRingFileTests {
  /// A directory of its own for each test.
  private func withDirectory(_ body: (String) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory.path)
  }

  private func mode(_ path: String) throws -> Int {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int) ?? -1
  }

  @Test("a new ring is written with mode 0600 and read back")
  func create() throws {
    try withDirectory { directory in
      let path = directory + "/keys.json"
      let ring = try KeyRing.generate()
      try ring.create(path: path)
      #expect(try mode(path) == 0o600)
      let token = try TokenSealer(keys: ring).seal(SamplePlan.full, nonce: .random)
      #expect(try TokenOpener(keys: KeyRing.read(path: path)).open(token).plan == SamplePlan.full)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["keys.json"])
    }
  }

  @Test("an existing file is not overwritten by a new ring")
  func exists() throws {
    try withDirectory { directory in
      let path = directory + "/keys.json"
      try KeyRing.generate().create(path: path)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(throws: KeyRingFailure.fileExists(path: path)) { try KeyRing.generate().create(path: path) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["keys.json"])
    }
  }

  @Test("a rotated ring takes the file's place, and opens the tokens of both keys")
  func rotate() throws {
    try withDirectory { directory in
      let path = directory + "/keys.json"
      let first = try KeyRing.generate()
      try first.create(path: path)
      let old = try TokenSealer(keys: first).seal(SamplePlan.full, nonce: .random)
      try KeyRing.read(path: path).rotated().replace(path: path)
      let ring = try KeyRing.read(path: path)
      let new = try TokenSealer(keys: ring).seal(SamplePlan.bare, nonce: .random)
      #expect(try TokenOpener(keys: ring).open(old).plan == SamplePlan.full)
      #expect(try TokenOpener(keys: ring).open(new).plan == SamplePlan.bare)
      #expect(try mode(path) == 0o600)
    }
  }

  @Test("a file that others may use is refused", arguments: [0o644, 0o640, 0o604, 0o660, 0o602, 0o700])
  func permissions(mode: Int) throws {
    try withDirectory { directory in
      let path = directory + "/keys.json"
      try KeyRing.generate().create(path: path)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      #expect(throws: KeyRingFailure.permissionsTooWide(path: path, mode: UInt32(mode))) {
        try KeyRing.read(path: path)
      }
    }
  }

  @Test("a missing file, a directory and a file that is too long are told apart")
  func others() throws {
    try withDirectory { directory in
      #expect(throws: KeyRingFailure.file(path: directory + "/none", errno: ENOENT)) {
        try KeyRing.read(path: directory + "/none")
      }
      #expect(throws: KeyRingFailure.notARegularFile(path: directory)) { try KeyRing.read(path: directory) }
      let path = directory + "/long"
      _ = FileManager.default.createFile(
        atPath: path, contents: Data(repeating: 0x20, count: 70_000), attributes: [.posixPermissions: 0o600])
      #expect(throws: KeyRingFailure.self) { try KeyRing.read(path: path) }
    }
  }
}
