import CDQIR
import CDQRuntime
import CDQSemantics
import Foundation
import Testing

/// Runs the generated Swift of the corpus `towns` and the engine on the same objects, and compares the results.
@Suite struct ClosureRowsTests {
  /// The result of a query in comparable form.
  enum Rows: Equatable, Sendable {
    case towns([Int])
    case nations([String])
    case number(Int)
    case flag(Bool)
    /// Rows of a `select`, as text.
    case texts([String])
    case failure(String)
  }

  /// A call of a generated function, and the same arguments for the engine.
  struct Call: Sendable, CustomTestStringConvertible {
    var query: String
    /// The name of another query that the engine runs; nil for the same query.
    var asked: String?
    var arguments: Arguments
    var generated: @Sendable (World) throws -> Rows
    var testDescription: String { "\(query) \(arguments.values.sorted { $0.key < $1.key })" }
  }

  @Test(arguments: ClosureCalls.all)
  func `Plain Swift gives the rows of the engine`(_ call: Call) throws {
    let world = World.shared
    let ir = try #require(CodegenCorpus.towns.queries.first { $0.name == call.asked ?? call.query }?.ir)
    let generated = ClosureRowsTests.catching { try call.generated(world) }
    #expect(generated == engine(ir, call.arguments, world))
  }

  @Test func `Every query is called`() {
    #expect(Set(ClosureCalls.all.map(\.query)) == Set(CodegenCorpus.towns.queries.map(\.name)))
  }

  private func engine(_ ir: QueryIR, _ arguments: Arguments, _ world: World) -> Rows {
    ClosureRowsTests.catching {
      if ir.entity == "Nation" {
        let query = try PreparedQuery(ir, access: Nation.access)
        return .nations(try query.records(in: world.nations, arguments: arguments).map(\.code))
      }
      let query = try PreparedQuery(ir, access: Town.access)
      if ir.projection != nil {
        let rows = try query.rows(in: world.towns, arguments: arguments)
        return .texts(rows.map { $0.map(ClosureRowsTests.text).joined(separator: "|") })
      }
      switch ir.cardinality {
      case .many: return .towns(try query.records(in: world.towns, arguments: arguments).map(\.id))
      case .first: return .towns(try query.first(in: world.towns, arguments: arguments).map { [$0.id] } ?? [])
      case .one: return .towns([try query.one(in: world.towns, arguments: arguments).id])
      case .count: return .number(try query.count(in: world.towns, arguments: arguments))
      case .exists: return .flag(try query.exists(in: world.towns, arguments: arguments))
      // No generated closure updates.
      case .update: return .number(0)
      case .delete:
        // The engine cannot delete a program's own records, so it finds those that the query would delete.
        var finding = ir
        finding.cardinality = .many
        let found = try PreparedQuery(finding, access: Town.access).records(in: world.towns, arguments: arguments)
        let ids = Set(found.map(\.id))
        return .towns(world.towns.map(\.id).filter { !ids.contains($0) } + [found.count])
      }
    }
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .string(let text): text
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .date(let date): "\(date.timeIntervalSinceReferenceDate)"
    default: "-"
    }
  }

  private static func catching(_ body: () throws -> Rows) -> Rows {
    do { return try body() } catch { return .failure((error as? ExecutionError)?.code ?? "\(error)") }
  }
}
