import CDQIR
import CDQSchema
import CDQSemantics
package import CDQSyntax

/// The names that the code of a query declares, with the place of the query's own.
package struct QueryNames: Hashable, Sendable {
  let name: String
  /// Those of the types of its rows and of its choice of a sort.
  let nested: [String]
  let file: String
  package var span: SourceSpan

  init(_ query: CompiledQuery, _ context: GenerationContext) {
    name = query.name
    nested = [QuerySignature.sortEnumName(of: query), context.rowTypeName(query)].compactMap { $0 }
    file = query.file
    span = query.nameSpan
  }
}

/// Finds names that generated code cannot have: those that two declarations or files would share, and those that Swift
/// or a framework reserves. Back ticks allow keywords as names, but not these.
struct NameCheck {
  private let context: GenerationContext
  private let queries: [QueryNames]
  private(set) var diagnostics: [Diagnostic] = []

  init(_ queries: [QueryNames], _ context: GenerationContext) {
    self.context = context
    self.queries = queries
    reportClashes()
    reportReservedNames()
  }

  private mutating func reportClashes() {
    var outputs: [String: GenerateSource] = [:]
    for source in context.sources where source.module == nil {
      // Names are compared in lower case, as some file systems do.
      let key = source.outputName.lowercased()
      if let other = outputs[key] {
        diagnostics.append(
          Diagnostic(
            .error, .nameClash, stage: .check,
            "'\(source.path)' and '\(other.path)' both generate '\(source.outputName)'",
            file: source.name, at: SourceSpan(at: 0), help: ["rename one of the files"],
            notes: [.init("the other file", file: other.name, at: SourceSpan(at: 0))]))
      } else {
        outputs[key] = source
      }
    }
    var seen: Set<String> = []
    var nested: [String: QueryNames] = [:]
    seen.reserveCapacity(queries.count)
    // A second query of one name is an error of the compilation.
    let queries = queries.filter { seen.insert($0.name).inserted }
    for query in queries {
      for name in query.nested {
        if let other = nested[name] {
          report("'\(query.name)' and '\(other.name)' both generate a type '\(name)'", query, other: (other.file, other.span))
        } else {
          nested[name] = query
        }
      }
    }
    for query in queries {
      if let other = nested[query.name] {
        report(
          "'\(query.name)' is also the type that is generated for '\(other.name)'", query, other: (other.file, other.span))
      }
      reportClashWithSchema(query)
    }
  }

  /// Reports a query with the name of a type: its function would hide the type in `Queries`, where other functions name
  /// the type.
  private mutating func reportClashWithSchema(_ query: QueryNames) {
    let declaration: CheckedSchema.Declaration
    if context.schema.schema.entity(named: query.name) != nil {
      declaration = .entity(query.name)
    } else if context.schema.schema.enumeration(named: query.name) != nil {
      declaration = .enumeration(query.name)
    } else {
      return
    }
    let place = context.schema.declarations[declaration].map { ($0.file, $0.span) }
    report("the query '\(query.name)' has the name of a type of the schema", query, other: place)
  }

  private mutating func report(_ message: String, _ query: QueryNames, other: (file: String, span: SourceSpan)?) {
    diagnostics.append(
      Diagnostic(
        .error, .nameClash, stage: .check, message, file: query.file, at: query.span, help: ["rename one of them"],
        notes: other.map { [Diagnostic.Note("the other one is declared here", file: $0.file, at: $0.span)] } ?? [],
        query: query.name))
  }

  /// Reports entities, properties, enums, cases and queries whose names Swift or a framework reserves.
  private mutating func reportReservedNames() {
    let frameworks = context.facts.names
    for entity in context.schema.schema.entities where isOwn(.entity(entity.name)) {
      if SwiftNames.isOfSwiftItself(entity.name) || frameworks.contains(entity.name) {
        reportReserved(.entity(entity.name), "an entity cannot be called '\(entity.name)' in Swift")
      }
      for property in entity.properties where context.facts.baseClass.members.contains(property.name) {
        reportReserved(
          .property(entity: entity.name, name: property.name),
          "every \(context.facts.baseClass.title) has a '\(property.name)' of its own")
      }
    }
    // The query's function would hide the module wherever its file names the module.
    for query in queries where frameworks.contains(query.name) {
      diagnostics.append(
        Diagnostic(
          .error, .nameClash, stage: .check, "a query cannot be called '\(query.name)' in Swift", file: query.file,
          at: query.span, help: ["give it another name"], query: query.name))
    }
    for enumeration in context.schema.schema.enumerations where isOwn(.enumeration(enumeration.name)) {
      if SwiftNames.isOfSwiftItself(enumeration.name) || frameworks.contains(enumeration.name) {
        reportReserved(.enumeration(enumeration.name), "an enum cannot be called '\(enumeration.name)' in Swift")
      }
      for item in enumeration.cases where SwiftNames.isOfEnumsThemselves(item.name) {
        reportReserved(
          .enumerationCase(enumeration: enumeration.name, name: item.name),
          "every Swift enum with raw values has a '\(item.name)' of its own",
          help: "give the case another name and keep its value: \(SwiftNames.lowerFirst(item.name))Case = \(raw(item))")
      }
    }
  }

  private func raw(_ item: Enumeration.Case) -> String {
    if case .int(let number) = item.rawValue { return "\(number)" }
    if case .string(let text) = item.rawValue { return "\"\(text)\"" }
    return "…"
  }

  /// Whether this target generates the code for a declaration, and not a dependency.
  private func isOwn(_ declaration: CheckedSchema.Declaration) -> Bool {
    context.schema.declarations[declaration] != nil && context.source(declaring: declaration)?.module == nil
  }

  private mutating func reportReserved(
    _ declaration: CheckedSchema.Declaration, _ message: String, help: String = "give it another name"
  ) {
    guard let place = context.schema.declarations[declaration] else { return }
    diagnostics.append(
      Diagnostic(.error, .nameClash, stage: .check, message, file: place.file, at: place.span, help: [help]))
  }
}
