import Foundation

/// Data sets that do not belong to the repository: they lie in `shared/data` beside it, or where SHARED_DIR says.
public enum SharedData {
  /// A file of the data sets; nil, with a printed line, where they are not there. Tests then return early.
  public static func file(_ path: String, test: String = #function) -> String? {
    for directory in directories {
      let file = directory + "/data/" + path
      if FileManager.default.fileExists(atPath: file) { return file }
    }
    print("\(test): no shared data set \(path) here, nothing to check (set SHARED_DIR)")
    return nil
  }

  /// A file of the repository itself, by its path from the top.
  public static func repositoryFile(_ path: String) -> String { packageRoot + "/" + path }

  private static let packageRoot = String(#filePath.dropLast("/Tests/Support/SharedData.swift".count))

  private static var directories: [String] {
    [ProcessInfo.processInfo.environment["SHARED_DIR"], packageRoot + "/../shared"].compactMap { $0 }
  }
}
