import Foundation

/// What makes a source file wrong on another of the systems that the package is for, and which no compiler on Linux sees.
struct PlatformRules {
  private static let libraries: Set<String> = ["Glibc", "Musl", "Darwin"]

  /// A `#if` with its branches.
  private struct Conditional {
    /// Whether the current branch is compiled only for macOS and Linux.
    var isForPrograms: Bool
    /// The modules that the branches import.
    var imports: Set<String> = []
  }

  /// The faults of a file's text, as `line: what is wrong`.
  ///
  /// - Parameter castsNumbers: whether the file may cast to Bool and integers.
  static func faults(in text: String, castsNumbers: Bool = false) -> [String] {
    var open: [Conditional] = []
    var faults: [String] = []
    var firstDispatch: Int?
    var importsDispatch = false
    for (number, line) in code(of: text) {
      func report(_ message: String) { faults.append("\(number): \(message)") }
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "#if": open.append(Conditional(isForPrograms: isForPrograms(words.dropFirst().joined(separator: " "))))
      case "#elseif":
        if let last = open.indices.last { open[last].isForPrograms = isForPrograms(words.dropFirst().joined(separator: " ")) }
      case "#else": if let last = open.indices.last { open[last].isForPrograms = false }
      case "#endif":
        if let imports = open.popLast()?.imports, imports.contains("Glibc"), imports != libraries {
          report("Glibc is imported without \(libraries.subtracting(imports).sorted().joined(separator: " and "))")
        }
      default: break
      }
      if let at = words.firstIndex(of: "import"), at <= 1, at + 1 < words.count {
        let module = words[at + 1]
        if module == "Dispatch" { importsDispatch = true }
        if libraries.contains(module) {
          if open.isEmpty { report("\(module) is imported on every system") } else { open[open.count - 1].imports.insert(module) }
        }
        continue
      }
      if startsProgram(line), !open.contains(where: \.isForPrograms) {
        report("a program is started outside of '#if os(macOS) || os(Linux)'")
      }
      if !castsNumbers, castsNumber(line) { report("a cast that an NSNumber of another kind passes") }
      if firstDispatch == nil, usesDispatch(line) { firstDispatch = number }
    }
    if let firstDispatch, !importsDispatch { faults.append("\(firstDispatch): Dispatch is not imported") }
    return faults
  }

  /// Whether a line calls what only macOS and Linux have: programs of other systems cannot start programs.
  private static func startsProgram(_ line: String) -> Bool {
    !line.contains(/\bcase system\(/) && line.contains(/(?:^|[^\w.])(?:Process|posix_spawnp?|system|v?fork|popen|exec[lv]\w*)\(/)
  }

  /// Whether a line has a cast that succeeds for an `NSNumber` of another kind: one of 1 can be cast to Bool, Int64 and
  /// Double alike.
  private static func castsNumber(_ line: String) -> Bool {
    line.contains(/\b(?:is|as[?!]|case .* as)\s+(?:Bool|U?Int(?:8|16|32|64)?)(?:$|[^\w.])/)
  }

  private static func usesDispatch(_ line: String) -> Bool {
    line.contains(/(?:^|[^\w.])Dispatch[A-Z]/)
  }

  /// Whether a condition holds only on macOS and Linux: each of its alternatives names one of them.
  private static func isForPrograms(_ condition: String) -> Bool {
    condition.replacing(/[()]/, with: " ").split(separator: "||").allSatisfy { alternative in
      alternative.split(separator: "&&").contains { part in
        ["os macOS", "os Linux"].contains(part.split(separator: " ").joined(separator: " "))
      }
    }
  }

  /// What a line has that matters here. Few lines have any of it, and Foundation finds it faster than Swift's regular
  /// expressions.
  private static let marks = try? NSRegularExpression(
    pattern: "\"\"\"|^\\s*#(?:if|else|end)|\\bimport |\\b(?:Process|posix_spawnp?|system|v?fork|popen|exec[lv]\\w*)\\("
      + "|\\b(?:is|as[?!]|case .* as) +(?:Bool|U?Int)|Dispatch")

  /// The lines of a text that may matter, with their numbers, without comments and the contents of string literals.
  private static func code(of text: String) -> [(number: Int, line: String)] {
    var isText = false
    var lines: [(number: Int, line: String)] = []
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      guard marks?.firstMatch(in: line, range: NSRange(location: 0, length: line.utf16.count)) != nil else { continue }
      var code = ""
      for (index, part) in line.components(separatedBy: "\"\"\"").enumerated() {
        if index > 0 { isText.toggle() }
        if !isText { code += part }
      }
      code = code.replacing(/#".*?"#|"(?:\\.|[^"\\])*"/, with: "\"\"").replacing(/\/\/.*$/, with: "")
      lines.append((index + 1, code))
    }
    return lines
  }
}
