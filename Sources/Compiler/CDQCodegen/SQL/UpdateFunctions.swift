import CDQIR
import CDQSemantics

/// The functions of an `update` on a database: one that gives it with its arguments, and one that runs it in a store, with
/// another for a transaction.
struct UpdateFunctions {
  static let holder = "CDQPrepared"

  let query: CompiledQuery
  let signature: QuerySignature
  private let context: GenerationContext
  private let store: String
  private let transaction: String

  init(_ query: CompiledQuery, _ context: GenerationContext) {
    self.query = query
    self.context = context
    var signature = QuerySignature(query, types: context.types)
    store = signature.names.unique("store")
    transaction = signature.names.unique("transaction")
    self.signature = signature
  }

  /// The query as data.
  func prepared(_ json: String) -> SwiftDeclaration {
    let type = context.types.runtime("GeneratedQuery")
    return SwiftDeclaration(
      .stored(
        isStatic: true, isConstant: true, query.name, .named(type), .call(type, SwiftArgument(.wrappedString(json)))))
  }

  /// The function that gives the query with its arguments.
  func statement(_ located: ([SwiftStatement]) -> [SwiftStatement]) -> SwiftDeclaration {
    let type = context.types.runtime("UpdateStatement")
    let prepared = SwiftExpression.member(.name(UpdateFunctions.holder), query.name)
    var writer = MemoryBody(signature: signature, types: context.types, prepared: prepared, store: store)
    let (statements, arguments) = writer.arguments()
    let made = SwiftExpression.call(
      SwiftExpression.path(type), [SwiftArgument(prepared)] + arguments.map { SwiftArgument($0) })
    return SwiftDeclaration(
      documentation: ["The update `\(query.name)` with its arguments."], access: context.access,
      .function(
        SwiftFunction(
          name: query.name, isStatic: true, parameters: signature.parameters, result: .named(type),
          body: located(statements + [.return(made)]))))
  }

  /// The functions that run the update.
  func runs(_ located: ([SwiftStatement]) -> [SwiftStatement]) -> [SwiftDeclaration] {
    let types = context.types
    let documentation = signature.documentation(
      throwing: ["`DatabaseError`; `.execution(.refused)` when a rule of the schema forbids a value"])
    func run(on name: String, _ type: String, isAsync: Bool) -> SwiftFunction {
      SwiftFunction(
        name: query.name, isStatic: true, isAsync: isAsync,
        parameters: [SwiftFunction.Parameter("in", name, .named(types.runtime(type)))] + signature.parameters,
        isThrowing: true, errorType: isAsync ? nil : types.runtime("DatabaseError"), result: .named(types.standard("Int")),
        body: located([call(on: name, isAwaited: isAsync)]))
    }
    return [
      SwiftDeclaration(
        documentation: documentation, attributes: ["nonisolated(nonsending)"], access: context.access,
        .function(run(on: store, "DatabaseStore", isAsync: true))),
      SwiftDeclaration(
        documentation: documentation, access: context.access,
        .function(run(on: transaction, "DatabaseTransaction", isAsync: false))),
    ]
  }

  private func call(on name: String, isAwaited: Bool) -> SwiftStatement {
    let arguments = zip(query.ir.parameters, signature.parameterNames).map { SwiftArgument($0.name, .name($1)) }
    let function = SwiftExpression.member(.name(context.types.runtime("Queries")), query.name)
    let call = SwiftExpression.call(
      .member(.call(function, arguments), "run"), [SwiftArgument("in", .name(name))])
    return .return(.attempt(isAwaited ? .prefix("await ", call) : call))
  }
}
