import CDQFuzzSupport
import CDQKit

/// Scans source files of apps. The first byte of an input says whether the rest is Swift or Objective-C.
public struct ScanTarget: FuzzTarget {
  public static let name = "scan"
  /// The stack of the threads on which `cdq scan` reads files.
  public static let stackSize = 8 << 20

  public init() {}

  public static func seeds() -> [[UInt8]] {
    let files = RepositoryFiles.contents(below: "Tests/Corpus/scan", extensions: ["swift", "m"])
    let tests = RepositoryFiles.contents(below: "Tests/CDQScanTests", extensions: ["swift"])
    return files.map { [UInt8(ascii: "s")] + $0 } + (files + tests).map { [UInt8(ascii: "o")] + $0 }
      + tests.map { [UInt8(ascii: "s")] + $0 }
  }

  public static let dictionary = [
    "NSPredicate(format: \"", "[NSPredicate predicateWithFormat:@\"", "#Predicate<Town> { ", "\\(", "\"\"\"", "#\"",
    "@\"", " + ",
    "String(format: ", "request.predicate = ", "Town.fetchRequest()", "@FetchRequest(", "@Query", "@Model class ", "%@",
    "%K", ", x)",
    "$0.", " ?? ", " && ", "if let ", "in ", "// cdq:allow ", "/*", "*/", "#define F @\"", "import RealmSwift",
    ".filter(\"", "'", "{", "}",
  ]

  public func run(_ input: [UInt8]) throws -> Set<String> {
    guard let first = input.first else { return [] }
    let bytes = Array(input.dropFirst())
    let scan = SourceScanning(bytes, isSwift: first & 1 == 1)
    let again = SourceScanning(bytes, isSwift: first & 1 == 1)
    try require(scan.report == again.report, "two scans find the same")
    try require(scan.outside == 0, "places are inside of the text")
    for finding in scan.report.diagnostics where finding.file.hasPrefix("App") {
      try require(Int(finding.span.end) <= bytes.count, "findings are inside of the text", finding.description)
      for edit in finding.fixIts.flatMap(\.edits) {
        try require(Int(edit.span.end) <= bytes.count, "edits are inside of the text", finding.description)
      }
    }
    _ = scan.report.rendered()
    return Set(scan.places).union(scan.report.diagnostics.map(\.code.rawValue))
  }
}
