extension ComputeRoutesRequest {
  /// What the texts of the answer are written in, whatever `languageCode` asks for.
  public static let answeredLanguage = "en"

  /// Whether the request asks for another language than that of the answer.
  public var asksForOtherLanguage: Bool {
    let language = languageCode.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return !language.isEmpty && language != Self.answeredLanguage
  }
}
