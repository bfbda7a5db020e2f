import Foundation

// Writes random queries as Swift for SwiftData, and a table of them: `swift run WriteDevice 500 7` writes 500 with the
// random seed 7.

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let count = max(1, arguments.first ?? 14)
let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

// SwiftData expresses more than half of the texts.
var random = QueryText(seed: UInt64(arguments.dropFirst().first ?? 1))
let texts = (1...(count * 2)).map { (name: "q\($0)", text: random.query()) }
var taken = try SwiftDataFiles(
  root: root, schema: "Sources/Device/Schema.cdq", output: "Sources/Device", isForApple: true, queries: texts)
let queries = texts.filter { taken.names.contains($0.name) }.prefix(count)
taken = try SwiftDataFiles(
  root: root, schema: "Sources/Device/Schema.cdq", output: "Sources/Device", isForApple: true, queries: Array(queries))

var table = """
  // DO NOT EDIT. Written by WriteDevice.
  import CDQKit
  import SwiftData

  func generatedQueries() -> [GeneratedQuery] {
    var queries: [GeneratedQuery] = []

  """
for query in queries {
  table += """
      queries.append(
        GeneratedQuery(text: #"\(query.text)"#) { (context: ModelContext) throws -> [Int64] in
          try Queries.\(query.name)(in: context).map(\\.id)
        })

    """
}
table += "  return queries\n}\n"
try Data(table.utf8).write(to: root.appending(path: "Sources/Device/GeneratedQueries.swift"))
print("\(queries.count) queries written")
