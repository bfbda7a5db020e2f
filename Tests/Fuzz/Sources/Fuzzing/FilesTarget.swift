import CDQFuzzSupport
import Foundation

/// Queries Parquet and CSV files by DuckDB, where its library is found. An input that begins with `PAR1` is a Parquet
/// file, any other one CSV.
public struct FilesTarget: FuzzTarget {
  public static let name = "files"

  public init() {}

  public static func seeds() -> [[UInt8]] {
    FileQuerying.seeds(in: FileManager.default.temporaryDirectory) + [
      Array("id,name\n1,Oslo\n2,\"a \"\"b\"\"\"\n".utf8), Array("a;b\n1,5;2001-01-01\n".utf8),
    ]
  }

  public static let dictionary = ["PAR1", "schema", "name", "\"", ",", "\n", "\0"]

  public func run(_ input: [UInt8]) throws -> Set<String> {
    guard FileQuerying.isPossible else { return [] }
    let isParquet = input.starts(with: Array("PAR1".utf8))
    let file = FileManager.default.temporaryDirectory.appending(
      path: "cdq-fuzz-\(ProcessInfo.processInfo.processIdentifier).\(isParquet ? "parquet" : "csv")")
    try Data(input).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return FileQuerying(file.path).features
  }
}
