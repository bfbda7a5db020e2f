import Foundation

/// Where the REPL keeps its history: `$CDQ_HISTORY`, else `cdq/history` in the state folder of XDG, else
/// `~/.cdq_history`.
/// An empty `CDQ_HISTORY` keeps none.
struct HistoryFile {
  private let path: String

  /// nil when no history is to be kept.
  init?(environment: [String: String]) {
    if let path = environment["CDQ_HISTORY"] {
      guard !path.isEmpty else { return nil }
      self.path = path
    } else if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") {
      path = folder + "/cdq/history"
    } else if let home = environment["HOME"], !home.isEmpty {
      path = home + "/.cdq_history"
    } else {
      return nil
    }
  }

  /// The lines of earlier sessions; none when there is no file.
  func read() -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map { HistoryFile.unescaped($0) }
  }

  /// Keeps the lines. A history that cannot be written is no reason to fail.
  func write(_ lines: [String]) {
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let text = lines.map { HistoryFile.escaped($0) + "\n" }.joined()
    // Queries can hold private data.
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    guard let handle = FileHandle(forWritingAtPath: path) else { return }
    try? handle.truncate(atOffset: 0)
    try? handle.write(contentsOf: Data(text.utf8))
    try? handle.close()
  }

  /// An entry may have several lines; in the file it has one.
  private static func escaped(_ line: String) -> String {
    line.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\n", with: "\\n")
  }

  private static func unescaped(_ line: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in line {
      if isEscaped {
        result.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
