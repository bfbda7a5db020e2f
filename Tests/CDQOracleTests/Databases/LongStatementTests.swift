import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSQL
import CDQSchema
import Foundation
import Testing

/// Long, wide and deep queries have the answers of memory: no limit of a database reaches the user.
///
/// `CDQ_LONG_PARTS` is the largest number of parts of a query.
@Suite(.serialized) struct LongStatementTests {
  private static let longest = ProcessInfo.processInfo.environment["CDQ_LONG_PARTS"].flatMap { Int($0) } ?? .max
  private static let text = """
    entity Row {
      id: Int64 @unique
      n: Int64?
      d: Double
      s: String?
      flag: Bool?
      next: Row? inverse others
      others: [Row] inverse next
    }
    """

  private static func databases() throws -> DatabaseWorld {
    var objects: [RawObject] = []
    for id in 0..<Int64(5) {
      var values: [String: Value] = ["d": .double(Double(id) * 1.5), "s": .string("name \(id)"), "flag": .bool(id == 2)]
      if id != 3 { values["n"] = .int(id * 7) }
      objects.append(RawObject(entity: "Row", id: .int(id), attributes: values, references: id > 0 ? ["next": [Int(id) - 1]] : [:]))
    }
    let server = try DatabaseTests.postgres.map { try PostgresConnection(url: $0, canWrite: true) }
    return try DatabaseWorld(RandomWorld(schema: Schema(parsing: text), objects: objects), postgres: server, isForeign: false, in: "long")
  }

  private static func check(_ text: String, _ world: DatabaseWorld, _ what: String) throws {
    let ir = try CheckedQuery(parsing: text, in: world.loaded.checked.schema).ir
    for (index, (name, database, connection)) in world.databases.enumerated() {
      switch world.outcome(ir, [:], index) {
      case .different(let difference): Issue.record("\(name), \(what): \(difference.prefix(300))")
      case .refused(let reasons): Issue.record("\(name), \(what): \(reasons)")
      case .exact, .residual: break
      }
      // A statement of generated code runs, or is refused when it is written.
      if case .different(let difference) = StatementRun(world.loaded, ir, [:], database, connection).outcome() {
        Issue.record("\(name), generated, \(what): \(difference.prefix(300))")
      }
    }
  }

  /// Queries of a number of parts.
  private static let long: [(name: String, counts: [Int], text: @Sendable (Int) -> String)] = [
    ("OR", [39, 41, 2_000, 20_000, 100_000], { "Row where " + (0..<$0).map { "id == \($0 * 2)" }.joined(separator: " OR ") }),
    ("AND", [41, 2_000, 20_000], { "Row where " + (0..<$0).map { "n != \($0 * 14)" }.joined(separator: " AND ") }),
    ("OR of AND", [41, 3_000], { "Row where " + (0..<$0).map { "(n > \($0) AND id < \($0) AND flag != TRUE)" }.joined(separator: " OR ") }),
    ("NOT of OR", [41, 3_000], { "Row where NOT (" + (0..<$0).map { "n == \($0)" }.joined(separator: " OR ") + ")" }),
    ("+", [10, 30, 90, 501], { "Row where n" + String(repeating: " + id", count: $0) + " > 20" }),
    ("-", [10, 30, 90, 501], { "Row where n" + String(repeating: " - id", count: $0) + " > -100" }),
    ("/", [10, 30, 90, 501, 20_000], { "Row where d" + String(repeating: " / 1.5", count: $0) + " > 0.5" }),
    ("*", [10, 30, 90, 20_000], { "Row where d" + String(repeating: " * 1.0", count: $0) + " > 0.5" }),
    ("IN", [500, 20_000, 40_000], { "Row where id IN {" + (0..<$0).map { String($0 * 2) }.joined(separator: ", ") + "}" }),
    ("a list as a table", [400, 600, 1_500], { "Row where SUBQUERY({" + (0..<$0).map { String($0) }.joined(separator: ", ") + "}, $x, $x > n).@count > 3" }),
    ("items of select", [100, 1_500, 2_500], { "Row select " + (0..<$0).map { "n + \($0) as c\($0)" }.joined(separator: ", ") }),
    ("CONTAINS[cd]", [15, 60, 1_000], { "Row where " + (0..<$0).map { "s CONTAINS[cd] 'é \($0)'" }.joined(separator: " OR ") }),
  ]

  @Test(arguments: LongStatementTests.long.indices) func `Long chains have the rows of memory`(index: Int) throws {
    let world = try LongStatementTests.databases()
    let (name, counts, text) = LongStatementTests.long[index]
    for count in counts where count <= LongStatementTests.longest {
      try LongStatementTests.check(text(count), world, "\(count) \(name)")
    }
  }

  /// Queries that nest a construct.
  private static let deep: [(name: String, text: @Sendable (Int) -> String)] = [
    ("abs", { String(repeating: "abs(", count: $0) + "n" + String(repeating: ")", count: $0) + " > 1" }),
    ("NOT", { String(repeating: "NOT (", count: $0) + "n == 7" + String(repeating: ")", count: $0) }),
    ("TERNARY", { String(repeating: "TERNARY(n > 1, ", count: $0) + "n" + String(repeating: ", id)", count: $0) + " != id" }),
    ("paths", { String(repeating: "next.", count: $0) + "n == n" }),
    ("AND in OR", { depth in
      (0..<depth).map { "(n != \($0) \($0 % 2 == 0 ? "AND" : "OR") " }.joined() + "n == 7" + String(repeating: ")", count: depth)
    }),
    ("SUBQUERY", { depth in
      (0..<depth).map { "SUBQUERY(\($0 == 0 ? "others" : "$v\($0 - 1).others"), $v\($0), " }.joined() + "$v0.n != n"
        + String(repeating: ").@count > 0", count: depth)
    }),
    ("+ in abs", { String(repeating: "abs(1 + ", count: $0) + "n" + String(repeating: ")", count: $0) + " > 1" }),
  ]

  @Test(arguments: LongStatementTests.deep.indices) func `Deep queries have the rows of memory`(index: Int) throws {
    let world = try LongStatementTests.databases()
    let (name, text) = LongStatementTests.deep[index]
    for depth in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 28, 32, 40] {
      let query = "Row where \(text(depth))"
      // Subqueries multiply the work, and the parser has a limit, too.
      if name == "SUBQUERY", depth > 12 { continue }
      guard (try? CheckedQuery(parsing: query, in: world.loaded.checked.schema)) != nil else { continue }
      try LongStatementTests.check(query, world, "\(name) to the depth \(depth)")
    }
  }
}
