import CDQKit
import CDQComparison
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// The report of `cdq schema diff`: one line for each change and each affected query.
struct SchemaDiffReport {
  let diff: SchemaDiff
  let queries: QuerySetDiff

  static let version: Int64 = 1

  /// The checker's errors in queries that the new schema breaks.
  var diagnostics: [Diagnostic] {
    queries.queries.flatMap { (query) -> [Diagnostic] in
      if case .broken(let errors) = query.outcome { errors } else { [] }
    }
  }

  /// The report as text: a line per change and affected query, and a summary.
  func text(_ sources: [SourceText]) -> String {
    var lines = diff.changes.map { "\($0.impact.rawValue): \($0)" }
    for query in queries.queries {
      guard let (word, details) = outcome(query.outcome) else { continue }
      let head = "\(word): \(place(query, sources)): query \(query.name)"
      lines += details.isEmpty ? [head] : details.map { "\(head): \($0)" }
    }
    lines.append(summary)
    return lines.map { $0 + "\n" }.joined()
  }

  private var summary: String {
    let changes = "\(Phrase.count(diff.changes.count, "change")), \(diff.count(.breaking)) breaking"
    if queries.queries.isEmpty { return changes }
    return "\(changes); \(Phrase.count(queries.queries.count, "query", plural: "queries")), "
      + "\(count { if case .broken = $0 { true } else { false } }) broken, "
      + "\(count { if case .changed = $0 { true } else { false } }) with another signature"
  }

  private func count(_ isWanted: (QuerySetDiff.Outcome) -> Bool) -> Int {
    queries.queries.count { isWanted($0.outcome) }
  }

  /// The word for the outcome of a query, with details; nil for a query that the change does not affect.
  private func outcome(_ outcome: QuerySetDiff.Outcome) -> (word: String, details: [String])? {
    switch outcome {
    case .unaffected: nil
    case .changed(let changes): ("signature", changes)
    case .broken(let errors): ("broken", errors.map(\.message))
    case .wasBroken(let errors): ("was broken", errors.map(\.message))
    case .fixed: ("fixed", [])
    case .added: ("added", [])
    case .removed: ("removed", [])
    }
  }

  private func place(_ query: QuerySetDiff.Query, _ sources: [SourceText]) -> String {
    guard let source = sources.first(where: { $0.name == query.location.file }) else { return query.location.file }
    let position = source.position(at: query.location.span.start)
    return "\(source.name):\(position.line):\(position.column)"
  }

  // MARK: JSON

  /// The report as one JSON object. Its member `version` is the version of this format.
  func json(_ sources: [SourceText]) -> String {
    let value = JSONValue.members([
      ("version", .integer(SchemaDiffReport.version)),
      ("changes", .array(diff.changes.map(change))),
      ("queries", .array(queries.queries.map { query($0, sources) })),
      (
        "summary",
        .members([
          ("changes", .integer(Int64(diff.changes.count))), ("breaking", .integer(Int64(diff.count(.breaking)))),
          ("queries", .integer(Int64(queries.queries.count))),
          ("broken", .integer(Int64(count { if case .broken = $0 { true } else { false } }))),
          ("signatures", .integer(Int64(count { if case .changed = $0 { true } else { false } }))),
        ])
      ),
    ])
    return value.text + "\n"
  }

  private func change(_ change: SchemaChange) -> JSONValue {
    let (kind, fact, from, to): (String, String?, String?, String?) =
      switch change.kind {
      case .added(let what): ("added", nil, nil, what)
      case .removed(let what): ("removed", nil, what, nil)
      case .renamed(let old): ("renamed", nil, old, nil)
      case .inherited(let owner): ("inherited", nil, nil, owner)
      case .changed(let fact, let old, let new): ("changed", fact.rawValue, old, new)
      }
    return .members([
      ("impact", .string(change.impact.rawValue)), ("subject", .string(change.subject.word)),
      ("path", .string(change.subject.path)), ("kind", .string(kind)), ("fact", text(fact)), ("from", text(from)),
      ("to", text(to)), ("message", .string(change.description)),
    ])
  }

  private func query(_ query: QuerySetDiff.Query, _ sources: [SourceText]) -> JSONValue {
    let (word, details) = outcome(query.outcome) ?? ("unaffected", [])
    var fixIts: [JSONValue] = []
    if case .broken(let errors) = query.outcome {
      fixIts = errors.flatMap(\.fixIts).map { fixIt in
        .members([
          ("message", .string(fixIt.message)), ("applicability", .string(fixIt.applicability.rawValue)),
          (
            "edits",
            .array(
              fixIt.edits.map {
                .members([
                  ("start", .integer(Int64($0.span.start))), ("end", .integer(Int64($0.span.end))),
                  ("newText", .string($0.newText)),
                ])
              })
          ),
        ])
      }
    }
    return .members([
      ("name", .string(query.name)), ("place", .string(place(query, sources))), ("outcome", .string(word)),
      ("details", .array(details.map { .string($0) })), ("fixits", .array(fixIts)),
    ])
  }

  private func text(_ text: String?) -> JSONValue {
    text.map { .string($0) } ?? .null
  }
}
