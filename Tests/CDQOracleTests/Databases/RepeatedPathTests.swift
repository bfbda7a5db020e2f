import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSQL
import Testing

/// Conditions on paths that reach one object in many ways. The databases answer them by sets, as the engines do.
@Suite(.serialized) struct RepeatedPathTests {
  private static let schema = """
    entity Node {
      id: Int64 @unique
      name: String?
      age: Int64
      tags: [String]
      friends: [Node] inverse fans
      fans: [Node] inverse friends
      boss: Node? inverse staff
      staff: [Node] inverse boss
    }
    """

  /// Some nodes have no boss, no friends or no name.
  private static func world() throws -> RandomWorld {
    let objects = (0..<24).map { id in
      var references: [String: [Int]] = [:]
      if id % 5 > 0 { references["friends"] = Array(Set([(id * 7 + 3) % 24, (id * 5 + 1) % 24, id / 2])).sorted() }
      if id % 4 > 0 { references["boss"] = [id / 4] }
      let tags = (0..<id % 3).map { Value.string("t\($0 + id % 2)") }
      return RawObject(
        entity: "Node", id: .int(Int64(id)),
        attributes: ["name": id % 6 == 0 ? .null : .string("n\(id % 7)"), "age": .int(Int64(id % 9)), "tags": .list(tags)],
        references: references)
    }
    return RandomWorld(schema: try Schema(parsing: schema), objects: objects)
  }

  private static let paths = [
    "friends.friends", "friends.fans", "friends.friends.friends", "friends.friends.friends.friends", "friends.boss.staff",
    "boss.staff", "staff.boss.staff", "staff.staff", "staff.friends.fans", "boss.friends.boss.staff",
  ]

  private static let conditions = paths.flatMap { path in
    [
      "ANY \(path).name == 'n3'", "NONE \(path).name == 'n3'", "ALL \(path).age > 2", "NOT ALL \(path).name == 'n3'",
      "ANY \(path).name == name", "ANY \(path).name == NULL", "ALL \(path).name != NULL", "'n3' IN \(path).name",
      "NOT name IN \(path).name", "age == 4 AND ANY \(path).age == 3", "ANY \(path).tags == 't1'",
      "\(path).@count > 0", "\(path).@count == 0", "1 > \(path).@count", "0 != \(path).@count", "\(path).@count > 2",
      "SUBQUERY(\(path), $x, $x.age > 5 AND ANY $x.friends.age < 3).@count > 0",
      "SUBQUERY(\(path), $x, $x.age > 5 AND ANY $x.friends.age < age).@count == 0",
      "SUBQUERY(\(path), $x, SUBQUERY($x.staff, $y, SUBQUERY($y.friends, $z, $z.age == 3).@count > 0).@count > 0).@count > 0",
      "ANY SUBQUERY(\(path), $x, $x.age > 3).friends.name == 'n1'", "ANY SUBQUERY(friends, $x, $x.age > 3).\(path).name == 'n1'",
      "ANY \(path).name == $name?", "ANY \(path).name == $name OR age > $age?", "name IN boss.\(path).name",
    ]
  }

  @Test func `They find the same on every engine and database`() throws {
    let server = try DatabaseTests.postgres.map { try PostgresConnection(url: $0, canWrite: true) }
    let world = try RepeatedPathTests.world()
    var worlds = [
      try DatabaseWorld(world, postgres: server, isForeign: false, in: "paths"),
      try DatabaseWorld(world, postgres: nil, isForeign: true),
    ]
    if DuckDBLibraryTest.isThere { worlds.append(try DuckDBTests.world(world, .tables)) }
    for condition in RepeatedPathTests.conditions {
      for values in condition.contains("$name") ? [["name": Value.string("n3")], ["age": .int(7)], [:]] : [[:]] {
        let ir = try CheckedQuery(parsing: "Node where \(condition)", in: world.schema).ir
        let given = values.merging(condition.contains("$name ") ? ["name": .string("n2")] : [:]) { $1 }
        let arguments = Arguments(given.filter { name, _ in ir.parameters.contains { $0.name == name } })
        for world in worlds {
          for (index, (name, database, connection)) in world.databases.enumerated() {
            switch world.outcome(ir, arguments, index) {
            case .exact: break
            case .residual: Issue.record("\(name) leaves a part of \(condition) to memory")
            case .refused(let reasons): Issue.record("\(name) refuses \(condition): \(reasons)")
            case .different(let difference): Issue.record("\(name): \(condition)\n\(difference)")
            }
            let run = StatementRun(world.loaded, ir, arguments, database, connection)
            if case .different(let difference) = run.outcome() {
              Issue.record("\(name), generated: \(condition)\n\(difference)")
            }
          }
        }
      }
    }
  }

  /// A table of links that comes up twice in one `FROM` clause would be followed from each row of the first.
  @Test(arguments: [
    "ANY friends.friends.friends.friends.friends.friends.name == 'x'", "ALL friends.fans.friends.age > 3",
    "'x' IN friends.fans.friends.name", "friends.friends.friends.@count == 0",
    "ANY SUBQUERY(friends, $a, $a.age > 3).friends.name == 'x'",
    "SUBQUERY(friends, $a, SUBQUERY($a.friends, $b, ANY $b.friends.name == 'x').@count > 0).@count > 0",
  ])
  func `No statement follows a path by all ways`(condition: String) throws {
    let schema = try Schema(parsing: RepeatedPathTests.schema)
    let ir = try CheckedQuery(parsing: "Node where \(condition)", in: schema).ir
    for dialect in SQLDialect.standard {
      let statement = try SQLGenerator.template(for: ir, schema: schema, mapping: OwnLayout(schema).mapping, dialect: dialect)
      let text = statement.statement.text
      #expect(!text.contains(#"JOIN "Node_friends""#), "\(text)")
      // Only the first step depends on the row of the query.
      let rest = text.split(separator: dialect.name == .sqlite ? " IN (SELECT " : "EXISTS (SELECT 1 ").dropFirst()
      #expect(rest.count > 1 || condition.hasPrefix("ANY SUB"), "\(text)")
      if dialect.name == .sqlite { #expect(rest.allSatisfy { !$0.contains("t1.") || $0.contains(" ORDER BY ") }, "\(text)") }
    }
  }

  /// A set is made of all rows, which would take longer than to follow the paths of one.
  @Test func `A query for one object follows the first steps from there`() throws {
    let schema = try Schema(parsing: RepeatedPathTests.schema)
    let ir = try CheckedQuery(parsing: "Node where id == $id AND ANY friends.friends.friends.age > 3", in: schema).ir
    let statement = try SQLGenerator.template(for: ir, schema: schema, mapping: OwnLayout(schema).mapping, dialect: .sqlite)
    let text = statement.statement.text
    #expect(text.split(separator: #"JOIN "Node_friends""#).count == 2 && text.split(separator: " IN (SELECT ").count == 2, "\(text)")
  }
}
