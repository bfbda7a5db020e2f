import CDQCodegen
import CDQIR
import CDQSemantics
import CDQSyntax

/// What is known of the SQL that Core Data makes of a condition: what it refuses, and lints about what reads each row.
struct AppleStoreAdvice {
  let schema: Schema
  let settings: ScanSettings

  private static let all = ByteSearch(["ALL", "All", "all", "aLL", "aLl", "alL", "AlL", "ALl"])

  func findings(_ typed: TypedQuery, of text: SourceText, file: String, at span: SourceSpan) -> [Diagnostic] {
    // Without lints only ALL is of interest, which few texts have.
    let hasLints = settings.lints.contains(ScanCode.readsWholeTable.code) || settings.lints.contains(ScanCode.indexUnused.code)
    guard hasLints || AppleStoreAdvice.all.isIn(text.utf8) else { return [] }
    let ir = Lowering.lower(typed)
    var found: [Diagnostic] = []
    IRNode.predicate(ir.predicate).walk { node in
      guard case .predicate(let condition) = node else { return true }
      switch condition {
      case .quantified(let node) where node.kind == .all:
        let verdict = AppleStoreReport.verdict(on: .allQuantifier, in: .coreData, since: settings.deployment)
        if verdict.outcome == .dies {
          found.append(
            .scan(
              .predicateCrashes, "ALL: the fetch ends the program (\(verdict.note))", file: file, at: span,
              help: ["write SUBQUERY(path, $x, NOT (condition)).@count == 0"]))
        }
      case .text(let match): found += search(match, ir.entity, file, span)
      case .comparison(let node) where !node.options.isEmpty:
        if let name = indexed(node.left, ir.entity) ?? indexed(node.right, ir.entity) {
          found.append(unused(name, node.options, file, span))
        }
      default: break
      }
      return true
    }
    return found.filter { $0.code == ScanCode.predicateCrashes.code || settings.lints.contains($0.code) }
  }

  private func search(_ match: TextMatchIR, _ entity: String, _ file: String, _ span: SourceSpan) -> [Diagnostic] {
    let word = match.operator.rawValue
    guard match.operator.place == .prefix else {
      return [
        .scan(
          .readsWholeTable, "\(word) reads each row of '\(entity)'", file: file, at: span,
          help: ["BEGINSWITH without options can use an index; a word search needs a table of words"])
      ]
    }
    guard !match.options.isEmpty, let name = indexed(match.text, entity) else { return [] }
    return [unused(name, match.options, file, span)]
  }

  private func unused(_ name: String, _ options: TextOptions, _ file: String, _ span: SourceSpan) -> Diagnostic {
    .scan(
      .indexUnused, "the index of '\(name)' is not used, because the comparison ignores case or accents", file: file,
      at: span,
      help: ["store a folded copy of the text, with an index, and compare that"])
  }

  /// The name of an attribute of the entity itself that has an index.
  private func indexed(_ expression: ExpressionIR, _ entity: String) -> String? {
    guard case .path(let path) = expression, let name = path.steps.onlyElement?.name else { return nil }
    let lists = schema.lineage(of: entity).flatMap { entity in
      entity.indexes.compactMap { $0.keys.first?.attribute } + entity.uniquenessConstraints.compactMap(\.onlyElement)
    }
    return lists.contains(name) ? name : nil
  }
}
