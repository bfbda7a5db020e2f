/// The options of the command line.
struct BenchmarkOptions {
  var rowCount = 1_000_000
  /// Part of a name or family of queries; others are not run.
  var filter: String?
  var usesPeers = false
  var jsonPath: String?
  var isQuick = false

  static let usage = """
    usage: swift run -c release cdq-benchmarks [--rows N] [--filter TEXT] [--peers] [--json FILE] [--quick]

      --rows N       how many cities (default 1000000, with --quick 10000)
      --filter TEXT  only what has TEXT in its name or in the name of its operators
      --peers        ask DuckDB and Polars too; installs them with pip into the temporary folder
      --json FILE    write the measurements as a list of JSON objects
      --quick        one run of 10,000 rows: only whether everything works and gives the same
    """

  /// Parses the command line; nil when it has `--help`.
  init?(_ arguments: [String]) throws {
    var rest = arguments[...]
    var rows: Int?
    while let option = rest.popFirst() {
      switch option {
      case "--rows":
        guard let count = rest.popFirst().flatMap({ Int($0) }), count >= 1000, count <= 100_000_000 else {
          throw BenchmarkError("--rows needs a number from 1000 to 100000000")
        }
        rows = count
      case "--filter": filter = try BenchmarkOptions.value(of: option, &rest)
      case "--peers": usesPeers = true
      case "--json": jsonPath = try BenchmarkOptions.value(of: option, &rest)
      case "--quick": isQuick = true
      case "--help", "-h": return nil
      default: throw BenchmarkError("unknown option '\(option)'\n\n\(BenchmarkOptions.usage)")
      }
    }
    rowCount = rows ?? (isQuick ? 10_000 : 1_000_000)
  }

  func wants(_ query: QueryCase) -> Bool {
    wants(query.name) || wants(query.family)
  }

  func wants(_ name: String) -> Bool {
    filter.map { name.lowercased().contains($0.lowercased()) } ?? true
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value") }
    return value
  }
}
