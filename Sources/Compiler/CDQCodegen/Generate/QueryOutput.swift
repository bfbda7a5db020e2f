import CDQIR
import CDQSemantics
import CDQSyntax

/// What generating the functions of some queries gives beside the functions: what their file needs, and diagnostics.
struct QueryOutput: Sendable {
  let context: GenerationContext
  var unit: GeneratedUnit
  var diagnostics: [Diagnostic] = []

  init(_ context: GenerationContext) {
    self.context = context
    unit = GeneratedUnit(access: context.options.effectiveAccess, runtimeModule: context.facts.runtimeModule)
  }

  /// Reports that the back end cannot express the query. It is an error, or a warning for a query of a Core Data model,
  /// which is omitted: its text belongs to Xcode, and the rest of the model is sound.
  mutating func refuse(_ query: CompiledQuery, _ refusal: Refusal) {
    let isOfModel = query.typed == nil
    let omission = isOfModel ? ["the query '\(query.name)' is omitted"] : []
    diagnostics.append(
      Diagnostic(
        isOfModel ? .warning : .error, context.facts.code, stage: .check,
        "the \(context.facts.title) back end cannot express \(refusal.construct): \(refusal.reason)",
        file: query.file, at: place(of: refusal.nodes, in: query), help: [refusal.help] + omission, query: query.name))
  }

  /// Reports a warning: the framework may not run the query, or may give other results.
  mutating func warn(_ query: CompiledQuery, _ construct: UncertainConstruct) {
    diagnostics.append(
      Diagnostic(
        .warning, context.facts.code, stage: .check, "\(context.facts.warning): \(construct.text)", file: query.file,
        at: place(of: construct.nodes, in: query),
        help: ["test it with a store of yours, or use the memory back end"], query: query.name))
  }

  /// The IR as JSON; reports an error and returns nil when it nests too deeply to be decoded again.
  mutating func jsonText(of query: CompiledQuery) -> String? {
    if let json = GeneratedJSON.text(of: query.ir) { return json }
    diagnostics.append(
      Diagnostic(
        .error, .backendMemory, stage: .check, "the query nests too deeply to be read again", file: query.file,
        at: query.nameSpan, query: query.name))
    return nil
  }

  /// The place of the smallest node that has one in the text; else that of the query's name.
  private func place(of nodes: [IRNode], in query: CompiledQuery) -> SourceSpan {
    guard !nodes.isEmpty, let typed = query.typed else { return query.nameSpan }
    let places = LoweredPlaces(typed)
    for node in nodes {
      if let span = places[node], !span.isEmpty { return span }
    }
    return query.nameSpan
  }
}
