import CDQSyntax
import CDQTestSupport
import CDQTool
import Foundation
import Testing

/// The shapes of `Tests/Corpus/scan/shapes`: each line with a predicate says in a comment what the scan must decide.
///
/// `// ok` allows notes and places that are not checked, so that it says that nothing is reported wrongly. Each folder is
/// an app of its own.
@Suite struct ScanShapeTests {
  static let root = "Tests/Corpus/scan/shapes"
  static let apps = [
    "Arguments", "CoreData", "Realm", "SwiftData", "Frameworks", "Idioms", "Podcasts", "Chat", "Fitness", "Notes",
  ]

  private struct Place: Hashable {
    var file: String
    var line: Int
  }

  private static func app(_ name: String) throws -> TestFolder {
    let folder = try TestFolder()
    try FileManager.default.copyItem(atPath: Repository.url(root + "/" + name).path, toPath: folder.path + "/App")
    return folder
  }

  /// The verdicts that the comments name, by place: `ok`, or a severity and a code.
  private static func expected(_ folder: TestFolder, _ app: String) throws -> [Place: String] {
    var result: [Place: String] = [:]
    let files = ["swift", "m"].flatMap { Repository.files(below: root + "/" + app, extension: $0) }
    for url in files {
      let text = try folder.text("App/" + url.lastPathComponent)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard let match = line.firstMatch(of: /\/\/ (ok|(?:error|warning) [a-z-]+)$/) else { continue }
        result[Place(file: url.lastPathComponent, line: index + 1)] = String(match.output.1)
      }
    }
    return result
  }

  private struct Finding: Hashable {
    var place: Place
    var verdict: String
  }

  /// The findings of a scan that are more than notes, and the lines of all places.
  private static func scan(_ folder: TestFolder) throws -> (findings: Set<Finding>, places: Set<Place>) {
    var findings: Set<Finding> = []
    var places: Set<Place> = []
    for line in ToolRun("scan DIR/App --format ndjson", in: folder).output.split(separator: "\n") {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let file = try #require(object["file"] as? String).split(separator: "/").last.map(String.init) ?? ""
      places.insert(Place(file: file, line: try #require(object["line"] as? Int)))
      for finding in try #require(object["diagnostics"] as? [[String: Any]]) {
        guard let severity = finding["severity"] as? String, severity != "note", let code = finding["code"] as? String,
          let start = (finding["range"] as? [String: Any])?["start"] as? [String: Any] ?? finding["start"] as? [String: Any],
          let line = start["line"] as? Int
        else { continue }
        findings.insert(Finding(place: Place(file: file, line: line), verdict: "\(severity) \(code)"))
      }
    }
    return (findings, places)
  }

  @Test func thereAreManyShapes() throws {
    let count = try Self.apps.map { try Self.expected(Self.app($0), $0).count }.reduce(0, +)
    #expect(count >= 950)
  }

  @Test(arguments: apps) func everyVerdictIsRight(_ app: String) throws {
    let folder = try Self.app(app)
    let expected = try Self.expected(folder, app)
    let (findings, places) = try Self.scan(folder)
    for (place, verdict) in expected {
      #expect(places.contains(place), "\(place.file):\(place.line) has no place")
      let found = findings.filter { $0.place == place }.map(\.verdict)
      #expect(found == (verdict == "ok" ? [] : [verdict]), "\(place.file):\(place.line) \(found)")
    }
    for finding in findings { #expect(expected[finding.place] != nil, "\(finding)") }
  }

  private struct Edit {
    var file: String
    var start: (line: Int, column: Int)
    var end: (line: Int, column: Int)
    var text: String

    /// The edit of a replacement of SARIF, whose columns count UTF-16 units from 1.
    init?(_ replacement: [String: Any], _ file: String) {
      guard let region = replacement["deletedRegion"] as? [String: Any], let line = region["startLine"] as? Int,
        let column = region["startColumn"] as? Int, let endColumn = region["endColumn"] as? Int
      else { return nil }
      self.file = file
      start = (line, column)
      end = (region["endLine"] as? Int ?? line, endColumn)
      text = (replacement["insertedContent"] as? [String: Any])?["text"] as? String ?? ""
    }

    func applied(to source: String) -> String {
      var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf16) }
      let tail = lines[end.line - 1][(end.column - 1)...]
      let head = lines[start.line - 1][..<(start.column - 1)]
      lines[start.line - 1] = head + Array(text.utf16) + tail
      if end.line > start.line { lines.removeSubrange(start.line..<end.line) }
      return lines.map { String(decoding: $0, as: UTF16.self) }.joined(separator: "\n")
    }
  }

  /// Each fix-it, as SARIF writes it, removes its finding and changes no other.
  @Test(arguments: apps) func fixItsKeepTheMeaning(_ app: String) throws {
    let folder = try Self.app(app)
    let (before, _) = try Self.scan(folder)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(ToolRun("scan DIR/App --format sarif", in: folder).output.utf8))
        as? [String: Any])
    let results = try #require((report["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
    var count = 0
    for result in results {
      guard result["level"] as? String != "note", let fix = (result["fixes"] as? [[String: Any]])?.first,
        let change = (fix["artifactChanges"] as? [[String: Any]])?.first,
        let location = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any],
        let path = (location["artifactLocation"] as? [String: Any])?["uri"] as? String,
        let line = (location["region"] as? [String: Any])?["startLine"] as? Int
      else { continue }
      let file = path.split(separator: "/").last.map(String.init) ?? ""
      let edits = (change["replacements"] as? [[String: Any]] ?? []).compactMap { Edit($0, file) }
      let original = try folder.text("App/" + file)
      var changed = original
      for edit in edits.sorted(by: { ($0.start.line, $0.start.column) > ($1.start.line, $1.start.column) }) {
        changed = edit.applied(to: changed)
      }
      try folder.write("App/" + file, Data(changed.utf8))
      let (after, _) = try Self.scan(folder)
      try folder.write("App/" + file, Data(original.utf8))
      let rule = result["ruleId"] as? String ?? ""
      let gone = before.subtracting(after)
      #expect(gone.count == 1 && gone.first?.place == Place(file: file, line: line), "\(file):\(line) \(rule): \(gone)")
      #expect(after.subtracting(before).isEmpty, "\(file):\(line) \(rule): \(after.subtracting(before))")
      count += 1
    }
    // Each app with formats has some.
    #expect(count > 0 || ["SwiftData", "Notes"].contains(app))
  }
}
