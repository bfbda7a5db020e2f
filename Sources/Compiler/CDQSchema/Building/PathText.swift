/// Operations on paths as text; nothing here accesses the file system.
package enum PathText {
  /// Resolves a path relative to a folder: `b/c` relative to `a` is `a/b/c`; an absolute path is returned unchanged.
  package static func join(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") || folder.isEmpty || folder == "." { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  /// The folder of a path: `a` for `a/b`, empty for `b`, `/` for `/b`.
  package static func folder(of path: String) -> String {
    let trimmed = trim(path)
    guard let slash = trimmed.lastIndex(of: "/") else { return "" }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// The last component of a path; trailing slashes are ignored.
  package static func name(of path: String) -> String {
    let trimmed = trim(path)
    guard let slash = trimmed.lastIndex(of: "/") else { return trimmed }
    return String(trimmed[trimmed.index(after: slash)...])
  }

  /// The text after the last point of the last component: `cdq` for `a/b.cdq`; empty without a point.
  package static func fileExtension(of path: String) -> String {
    let name = name(of: path)
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return "" }
    return String(name[name.index(after: point)...])
  }

  /// The path without trailing slashes.
  package static func trim(_ path: String) -> String {
    var result = Substring(path)
    while result.count > 1, result.hasSuffix("/") { result.removeLast() }
    return String(result)
  }

  /// The path with `.` and `x/..` resolved as text, so that two spellings of one file compare equal.
  package static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    if path.hasPrefix("/") { return "/" + joined }
    return joined.isEmpty ? "." : joined
  }
}
