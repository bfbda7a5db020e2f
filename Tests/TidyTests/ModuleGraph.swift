import CDQTestSupport
import Foundation

/// The modules of this package as the table `folders` in `Package.swift` lists them, with what they import.
struct ModuleGraph {
  /// The folder of `Sources` that holds a module, by the module's name.
  private(set) var folders: [String: String] = [:]
  /// The modules that a module imports, by its name.
  private(set) var imports: [String: Set<String>] = [:]

  /// Reads the table of a manifest.
  init(manifest: String) throws {
    let table = try #/let folders:.*?\n\]\n/#.dotMatchesNewlines().firstMatch(in: manifest).map { String($0.output) } ?? ""
    var folder = ""
    // The list of a folder begins with a module in parentheses, that of a module with a name or not at all.
    for match in table.matches(of: #/"(\w+)",\s*\[(?:\s*(\()|([^()\[\]]*)\])/#) {
      let name = String(match.output.1)
      guard let names = match.output.3 else {
        folder = name
        continue
      }
      folders[name] = folder
      imports[name] = Set(names.matches(of: #/"(\w+)"/#).map { String($0.output.1) })
    }
  }

  /// The modules of this package.
  static let ours = Result { try ModuleGraph(manifest: String(contentsOf: Repository.url("Package.swift"), encoding: .utf8)) }

  /// The module of a file below `Sources`; nil for a file in none, such as a page.
  static func module(of path: String) -> String? {
    let parts = path.split(separator: "/")
    return parts.count > 3 ? String(parts[2]) : nil
  }
}
