import CDQIR
import CDQSQL
import CDQSemantics

/// The functions of one query on a database: one that gives its statement, one that runs it, and with `writes` one for a
/// transaction.
struct StatementFunctions {
  let query: CompiledQuery
  let signature: QuerySignature
  let body: StatementBody
  /// The name of the statement's type.
  private let statementType: SwiftType
  /// The struct for the rows of a `select`; nil without one.
  private let rowType: String?
  private let context: GenerationContext
  private let database: String
  private let transaction: String

  /// Whether the functions are members of the struct that rows become, and not of `Queries`. An entity may have the name of
  /// one of its members, so that they call the struct `Self`.
  private let isOfModel: Bool

  /// The functions of a query.
  ///
  /// - Throws: `SQLRefusal` when the dialect has no exact statement for the query.
  init(_ query: CompiledQuery, isOfModel: Bool = false, _ target: SQLTarget, _ context: GenerationContext) throws(SQLRefusal) {
    let isDeletion = query.ir.cardinality == .delete
    if isDeletion, !target.writes { throw SQLRefusal(target.onlyReads, help: target.writingHelp) }
    self.query = query
    self.isOfModel = isOfModel
    self.context = context
    let types = context.types
    var signature = QuerySignature(query, types: types)
    database = signature.names.unique(isDeletion ? "store" : "connection")
    transaction = signature.names.unique("transaction")
    self.signature = signature
    rowType = context.rowTypeName(query)
    statementType =
      isDeletion
      ? .named(types.runtime("DeleteStatement"))
      : .generic(
        types.runtime("SelectStatement"),
        [isOfModel ? .named("Self") : StatementFunctions.element(of: query, rowType, context)])
    let statement = try target.statement(for: query.ir)
    body = StatementBody(
      signature: signature, types: types, dialect: target.dialect, statement: statement,
      levels: StatementLevels(statement, query.ir.projection, rowType),
      function: isOfModel ? .name("Self.\(query.name)") : .member(.name(types.runtime("Queries")), query.name))
  }

  /// The type that a row becomes.
  private static func element(of query: CompiledQuery, _ rowType: String?, _ context: GenerationContext) -> SwiftType {
    if let rowType { return .named(rowType) }
    if let item = query.ir.projection?.items.first { return context.types.type(item.type) }
    switch query.ir.cardinality {
    case .many, .first, .one: return context.types.declared(query.ir.entity)
    case .count, .exists, .delete, .update: return .named(context.types.standard("Int"))
    }
  }

  /// The function that gives the statement.
  ///
  /// - Parameter located: Connects the body with the place of the query.
  func statement(_ located: ([SwiftStatement]) -> [SwiftStatement] = { $0 }) -> SwiftDeclaration {
    SwiftDeclaration(
      documentation: body.documentation(of: query.name), access: context.access,
      .function(
        SwiftFunction(
          name: query.name, isStatic: true, parameters: signature.parameters, isThrowing: true,
          errorType: context.types.runtime("DatabaseError"), result: statementType,
          body: located(body.statements(read: query.ir.cardinality == .delete ? nil : read)))))
  }

  /// The functions that run the statement.
  func runs(_ located: ([SwiftStatement]) -> [SwiftStatement] = { $0 }) -> [SwiftDeclaration] {
    let types = context.types
    func run(on name: String, _ type: String, isAsync: Bool) -> SwiftFunction {
      let place = [SwiftFunction.Parameter("in", name, .named(type))]
      return SwiftFunction(
        name: query.name, isStatic: true, isAsync: isAsync,
        parameters: isOfModel ? signature.parameters + place : place + signature.parameters, isThrowing: true,
        errorType: isAsync ? nil : types.runtime("DatabaseError"), result: isOfModel ? .optional(.named("Self")) : context.functionResult(query, rowType),
        body: located([body.run(on: name, isAwaited: isAsync)]))
    }
    let place =
      query.ir.cardinality == .delete ? types.runtime("DatabaseStore") : "some \(types.runtime("SQLExecutor"))"
    let documentation = signature.documentation(throwing: [errors])
    let asynchronous = SwiftDeclaration(
      documentation: documentation, attributes: ["nonisolated(nonsending)"], access: context.access,
      .function(run(on: database, place, isAsync: true)))
    guard context.options.writes else { return [asynchronous] }
    return [
      asynchronous,
      SwiftDeclaration(
        documentation: documentation, access: context.access,
        .function(run(on: transaction, types.runtime("DatabaseTransaction"), isAsync: false))),
    ]
  }

  private var errors: String {
    switch query.ir.cardinality {
    case .one:
      "`DatabaseError`, of which `.execution(.notFound)` and `.execution(.notUnique)` say that there is not one object"
    case .delete: "`DatabaseError`; `.execution(.refused)` when a delete rule forbids it"
    // `UpdateFunctions` writes those of an update.
    case .many, .first, .count, .exists, .update: "`DatabaseError`, and what the connection throws"
    }
  }

  // MARK: rows

  /// The struct for the rows of a `select`, with an initializer that reads it.
  func rowStruct() -> SwiftDeclaration? {
    guard let result = context.rowStruct(query, rowType, context.access), let projection = query.ir.projection else {
      return nil
    }
    return body.levels.reading(result, body.statement, projection, context)
  }

  /// The function that makes the value of a row.
  private var read: SwiftExpression {
    let row = SwiftExpression.name(context.types.runtime("SQLRow"))
    if let rowType, !body.levels.shapes.isEmpty {
      return StatementLevels.closure(rowType, hasShapes: true, context.types)
    }
    if let rowType { return closure(.call(rowType, SwiftArgument("row", .name("row")))) }
    if let item = query.ir.projection?.items.first {
      let reading = RowReading(item.type, context.types)
      if reading.isKey { return closure(reading.call(of: "row", at: body.statement.outputs.first?.columns ?? [])) }
      return .member(row, "first" + reading.name)
    }
    switch query.ir.cardinality {
    case .many, .first, .one:
      let type = isOfModel ? .name("Self.init") : SwiftExpression.path(context.types.declared(query.ir.entity).text)
      return closure(.call(type, [SwiftArgument("row", .name("row"))]))
    case .count, .exists, .delete, .update: return .member(row, "firstValue")
    }
  }

  /// `{ row throws(DatabaseError) in try City(row: row) }`: in Swift 5, a reference to the initializer is not `Sendable`.
  private func closure(_ value: SwiftExpression) -> SwiftExpression {
    .closure(
      SwiftClosure(
        parameters: ["row"], errorType: context.types.runtime("DatabaseError"), result: .named(""),
        body: [.expression(.attempt(value))]))
  }
}

extension SQLOutput {
  /// The columns of the value: one, or those of the attributes that identify an object.
  var columns: [Int] {
    switch content {
    case .value(let column): [column]
    case .constant: [0]
    case .object(let shape): shape.identity.isEmpty ? Array(shape.key.prefix(1)) : shape.identity.map(\.column)
    }
  }
}
