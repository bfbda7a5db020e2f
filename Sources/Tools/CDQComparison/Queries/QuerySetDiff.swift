import CDQIR
package import CDQSchema
package import CDQSemantics
package import CDQSyntax

/// The effects of a new version of the schema on the queries of some files and on the templates of the models.
package struct QuerySetDiff: Sendable {
  package struct Query: Hashable, Sendable {
    package var name: String
    /// The place of the query's name.
    package var location: SourceLocation
    package var outcome: Outcome
  }

  package enum Outcome: Hashable, Sendable {
    /// The query checks against both versions and has the same signature.
    case unaffected
    /// The query checks, but its signature has changed; one text for each change.
    case changed([String])
    /// The query no longer checks; these are the errors.
    case broken([Diagnostic])
    /// The query does not check against either version; these are the errors with the old one.
    case wasBroken([Diagnostic])
    /// The query checks only against the new version.
    case fixed
    /// The query is a template that only the new model has.
    case added
    /// The query is a template that only the old model has.
    case removed
  }

  /// The queries in the order of the files, followed by the templates.
  package private(set) var queries: [Query] = []

  /// Checks every query against both versions.
  ///
  /// - Parameters:
  ///   - documents: Files with queries; their other declarations are ignored.
  ///   - models: The texts of both models, for the places of their templates.
  package init(
    _ documents: [ParsedDocument], from old: CheckedSchema, to new: CheckedSchema, renames: SchemaRenames,
    models: [SourceText] = []
  ) {
    for document in documents {
      var one = document
      for case .query(let declaration) in document.tree.items {
        one.tree.items = [.query(declaration)]
        let before = QuerySetDiff.check([one], old.withoutTemplates, [])
        let after = QuerySetDiff.check([one], new.withoutTemplates, [])
        queries.append(
          Query(
            name: declaration.name.text,
            location: SourceLocation(file: document.source.name, span: declaration.name.span),
            outcome: QuerySetDiff.outcome(before, after, renames, old.schema, document.source)))
      }
    }
    compareTemplates(old, new, renames, models)
  }

  /// True when no query broke, changed its signature or was removed.
  package var isClean: Bool {
    queries.allSatisfy { query in
      switch query.outcome {
      case .unaffected, .wasBroken, .fixed, .added: true
      case .changed, .broken, .removed: false
      }
    }
  }

  private struct Checked {
    var query: CompiledQuery?
    var errors: [Diagnostic]
  }

  private static func check(_ documents: [ParsedDocument], _ schema: CheckedSchema, _ models: [SourceText]) -> Checked {
    let compilation = Compilation(documents, schema: schema, models: models)
    guard let query = compilation.queries.first else {
      // The errors of a template are warnings, since it is omitted.
      let errors = compilation.diagnostics.filter { $0.severity == .error }
      return Checked(query: nil, errors: errors.isEmpty ? compilation.diagnostics : errors)
    }
    return Checked(query: query, errors: [])
  }

  private static func outcome(
    _ before: Checked, _ after: Checked, _ renames: SchemaRenames, _ old: Schema, _ source: SourceText?
  ) -> Outcome {
    guard let was = before.query else { return after.query == nil ? .wasBroken(before.errors) : .fixed }
    guard let now = after.query else {
      guard let source else { return .broken(after.errors) }
      let fixer = RenameFixer(renames: renames, old: old, source: source)
      return .broken(after.errors.map(fixer.fix))
    }
    let changes = ComparedSignature(was.ir, renames: renames).changes(to: ComparedSignature(now.ir))
    return changes.isEmpty ? .unaffected : .changed(changes)
  }

  // MARK: Templates

  private mutating func compareTemplates(
    _ old: CheckedSchema, _ new: CheckedSchema, _ renames: SchemaRenames, _ models: [SourceText]
  ) {
    for template in new.templates {
      let after = QuerySetDiff.check([], new.with(template), models)
      let outcome: Outcome
      if let was = old.templates.first(where: { $0.queryName == template.queryName }) {
        let before = QuerySetDiff.check([], old.with(was), models)
        outcome = QuerySetDiff.outcome(before, after, renames, old.schema, nil)
      } else {
        outcome = after.query == nil ? .broken(after.errors) : .added
      }
      queries.append(Query(name: template.queryName, location: template.nameLocation, outcome: outcome))
    }
    for template in old.templates where !new.templates.contains(where: { $0.queryName == template.queryName }) {
      queries.append(Query(name: template.queryName, location: template.nameLocation, outcome: .removed))
    }
  }
}

extension CheckedSchema {
  fileprivate var withoutTemplates: CheckedSchema {
    var result = self
    result.templates = []
    return result
  }

  fileprivate func with(_ template: FetchTemplate) -> CheckedSchema {
    var result = self
    result.templates = [template]
    return result
  }
}
