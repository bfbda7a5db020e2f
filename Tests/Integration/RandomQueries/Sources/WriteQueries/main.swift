import Foundation

// Writes random queries: as `.cdq` for the plugin and its back ends, as Swift for SwiftData, and as a table of calls for the test.

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let count = arguments.first ?? 50
var random = QueryText(seed: UInt64(arguments.dropFirst().first ?? 1))
var queries: [(name: String, text: String)] = []
for number in 1...max(1, count) { queries.append(("q\(number)", random.query())) }

let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
let cdq = queries.map { "query \($0.name) = \($0.text)\n" }.joined()
for target in ["Places", "Stored"] {
  try Data(cdq.utf8).write(to: root.appending(path: "Sources/\(target)/Queries.cdq"))
}
// Up to 50 queries are meant to be committed, so only 25 of them are generated for SwiftData, to keep the files short.
let modeled = try SwiftDataFiles(root: root, queries: count > 50 ? queries : Array(queries.prefix(25)))
let selected = try SelectedFile(root: root, queries: queries)
var calls = """
  // DO NOT EDIT. Written by WriteQueries.
  import CDQConnections
  import CDQRuntime
  import Modeled
  import Places
  import Selected
  import Stored
  import SwiftData

  func randomCalls() -> [RandomCall] {
    var calls: [RandomCall] = []

  """
for query in queries {
  let model =
    modeled.names.contains(query.name)
    ? "{ (context: ModelContext) throws -> [Int64] in try Queries.\(query.name)(in: context).map(\\.id) }" : "nil"
  let selection =
    selected.names.contains(query.name)
    ? "{ (connection: any DatabaseConnection) throws -> [Int64] in try Queries.\(query.name)().all(on: connection).map(\\.id) }"
    : "nil"
  calls += """
      calls.append(
        RandomCall(
          query: #"\(query.text)"#,
          stored: { (store: Store) throws -> [Int64] in try Queries.\(query.name)(in: store).map(\\.id) },
          closed: { (towns: [Places.Town]) throws -> [Int64] in \
    \(query.text.contains("LIKE") || query.text.contains("MATCHES") ? "try " : "")\
    Queries.\(query.name)(in: towns).map(\\.id) },
          modeled: \(model),
          selected: \(selection)))

    """
}
calls += "  return calls\n}\n"
try Data(calls.utf8).write(to: root.appending(path: "Tests/RandomTests/Calls.swift"))
print("\(queries.count) queries written, \(modeled.names.count) of them for SwiftData, \(selected.names.count) for SQLite")
