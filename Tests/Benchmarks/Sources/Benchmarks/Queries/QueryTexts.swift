import Foundation

/// The texts of `World.cdq` and `Queries.cdq`, which the build plugin compiles and the other engines parse.
struct QueryTexts {
  let schema: String
  private let queries: [String: String]

  init() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    schema = try String(
      contentsOf: folder.deletingLastPathComponent().appending(path: "Data/World.cdq"), encoding: .utf8)
    let text = try String(contentsOf: folder.appending(path: "Queries.cdq"), encoding: .utf8)
    var queries: [String: String] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("query ") {
      let parts = line.dropFirst("query ".count).split(separator: " = ", maxSplits: 1).map(String.init)
      if parts.count == 2 { queries[parts[0]] = parts[1] }
    }
    self.queries = queries
  }

  func text(of query: QueryCase) throws -> String {
    guard let text = query.text ?? queries[query.name] else {
      throw BenchmarkError("Queries.cdq has no '\(query.name)'")
    }
    return text
  }
}

/// An error that ends the benchmark.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
