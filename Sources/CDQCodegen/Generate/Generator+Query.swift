import CDQIR
import CDQSemantics
import CDQSyntax

// What all back ends need for one query.
extension Generator {
  /// The IR as JSON; reports an error and returns nil when it nests too deeply to be decoded again.
  mutating func jsonText(of query: CompiledQuery) -> String? {
    if let json = GeneratedJSON.text(of: query.ir) { return json }
    diagnostics.append(
      Diagnostic(
        .error, .backendMemory, stage: .check, "the query nests too deeply to be read again", file: query.file,
        at: query.nameSpan, query: query.name))
    return nil
  }

  /// The return type of a function: objects, a number or a Bool, or for a `select` rows of `rowType` or of the only
  /// selected value.
  func functionResult(_ query: CompiledQuery, _ rowType: String?) -> SwiftType {
    guard let projection = query.ir.projection else { return resultType(query) }
    let row =
      rowType.map { SwiftType.named($0) } ?? projection.items.first.map { types.type($0.type) } ?? .named("Never")
    switch query.ir.cardinality {
    case .first: return .optional(row)
    case .one: return row
    case .many, .count, .exists, .delete: return .array(row)
    }
  }

  /// Reports an error: the back end cannot express the query.
  mutating func refuse(_ query: CompiledQuery, _ code: DiagnosticCode, _ framework: String, _ refusal: Refusal) {
    diagnostics.append(
      Diagnostic(
        .error, code, stage: .check,
        "the \(framework) back end cannot express \(refusal.construct): \(refusal.reason)", file: query.file,
        at: place(of: refusal.nodes, in: query), help: [refusal.help], query: query.name))
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

  /// Reports a warning: the framework may not run the query, or may give other results.
  mutating func doubt(_ query: CompiledQuery, _ code: DiagnosticCode, _ message: String, _ doubt: Doubt) {
    diagnostics.append(
      Diagnostic(
        .warning, code, stage: .check, "\(message): \(doubt.text)", file: query.file,
        at: place(of: doubt.nodes, in: query),
        help: ["test it with a store of yours, or use the memory back end"], query: query.name))
  }
}
