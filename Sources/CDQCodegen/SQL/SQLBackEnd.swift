#if SQLBackEnd
import CDQIR
import CDQSQL
import CDQSemantics
import CDQSyntax

/// The back end that generates SQL: for each query a function that gives the statement with its arguments, and one that
/// runs it on a connection.
struct SQLBackEnd: BackEnd {
  let facts = BackEndFacts(
    code: .backendSQL, title: "SQL", runtimeModule: "CDQConnections", namesTypesOfOthers: false,
    names: ["Swift", "Foundation", "CDQConnections", "CDQEntities"])
  /// The database whose statements it writes.
  private var target = SQLTarget(Schema(entities: []), dialect: .sqlite)

  func prepared(for schema: Schema, _ options: GenerateOptions) -> any BackEnd {
    var result = self
    result.target = SQLTarget(schema, dialect: SQLDialect.Name(options.dialect))
    return result
  }

  func addTypes(of source: GenerateSource, to unit: inout GeneratedUnit, _ context: GenerationContext) {
    unit.addModels(of: source, in: context) { [$0.model()] + [$0.rowInitializer(target)].compactMap { $0 } }
  }

  func declarations(
    of query: CompiledQuery, in source: GenerateSource, _ output: inout QueryOutput
  ) -> [SwiftDeclaration] {
    let (context, types) = (output.context, output.context.types)
    let access = context.access
    var signature = QuerySignature(query, types: types)
    let connection = signature.names.unique("connection")
    let rowType = context.rowTypeName(query)
    var body: StatementBody
    do throws(SQLRefusal) {
      if query.ir.cardinality == .delete { throw SQLRefusal("it writes functions that read") }
      body = StatementBody(
        signature: signature, types: types, dialect: target.dialect,
        statement: try target.statement(for: query.ir))
    } catch {
      output.refuse(
        query,
        Refusal(
          "the query '\(query.name)' in \(target.dialect.title)", error.reason,
          help: error.help ?? "the memory back end can run it, and so can the product CDQDatabase on a database"))
      return []
    }
    noteUses(query, signature, body, &output)
    let element = element(of: query, rowType, context)
    let statement = SwiftFunction(
      name: query.name, isStatic: true, parameters: signature.parameters, isThrowing: true,
      errorType: types.runtime("DatabaseError"), result: .generic(types.runtime("SelectStatement"), [element]),
      body: context.located(body.statements(read: read(query, rowType, context)), query, source))
    let run = SwiftFunction(
      name: query.name, isStatic: true, isAsync: true,
      parameters: [SwiftFunction.Parameter("in", connection, .named("some \(types.runtime("SQLExecutor"))"))]
        + signature.parameters,
      isThrowing: true, result: context.functionResult(query, rowType),
      body: context.located([body.run(on: connection)], query, source))
    return [
      signature.sortEnum(access: access),
      context.rowStruct(query, rowType, access).map { withInitializer($0, of: query, body.statement, context) },
      SwiftDeclaration(
        documentation: body.documentation(of: query.name), access: access, .function(statement)),
      SwiftDeclaration(
        documentation: signature.documentation(throwing: [errors(query)]), attributes: ["nonisolated(nonsending)"],
        access: access, .function(run)),
    ].compactMap { $0 }
  }

  private func errors(_ query: CompiledQuery) -> String {
    query.ir.cardinality == .one
      ? "`DatabaseError`, of which `.execution(.notFound)` and `.execution(.notUnique)` say that there is not one object"
      : "`DatabaseError`, and what the connection throws"
  }

  private func noteUses(
    _ query: CompiledQuery, _ signature: QuerySignature, _ body: StatementBody, _ output: inout QueryOutput
  ) {
    let context = output.context
    if signature.needsFoundation || context.selectsFoundation(query) {
      output.unit.usesFoundation(publicly: true)
    } else if body.needsFoundation {
      output.unit.usesFoundation(publicly: false)
    }
    var names = [query.ir.entity] + context.enumerations(of: query.ir.parameters)
    if let projection = query.ir.projection {
      names += context.enumerations(of: projection.items.map { ParameterIR(name: $0.name, type: $0.type) })
    }
    output.unit.uses(context.modules(declaring: names), publicly: true)
  }

  // MARK: rows

  /// The type that a row becomes.
  private func element(of query: CompiledQuery, _ rowType: String?, _ context: GenerationContext) -> SwiftType {
    if let rowType { return .named(rowType) }
    if let item = query.ir.projection?.items.first { return context.types.type(item.type) }
    switch query.ir.cardinality {
    case .many, .first, .one: return context.types.declared(query.ir.entity)
    case .count, .exists, .delete: return .named(context.types.standard("Int"))
    }
  }

  /// The function that makes the value of a row.
  private func read(_ query: CompiledQuery, _ rowType: String?, _ context: GenerationContext) -> SwiftExpression {
    let row = SwiftExpression.name(context.types.runtime("SQLRow"))
    if let rowType { return closure(rowType, context) }
    if let item = query.ir.projection?.items.first {
      let reading = RowReading(item.type, context.types)
      if let root = reading.root {
        return .call(.member(row, "first" + reading.name), [SwiftArgument("root", .string(root))])
      }
      return .member(row, "first" + reading.name)
    }
    switch query.ir.cardinality {
    case .many, .first, .one:
      return closure(context.types.declared(query.ir.entity).text, context)
    case .count, .exists, .delete: return .member(row, "firstValue")
    }
  }

  /// `{ row throws(DatabaseError) in try City(row: row) }`: in Swift 5, a reference to the initializer is not `Sendable`.
  private func closure(_ type: String, _ context: GenerationContext) -> SwiftExpression {
    .closure(
      SwiftClosure(
        parameters: ["row"], errorType: context.types.runtime("DatabaseError"), result: .named(""),
        body: [.expression(.attempt(.call(type, SwiftArgument("row", .name("row")))))]))
  }

  /// The row struct with an initializer that reads it.
  private func withInitializer(
    _ declaration: SwiftDeclaration, of query: CompiledQuery, _ statement: SQLQuery, _ context: GenerationContext
  ) -> SwiftDeclaration {
    guard case .type(let keyword, let name, let conformances, var members) = declaration.kind,
      let projection = query.ir.projection
    else { return declaration }
    let places = statement.outputs.map(\.firstColumn)
    let body = zip(projection.items, places).map { item, place in
      SwiftStatement.assign(
        .member(.name("self"), item.name), "=", RowReading(item.type, context.types).value(of: "row", at: place))
    }
    members.append(ModelWriter.rowInitializer(body, context.types, context.access, "A row as the database gives it."))
    var result = declaration
    result.kind = .type(keyword, name: name, conformances: conformances, members)
    return result
  }
}

extension SQLOutput {
  /// The first column of the value.
  var firstColumn: Int {
    switch content {
    case .value(let column): column
    case .constant: 0
    case .object(let shape): shape.identity.first?.column ?? shape.key.first ?? 0
    }
  }
}
#endif
