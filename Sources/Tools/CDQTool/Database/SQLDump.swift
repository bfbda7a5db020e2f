import CDQDuckDB
import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRuntime
import CDQSQL
import CDQSharding
import CDQTerminal
import Foundation

/// `cdq dump --stage sql`: the statement that a dialect has for a query, in our own layout or by a mapping.
struct SQLDump {
  private let schema: Schema
  private let context: CommandContext
  private let dialect: SQLDialect
  private let database: Database
  private let sharded: ShardedLayout?
  /// The values of `--param`; other parameters have samples.
  private let values: [String: ParameterText]

  init(_ schema: Schema, _ context: CommandContext) throws(Failure) {
    (self.schema, self.context) = (schema, context)
    values = try context.arguments.parameterTexts()
    dialect = context.arguments.dialect(of: SQLDialect.all)
    sharded = try context.shardedLayout(schema)
    if sharded != nil, dialect.name != .postgres || context.arguments["mapping"] != nil {
      throw .usage("--shards is for --dialect postgres, in our own layout")
    }
    database = Database(schema: schema, mapping: try context.mappingFile() ?? OwnLayout(schema).mapping, dialect: dialect)
  }

  /// Prints the statement of a query; false if the dialect has none.
  func show(_ ir: QueryIR) throws(Failure) -> Bool {
    guard let plan = try plan(ir) else { return false }
    for line in SQLText.lines(plan, dialect) { context.console.print(line) }
    for crossing in sharded?.crossings(of: ir) ?? [] { context.console.print("-- \(crossing)") }
    return true
  }

  /// The statement of a query for a program; nil if the dialect has none, which is then reported.
  func statement(_ ir: QueryIR) throws(Failure) -> StatementJSON? {
    try plan(ir).map { StatementJSON($0.statement, dialect) }
  }

  private func plan(_ ir: QueryIR) throws(Failure) -> DatabasePlan? {
    let arguments: Arguments
    do throws(QueryFailure) {
      arguments = try self.arguments(for: ir)
    } catch {
      context.show(error, in: "<query>")
      return nil
    }
    do throws(DatabaseError) {
      return try database.plan(ir, arguments: arguments)
    } catch {
      context.show(QueryFailure(error), in: "<query>")
      return nil
    }
  }

  private func arguments(for ir: QueryIR) throws(QueryFailure) -> Arguments {
    var result = SampleArguments.arguments(for: ir, schema)
    let coding = ValueCoding(schema: schema)
    for parameter in ir.parameters {
      guard let value = values[parameter.name] else { continue }
      let type = OptionalType(parameter.type.base.evaluated, isOptional: parameter.type.isOptional)
      do throws(ValueCodingError) {
        result[parameter.name] = try value.value(as: type, coding)
      } catch {
        throw QueryFailure(error, parameter: "$\(parameter.name)", type: type)
      }
    }
    return result
  }
}

/// A statement with its parameters, for a program that has a driver of its own.
struct StatementJSON: Encodable {
  private struct Binding: Encodable {
    /// The name of the parameter, such as `p1`, `$1` or `?1`.
    var name: String
    var type: String
    var value: Scalar
  }

  private enum Scalar: Encodable {
    case null, int(Int64), real(Double), text(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .int(let number): try container.encode(number)
      case .real(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }

  private var text: String
  private var bindings: [Binding]
  private var columns: [String]

  init(_ statement: SQLStatement, _ dialect: SQLDialect) {
    text = statement.text
    columns = statement.columns.map(\.name)
    bindings = statement.bindings.enumerated().map { index, datum in
      let mark = dialect.parameter(index + 1)
      let name = mark.hasPrefix(":") ? String(mark.dropFirst()) : mark
      return switch datum {
      case .null: Binding(name: name, type: "null", value: .null)
      case .int(let number): Binding(name: name, type: "integer", value: .int(number))
      case .real(let number) where number.isFinite: Binding(name: name, type: "real", value: .real(number))
      case .real: Binding(name: name, type: "real", value: .text(datum.textForm ?? ""))
      case .text(let text): Binding(name: name, type: "text", value: .text(text))
      case .blob(let data): Binding(name: name, type: "base64", value: .text(data.base64EncodedString()))
      }
    }
  }
}
