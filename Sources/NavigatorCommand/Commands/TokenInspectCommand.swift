internal import Messages
internal import RoutePlan
internal import RouteTokens

/// `navigator token inspect --keys FILE TOKEN`.
struct TokenInspectCommand: Command {
  let name = "token inspect"
  let summary = "Open a route token with its key and print what it says as JSON."
  let options = [CommandOption.required("keys", "FILE", "key ring that can open the token")]
  let operands = CommandOperands.one("TOKEN")
  let notes =
    "TOKEN - reads the token from standard input. The form is navigator.v1.RouteTokenPayload of the schemas, but for\nnetworkFingerprint, which is shown as navigator network info shows it."
  let example = "navigator token inspect --keys keys.json AQAAAA..."

  func run(_ invocation: Invocation) throws(CommandFailure) {
    let keys = try KeyRingCommands.read(try invocation.required("keys"))
    let token = try text(invocation.operands[0])
    let opener = TokenOpener(keys: keys)
    let payload: [UInt8]
    do throws(TokenFailure) {
      payload = try opener.openPayload(token)
      // A sound seal around something that is no plan is an issuer's fault worth telling.
      _ = try opener.open(token)
    } catch {
      throw CommandFailure(.badData, error.description, whatToDo(error))
    }
    guard let json = RouteTokenJSON.json(ofPayload: payload).map(readable) else {
      throw CommandFailure(.badData, "the route token's content is not a payload", "ask its issuer")
    }
    let output = StandardOutput()
    output.write(json)
    output.writeLine("")
    try output.flush()
  }

  /// The fingerprint as `network info` prints it; the schema's JSON has a decimal number, which nobody would recognise.
  private func readable(_ json: [UInt8]) -> [UInt8] {
    guard case .object(var members)? = try? JSONParser.parse(json),
      let index = members.firstIndex(where: { $0.name == "networkFingerprint" }),
      case .string(let digits) = members[index].value, let fingerprint = UInt64(digits)
    else { return json }
    members[index].value = .string(NetworkSummary.text(ofFingerprint: fingerprint))
    return JSONValue.object(members).text
  }

  private func text(_ operand: String) throws(CommandFailure) -> String {
    guard operand == "-" else { return operand }
    let text = try InputFile.text("-", limit: 1 << 20)
    return String(text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
  }

  private func whatToDo(_ failure: TokenFailure) -> String {
    switch failure {
    case .unknownKey, .notAuthentic: "use the key ring of the token's issuer"
    case .retiredKey: "ask for a new token"
    case .empty, .tooLong, .notBase64URL, .truncated: "copy the whole token"
    case .unsupportedVersion: "use the program's version that issued it"
    case .invalidPayload: "ask its issuer"
    }
  }
}
