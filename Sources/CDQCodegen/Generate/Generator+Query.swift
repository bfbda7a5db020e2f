import CDQIR
import CDQSemantics
import CDQSyntax

// What the back ends share about one query.
extension Generator {
  /// The IR as text; nil, and reported, when it nests too deeply to be read again.
  mutating func jsonText(of query: CompiledQuery) -> String? {
    if let json = GeneratedJSON.text(of: query.ir) { return json }
    diagnostics.append(
      Diagnostic(
        .error, .backendMemory, stage: .check, "the query nests too deeply to be read again", file: query.file,
        at: query.nameSpan, query: query.name))
    return nil
  }

  /// What the function gives: rows of `rowType`, or of the one selected value, for a `select`.
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

  /// Reports that a framework has no way to say what the query says.
  mutating func refuse(_ query: CompiledQuery, _ code: DiagnosticCode, _ framework: String, _ refusal: Refusal) {
    diagnostics.append(
      Diagnostic(
        .error, code, stage: .check,
        "the \(framework) back end cannot express \(refusal.construct): \(refusal.reason)", file: query.file,
        at: place(of: refusal.nodes, in: query), help: [refusal.help], query: query.name))
  }

  /// Where the smallest part of a query was written of which that is known; else the query's name.
  private func place(of nodes: [IRNode], in query: CompiledQuery) -> SourceSpan {
    guard !nodes.isEmpty, let typed = query.typed else { return query.nameSpan }
    let places = LoweredPlaces(typed)
    for node in nodes {
      if let span = places[node], !span.isEmpty { return span }
    }
    return query.nameSpan
  }

  /// Warns that a framework may run the query otherwise than it is meant.
  mutating func doubt(_ query: CompiledQuery, _ code: DiagnosticCode, _ message: String, _ doubt: Doubt) {
    diagnostics.append(
      Diagnostic(
        .warning, code, stage: .check, "\(message): \(doubt.text)", file: query.file,
        at: place(of: doubt.nodes, in: query),
        help: ["test it with a store of yours, or use the memory back end"], query: query.name))
  }
}
