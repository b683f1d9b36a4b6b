import Foundation
import Testing

@testable import NavigatorCommand

@Suite("navigator keys and token") struct KeyAndTokenCommandTests {
  /// Ids and states as a ring's listing shows them.
  func keys(_ outcome: CommandProbe.Outcome) -> [(id: String, state: String)] {
    outcome.output.split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      return (words[0], words.count > 1 ? words[1] : "")
    }
  }

  @Test("a new ring is a file for its owner alone, and its listing holds no secret")
  func new() throws {
    let probe = try CommandProbe()
    let made = try probe.run("keys", "new", probe.path("keys.json"))
    #expect(made.status == .success)
    #expect(keys(made).count == 1)
    let attributes = try FileManager.default.attributesOfItem(atPath: probe.path("keys.json"))
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
    #expect(made.output.utf8.count < 32)
  }

  @Test("an existing file is never overwritten")
  func existing() throws {
    let probe = try CommandProbe()
    _ = try probe.run("keys", "new", probe.path("keys.json"))
    let before = probe.content("keys.json")
    let again = try probe.run("keys", "new", probe.path("keys.json"))
    #expect(again.status == .inputOutput)
    #expect(again.output.isEmpty)
    #expect(probe.content("keys.json") == before)
  }

  @Test("rotating adds a key that seals from now on; the former one opens until it is retired")
  func rotate() throws {
    let probe = try CommandProbe()
    let first = try #require(keys(try probe.run("keys", "new", probe.path("keys.json"))).first)
    let rotated = keys(try probe.run("keys", "rotate", probe.path("keys.json")))
    #expect(rotated.count == 2)
    #expect(rotated.filter { $0.state == first.state }.map(\.id) != [first.id])
    let retired = keys(try probe.run("keys", "rotate", "--retire", first.id, probe.path("keys.json")))
    #expect(retired.first { $0.id == first.id }?.state == "retired")
    #expect(retired.count == 3)
  }

  @Test("a ring that is missing, a key that is unknown and an id that is none are told apart")
  func rotateFailures() throws {
    let probe = try CommandProbe()
    #expect(try probe.run("keys", "rotate", probe.path("none.json")).status == .missingFile)
    _ = try probe.run("keys", "new", probe.path("keys.json"))
    let before = probe.content("keys.json")
    #expect(try probe.run("keys", "rotate", "--retire", "not-an-id", probe.path("keys.json")).status == .usage)
    #expect(try probe.run("keys", "rotate", "--retire", "00000000", probe.path("keys.json")).status == .badData)
    #expect(probe.content("keys.json") == before)
    probe.write("damaged.json", "{}")
    _ = chmod(probe.path("damaged.json"), 0o600)
    #expect(try probe.run("keys", "rotate", probe.path("damaged.json")).status == .badData)
    _ = chmod(probe.path("keys.json"), 0o644)
    #expect(try probe.run("keys", "rotate", probe.path("keys.json")).status == .settings)
  }

  /// A token for a drive through the small town.
  func token(_ probe: CommandProbe) throws -> String {
    _ = try probe.run("keys", "new", probe.path("keys.json"))
    let answer = try probe.run(
      "route", "--network", probe.path("town.nav"), "--keys", probe.path("keys.json"),
      input: SmallTown.request(SmallTown.west, SmallTown.east))
    let routes = try #require(answer.json["routes"] as? [[String: Any]])
    return try #require(routes.first?["routeToken"] as? String)
  }

  @Test("inspect prints what a token says, from the command line and from standard input alike")
  func inspect() throws {
    let probe = try SmallTown.probe()
    let token = try token(probe)
    let named = try probe.run("token", "inspect", "--keys", probe.path("keys.json"), token)
    let piped = try probe.run(
      "token", "inspect", "--keys", probe.path("keys.json"), "-", input: Data(" \(token)\n".utf8))
    #expect(named.json["destinations"] != nil, "\(named.output)")
    #expect(piped.output == named.output)
    let info = try probe.run("network", "info", probe.path("town.nav"), "--json").json
    #expect(named.json["networkFingerprint"] as? String == info["fingerprint"] as? String)
    #expect((info["fingerprint"] as? String)?.count == 16)
  }

  @Test("a token is not opened by another ring, after its key was retired, or when a character is changed")
  func closed() throws {
    let probe = try SmallTown.probe()
    let first = try #require(keys(try probe.run("keys", "new", probe.path("keys.json"))).first)
    let token = try token(probe)
    let own = ["token", "inspect", "--keys", probe.path("keys.json")]
    _ = try probe.run("keys", "new", probe.path("other.json"))
    let other = try probe.run("token", "inspect", "--keys", probe.path("other.json"), token)
    #expect(other.status == .badData)
    #expect(other.failure?.whatToDo == "use the key ring of the token's issuer")
    let middle = token.index(token.startIndex, offsetBy: token.count / 2)
    let changed = token.replacingCharacters(in: middle...middle, with: token[middle] == "A" ? "B" : "A")
    #expect(try probe.run(own[0], own[1], own[2], own[3], changed).status == .badData)
    #expect(try probe.run(own[0], own[1], own[2], own[3], "no token").status == .badData)
    _ = try probe.run("keys", "rotate", probe.path("keys.json"))
    #expect(try probe.run(own[0], own[1], own[2], own[3], token).status == .success)
    _ = try probe.run("keys", "rotate", "--retire", first.id, probe.path("keys.json"))
    let retired = try probe.run(own[0], own[1], own[2], own[3], token)
    #expect(retired.status == .badData)
    #expect(retired.output.isEmpty)
  }
}
