import CDQIR
import CDQSQL
import CDQSemantics
import CDQSyntax

/// The back end that generates SQL: for each query a function that gives the statement with its arguments, and one that
/// runs it on a connection.
struct SQLBackEnd: BackEnd {
  private(set) var facts = BackEndFacts(
    code: .backendSQL, title: "SQL", runtimeModule: "CDQConnections", namesTypesOfOthers: false,
    names: ["Swift", "Foundation", "CDQConnections", "CDQDatabase", "CDQMapping", "CDQPrepared", "CDQEntities"])
  /// The database whose statements it writes.
  private var target = SQLTarget(Schema(entities: []), GenerateOptions())

  func prepared(for schema: Schema, _ options: GenerateOptions) -> any BackEnd {
    var result = self
    result.target = SQLTarget(schema, options)
    if options.writes { result.facts.runtimeModule = "CDQDatabase" }
    return result
  }

  func findings(_ context: GenerationContext) -> [Diagnostic] {
    if !target.writes, !context.mappings.isEmpty { return context.mappings.map { refusal(of: $0) } }
    if context.options.mapping == nil { return [] }
    return target.findings.isEmpty ? MappingCheck(target.mapping, target.dialect, context).diagnostics : target.findings
  }

  private func refusal(of mapping: CompiledMapping) -> Diagnostic {
    Diagnostic(
      .error, .backendSQL, stage: .check,
      "the SQL back end has no function for the mapping '\(mapping.name)': \(target.onlyReads)", file: mapping.file,
      at: mapping.nameSpan, help: [target.writingHelp])
  }

  func addMappings(of source: GenerateSource, to unit: inout GeneratedUnit, _ context: GenerationContext) {
    guard target.writes else { return }
    MappingFunctions(
      in: [
        .init(name: "transaction", type: "DatabaseTransaction"), .init(name: "store", type: "DatabaseStore", isAsync: true),
      ], throwing: "; `DatabaseError`", context
    ).add(of: source, to: &unit)
  }

  func addTypes(of source: GenerateSource, to unit: inout GeneratedUnit, _ context: GenerationContext) {
    unit.addModels(of: source, in: context) { $0.databaseDeclarations(target, context) }
  }

  func declarations(
    of query: CompiledQuery, in source: GenerateSource, _ output: inout QueryOutput
  ) -> [SwiftDeclaration] {
    let context = output.context
    // A mapping with mistakes would only cause more of them here.
    if !target.findings.isEmpty { return [] }
    if query.ir.cardinality == .update { return updates(query, in: source, &output) }
    let functions: StatementFunctions
    do throws(SQLRefusal) {
      functions = try StatementFunctions(query, target, context)
    } catch {
      let refusal = Refusal(
        "the query '\(query.name)' in \(target.dialect.title)", error.reason,
        help: error.help ?? "the memory back end can run it, and so can the product CDQDatabase on a database")
      output.refuse(query, error.nodes.reduce(refusal) { $0.at($1) })
      return []
    }
    noteUses(query, functions, &output)
    let located = { context.located($0, query, source) }
    return [functions.signature.sortEnum(access: context.access), functions.rowStruct()].compactMap { $0 }
      + [functions.statement(located)] + functions.runs(located)
  }

  /// The functions of an `update`, whose statement the database's rules decide about when it runs.
  private func updates(
    _ query: CompiledQuery, in source: GenerateSource, _ output: inout QueryOutput
  ) -> [SwiftDeclaration] {
    guard target.writes else {
      output.refuse(query, Refusal("the query '\(query.name)'", target.onlyReads, help: target.writingHelp))
      return []
    }
    guard let json = output.jsonText(of: query) else { return [] }
    let context = output.context
    let functions = UpdateFunctions(query, context)
    output.unit.addPrepared(functions.prepared(json), holder: UpdateFunctions.holder)
    if functions.signature.needsFoundation { output.unit.usesFoundation(publicly: true) }
    output.unit.uses(context.modules(declaring: context.enumerations(of: query.ir.parameters)), publicly: true)
    let located = { context.located($0, query, source) }
    return [functions.statement(located)] + functions.runs(located)
  }

  private func noteUses(_ query: CompiledQuery, _ functions: StatementFunctions, _ output: inout QueryOutput) {
    let context = output.context
    if functions.signature.needsFoundation || context.selectsFoundation(query) {
      output.unit.usesFoundation(publicly: true)
    } else if functions.body.needsFoundation {
      output.unit.usesFoundation(publicly: false)
    }
    var names = [query.ir.entity] + context.enumerations(of: query.ir.parameters)
    if let projection = query.ir.projection {
      names += context.enumerations(of: projection.allItems.map { ParameterIR(name: $0.name, type: $0.type) })
    }
    output.unit.uses(context.modules(declaring: names), publicly: true)
  }
}
