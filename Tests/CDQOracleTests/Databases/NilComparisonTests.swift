import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import Foundation
import Testing

/// Every relation has the value of `NilTable` if an operand is nil, whatever the kind of the operands and wherever the
/// condition is: in the engines, the oracle, the databases and generated statements.
///
///     CDQ_POSTGRES=postgres://… CDQ_NIL_PAIRS=all swift test --filter NilComparisonTests
@Suite(.serialized) struct NilComparisonTests {
  /// Whether everything is combined with everything. Else each operand has each relation, but other combinations are
  /// taken by turns.
  private static let isWhole = ProcessInfo.processInfo.environment["CDQ_NIL_PAIRS"] == "all"
  private static let all = Set(0..<8)

  /// The same objects in memory and in all databases of this machine.
  private struct Worlds {
    /// Made once, for the suite runs one test after the other.
    static nonisolated(unsafe) let shared = Result { try Worlds("nils") }

    let all: [DatabaseWorld]
    var loaded: OracleCase.Loaded { all[0].loaded }

    init(_ place: String) throws {
      let world = try NilTable.world()
      let server = try DatabaseTests.postgres.map { try PostgresConnection(url: $0, canWrite: true) }
      // The tables of others have no columns of folded texts.
      var all = [
        try DatabaseWorld(world, postgres: server, isForeign: false, in: place),
        try DatabaseWorld(world, postgres: nil, isForeign: true),
      ]
      if DuckDBLibraryTest.isThere { all.append(try DuckDBTests.world(world, .tables)) }
      self.all = all
    }
  }

  /// A query, with the objects that it must find and those that it must not.
  private struct Expectation {
    var text: String
    var arguments: [String: Value] = [:]
    var finds: Set<Int>
    var omits: Set<Int>
  }

  /// Runs a query everywhere; returns whether it is as expected and the same everywhere.
  private static func check(_ query: Expectation, _ worlds: Worlds) {
    let one = OracleCase(
      world: worlds.loaded.world, entity: nil, phrase: Phrase(.predicate, query.text), arguments: query.arguments)
    let compiled = one.compile(worlds.loaded)
    guard let typed = compiled.typed, let ir = compiled.ir else {
      Issue.record("\(query.text): \(compiled.diagnostics.map(\.message))")
      return
    }
    let comment = "\(query.text) \(query.arguments)"
    let arguments = Arguments(query.arguments)
    let options = ExecutionOptions(now: OracleCase.now, locale: OracleCase.locale, engine: .row)
    guard case .records(let records)? = try? worlds.loaded.store.run(ir, arguments: arguments, options: options) else {
      Issue.record("\(comment): no records")
      return
    }
    let found = Set(records.compactMap { if case .int(let id) = $0["id"] { Int(id) } else { nil } })
    if !found.isSuperset(of: query.finds) || !found.isDisjoint(with: query.omits) {
      Issue.record("\(comment): finds \(found.sorted()), must find \(query.finds.sorted()), but not \(query.omits.sorted())")
    }
    if case .different(let difference) = one.outcome(typed, ir, worlds.loaded) { Issue.record("\(comment)\n\(difference)") }
    for world in worlds.all {
      for (index, (name, database, connection)) in world.databases.enumerated() {
        switch world.outcome(ir, arguments, index) {
        case .exact, .residual: break
        case .refused(let reasons): Issue.record("\(name) refuses \(comment): \(reasons)")
        case .different(let difference): Issue.record("\(name): \(comment)\n\(difference)")
        }
        if case .different(let difference) = StatementRun(world.loaded, ir, arguments, database, connection).outcome() {
          Issue.record("\(name), generated: \(comment)\n\(difference)")
        }
      }
    }
  }

  /// The objects for which a relation is known by the table, with its value.
  private static func values(_ relation: NilTable.Relation, _ left: NilTable.Operand, _ right: NilTable.Operand) -> [Int: Bool] {
    var result: [Int: Bool] = [:]
    for id in all where left.isNil(id) || right.isNil(id) {
      result[id] = left.isNil(id) && right.isNil(id) ? relation.bothNil : relation.oneNil
    }
    return result
  }

  private static func expectation(
    _ use: NilTable.Use, _ condition: String, _ values: [Int: Bool], _ arguments: [String: Value] = [:]
  ) -> Expectation {
    Expectation(
      text: "Item where \(use.predicate(condition))", arguments: arguments,
      finds: Set(values.filter { $0.value != use.isNegated }.keys), omits: Set(values.filter { $0.value == use.isNegated }.keys))
  }

  private static let null = NilTable.Operand("NULL") { _ in true }

  /// The relations that the checker takes for operands, one of which may be a literal NULL.
  private static func relations(_ family: NilTable.Family, withNull: Bool) -> [NilTable.Relation] {
    NilTable.relations.filter { relation in
      switch relation.operands {
      case .any: true
      // What has no order may be compared with NULL, but has no range.
      case .ordered: family.isOrdered || withNull && !relation.text.contains("BETWEEN")
      case .texts: family.name == "texts"
      }
    }
  }

  @Test(arguments: NilTable.families.indices) func `A literal NULL, on either side, is nil`(index: Int) throws {
    let family = NilTable.families[index]
    let worlds = try Worlds.shared.get()
    var number = 0
    for operand in family.left {
      for relation in NilComparisonTests.relations(family, withNull: true) {
        for (left, right) in [(operand, NilComparisonTests.null), (NilComparisonTests.null, operand)] {
          // On the right of IN, NULL is neither a collection nor a text.
          if relation.text == "l IN r", right.text == "NULL" { continue }
          let values = NilComparisonTests.values(relation, left, right)
          number += 1
          for (turn, use) in NilTable.uses.enumerated() where NilComparisonTests.isWhole || number % NilTable.uses.count == turn {
            NilComparisonTests.check(
              NilComparisonTests.expectation(use, relation.condition(left.text, right.text), values), worlds)
          }
        }
      }
    }
  }

  @Test(arguments: NilTable.families.indices) func `Operands that are nil for some objects`(index: Int) throws {
    let family = NilTable.families[index]
    let worlds = try Worlds.shared.get()
    var number = 0
    for left in family.left {
      for right in family.right {
        for relation in NilComparisonTests.relations(family, withNull: false) {
          for (left, right) in [(left, right), (right, left)] {
            number += 1
            if !NilComparisonTests.isWhole, number % 13 != 0 { continue }
            let values = NilComparisonTests.values(relation, left, right)
            // The uses by turns, since each is tested above with each relation.
            let use = NilTable.uses[number % NilTable.uses.count]
            NilComparisonTests.check(
              NilComparisonTests.expectation(use, relation.condition(left.text, right.text), values), worlds)
          }
        }
      }
    }
  }

  @Test(arguments: NilTable.families.indices) func `An argument that is nil, and one that is absent`(index: Int) throws {
    let family = NilTable.families[index]
    let worlds = try Worlds.shared.get()
    let argument = NilTable.Operand("$p") { _ in true }
    var number = 0
    for (place, operand) in family.left.enumerated() {
      for relation in NilComparisonTests.relations(family, withNull: false) {
        for (left, right) in [(operand, argument), (argument, operand)] {
          // Nothing gives the text of a list its type, and on the right of IN a parameter is a list.
          if family.name == "texts", right.text == "$p", ["l IN r", "{ r } CONTAINS l"].contains(relation.text) { continue }
          let condition = relation.condition(left.text, right.text)
          let values = NilComparisonTests.values(relation, left, right)
          number += 1
          if !NilComparisonTests.isWhole, place > 0, number % 4 != 0 { continue }
          for (turn, use) in NilTable.uses.enumerated()
          where NilComparisonTests.isWhole || number / 4 % NilTable.uses.count == turn {
            // The test for NULL lets the argument be nil.
            var query = NilComparisonTests.expectation(use, "$p == NULL AND \(condition)", values, ["p": .null])
            NilComparisonTests.check(query, worlds)
            query.text = "Item where \(use.predicate(condition.replacing("$p", with: "$p?")))"
            (query.finds, query.omits) = use.findsAllWithout ? (NilComparisonTests.all, []) : ([], NilComparisonTests.all)
            // An optional parameter is absent without an argument, and with nil.
            let isAbsent = number / 4 % 2 == 0
            if NilComparisonTests.isWhole || !isAbsent { NilComparisonTests.check(query, worlds) }
            query.arguments = [:]
            if NilComparisonTests.isWhole || isAbsent { NilComparisonTests.check(query, worlds) }
          }
        }
      }
    }
  }

  /// Conditions about collections, which are never nil, and about their elements. Of the objects without home, those
  /// with an even number have one guest with values, those with an odd number one without; the others have no guests.
  @Test(arguments: [
    ("ANY guests.n == NULL", [1, 3]), ("ANY guests.n != NULL", [0, 2]), ("ANY guests.n <= NULL", [1, 3]),
    ("ANY guests.n < NULL", []), ("ALL guests.n == NULL", [1, 3, 4, 5, 6, 7]), ("ALL guests.n != NULL", [0, 2, 4, 5, 6, 7]),
    ("ALL guests.n > NULL", [4, 5, 6, 7]), ("NONE guests.n == NULL", [0, 2, 4, 5, 6, 7]),
    ("NONE guests.n >= NULL", [0, 2, 4, 5, 6, 7]), ("NONE guests.n != NULL", [1, 3, 4, 5, 6, 7]),
    ("ANY guests.home == NULL", []), ("ANY guests.host == NULL", [2, 3]), ("ANY guests.host >= NULL", [2, 3]),
    ("ALL guests.host > NULL", [4, 5, 6, 7]), ("ANY guests.kind != NULL", [0, 2]), ("ANY guests.s CONTAINS NULL", []),
    ("NONE guests.s CONTAINS NULL", Array(0..<8)), ("ANY guests.n IN {NULL, 1}", []),
    ("ALL guests.n BETWEEN {NULL, 9}", [4, 5, 6, 7]), ("NULL IN guests.n", []), ("guests.n CONTAINS NULL", []),
    ("NOT (guests.n CONTAINS NULL)", Array(0..<8)), ("NULL IN scores", []), ("scores CONTAINS NULL", []),
    ("tags CONTAINS NULL", []), ("ANY scores == NULL", []), ("NONE tags >= NULL", Array(0..<8)),
    ("ANY tags != NULL", [0, 2, 4, 6]), ("n IN scores", [0, 2, 4, 6]), ("scores CONTAINS n", [0, 2, 4, 6]),
    ("home IN {NULL}", []), ("NULL IN {NULL, 1}", []), ("SUBQUERY(guests, $g, $g.n == NULL).@count > 0", [1, 3]),
    ("SUBQUERY(guests, $g, NOT $g.n <= NULL).@count > 0", [0, 2]),
    ("SUBQUERY(guests, $g, $g.n >= n).@count > 0", [0, 1, 2, 3]),
    ("SUBQUERY(guests, $g, $g.host != home).@count > 0", [0, 1]),
  ] as [(String, [Int])]) func `Elements of a collection`(predicate: String, found: [Int]) throws {
    let query = Expectation(text: "Item where \(predicate)", finds: Set(found), omits: NilComparisonTests.all.subtracting(found))
    NilComparisonTests.check(query, try Worlds.shared.get())
  }
}
