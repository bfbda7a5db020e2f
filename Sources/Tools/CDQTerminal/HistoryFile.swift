import CDQFileWriting
import CDQFiles
import Foundation

/// The file of the REPL's history: `$CDQ_HISTORY`, else `cdq/history` in `$XDG_STATE_HOME`, else `~/.cdq_history`. An
/// empty `CDQ_HISTORY` switches the history off.
package struct HistoryFile {
  private static let sizeLimit = 1 << 26
  private let path: String

  /// nil when `CDQ_HISTORY` is empty, or the environment names no folder for the file.
  package init?(environment: [String: String]) {
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

  /// Reads the lines of earlier sessions; none when there is no file.
  package func read() -> [String] {
    guard let bytes = try? FileSystem(sizeLimit: HistoryFile.sizeLimit).read(path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { HistoryFile.unescaped($0) }
  }

  /// Writes the lines. It ignores errors: a session does not fail because of its history.
  package func write(_ lines: [String]) {
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let text = lines.map { HistoryFile.escaped($0) + "\n" }.joined()
    // Queries can hold private data, so only the user may read the file.
    guard let file = try? NewFile(path, .replace, mode: 0o600) else { return }
    guard (try? file.write(Array(text.utf8))) != nil else { return }
    try? file.commit(isSynced: false)
  }

  /// Escapes line breaks, because an entry may have several lines but has one in the file.
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
