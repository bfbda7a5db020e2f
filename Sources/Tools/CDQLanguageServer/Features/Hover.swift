import CDQCodegen
import CDQConnections
import CDQDatabase
import CDQIR
import CDQJSON
import CDQSQL
import CDQSchema
import CDQSemantics
import CDQSyntax

extension FeatureContext {
  /// `textDocument/hover`: what a name is, with its type, its documentation and, for a query, the Swift function
  /// and the SQL.
  func hover(at position: Position) -> JSONValue {
    let offset = positions.offset(of: position)
    guard let found = occurrence(at: offset) else { return .null }
    let parts = description(of: found, around: offset)
    guard !parts.isEmpty else { return .null }
    return .fields([
      "contents": markup(parts.joined(separator: client.markdown ? "\n\n" : "\n")), "range": json(found.span),
    ])
  }

  private func code(_ text: String, _ language: String = "cdq") -> String {
    client.markdown ? "```\(language)\n\(text)\n```" : text
  }

  private func description(of found: Occurrence, around offset: UInt32) -> [String] {
    switch found.symbol {
    case .entity(let name): return describeEntity(name)
    case .property(let entity, let name): return describeProperty(name, of: entity)
    case .enumeration(let name):
      guard let enumeration = schema.enumeration(named: name) else { return [] }
      let cases = enumeration.cases.prefix(12).map(\.name).joined(separator: ", ")
      let more = enumeration.cases.count > 12 ? ", …" : ""
      return [code("enum \(name): \(enumeration.rawType) { \(cases)\(more) }")]
        + documentation(enumeration.documentation)
    case .enumerationCase(let type, let name):
      guard let element = schema.enumeration(named: type)?.cases.first(where: { $0.name == name }) else { return [] }
      return [code("\(type).\(name) = \(LiteralDisplay.text(element.rawValue))")] + documentation(element.documentation)
    case .query: return describeQuery(at: offset)
    case .mapping(let name): return [code("mapping \(name)")]
    case .parameter(let name, _): return [code("$\(name): \(parameterType(name, found, offset))")]
    case .variable(let name, _): return [code("$\(name)" + (found.type.map { ": \($0)" } ?? ""))]
    case .column(let name, _): return [code(name), "a column of the result"]
    case .function(let key):
      let signature = FunctionSignature(key)
      return [code(signature.label)] + (signature.summary.isEmpty ? [] : [signature.summary])
    case .collectionOperator(let name): return [code("@\(name)"), "an operator on a collection"]
    case .builtInType(let name): return [code(name), "a type of cdq"]
    case .annotation, .file: return []
    }
  }

  private func documentation(_ text: String?) -> [String] { text.map { [$0] } ?? [] }

  private func describeEntity(_ name: String) -> [String] {
    guard let entity = schema.entity(named: name) else { return [] }
    let head = (entity.isAbstract ? "abstract " : "") + "entity \(name)" + (entity.parent.map { ": \($0)" } ?? "")
    let properties = schema.allProperties(of: name)
    let lines = properties.prefix(20).map { "  \($0.name): \($0.type)" } + (properties.count > 20 ? ["  …"] : [])
    return [code(([head + " {"] + lines + ["}"]).joined(separator: "\n"))] + documentation(entity.documentation)
  }

  private func describeProperty(_ name: String, of entity: String) -> [String] {
    guard let property = schema.property(named: name, of: entity) else { return [] }
    var parts = [code("\(entity).\(name): \(property.type)")]
    switch property {
    case .attribute(let attribute): parts += documentation(attribute.documentation)
    case .relationship(let relationship):
      parts += documentation(relationship.documentation)
      if let inverse = relationship.inverse { parts.append("inverse: \(relationship.destination).\(inverse)") }
    }
    if let place = target?.declaration(of: .property(entity: entity, name: name)),
      workspace.documents[place.file] == nil
    {
      parts.append("of the model \(PathText.name(of: PathText.folder(of: place.file)))")
    }
    return parts
  }

  private func parameterType(_ name: String, _ found: Occurrence, _ offset: UInt32) -> String {
    if case .query(let query)? = document.item(at: offset),
      let known = document.parameters(of: query)?.first(where: { $0.name == name })
    {
      return known.type + (known.isOmittable ? " (may be absent)" : "")
    }
    return found.type.map { "\($0)" } ?? "?"
  }

  private func describeQuery(at offset: UInt32) -> [String] {
    guard case .query(let query)? = document.item(at: offset) else { return [] }
    var parts = documentation(query.documentation)
    let result = check(query, source: document.source, schema: target?.schema ?? CheckedSchema(schema: schema))
    guard let typed = result.query else {
      return parts + [code("query \(query.name.text)"), "The query has an error."]
    }
    let compiled = CompiledQuery(
      name: query.name.text, nameSpan: query.name.span, documentation: nil, text: "", file: "hover.cdq", line: 1,
      ir: Lowering.lower(typed), parameterUses: typed.parameters.map(\.use), typed: typed)
    let signature = GeneratedSignature(compiled, target)
    if let text = signature.text { parts.insert(code(text, "swift"), at: 0) }
    parts += signature.refusals
    if let sql = sql(compiled.ir) { parts.append(code(sql, "sql")) }
    return parts
  }

  /// The statement for the database of the settings, or for SQLite in our own layout, with what memory tests again; nil
  /// for a query that has none.
  private func sql(_ ir: QueryIR) -> String? {
    let dialect: SQLDialect = target?.settings.config.dialect == .postgres ? .postgres : .sqlite
    var mapping = OwnLayout(schema).mapping
    if let file = target?.settings.mapping {
      var mistakes: [Diagnostic] = []
      guard let written = MappingReader.read(file, &mistakes) else { return nil }
      mapping = written
    }
    let database = Database(schema: schema, mapping: mapping, dialect: dialect)
    guard let plan = try? database.plan(ir, arguments: SampleArguments.arguments(for: ir, schema)) else { return nil }
    return SQLText.lines(plan, dialect).joined(separator: "\n")
  }
}

/// The Swift function that is generated for a query, without its body.
struct GeneratedSignature {
  /// nil when the back end of the settings cannot express the query.
  private(set) var text: String?
  /// Why, as sentences.
  private(set) var refusals: [String] = []

  init(_ query: CompiledQuery, _ target: CheckedTarget?) {
    let settings = target?.settings ?? TargetSettings()
    guard let options = settings.options(module: target?.plan.module ?? "cdq") else {
      refusals = ["The settings in cdq.json have a mistake."]
      return
    }
    let result = generateSwift(
      [query], schema: target?.schema ?? CheckedSchema(schema: Schema(entities: [])),
      sources: [GenerateSource(name: query.file, path: query.file)], options: options)
    refusals = result.diagnostics.filter { $0.query == query.name }.map(\.message)
    text = result.files.first.flatMap { GeneratedSignature.declaration(of: query.name, in: $0.text) }
  }

  /// The function or constant of a query, up to its body.
  private static func declaration(of name: String, in text: String) -> String? {
    var found: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(separator: " ")
      if found.isEmpty {
        guard words.contains("static"),
          let index = words.firstIndex(where: { ["func", "let", "var"].contains($0) }), index + 1 < words.count,
          words[index + 1].prefix(while: { !"(<:".contains($0) }).filter({ $0 != "`" }) == name
        else { continue }
      }
      found.append(String(line.drop { $0 == " " }))
      if line.hasSuffix("{") || line.hasSuffix("=") || words.contains("=") { break }
      if found.count > 30 { break }
    }
    guard !found.isEmpty else { return nil }
    var text = found.enumerated().map { $0 == 0 || $1.hasPrefix(")") ? $1 : "  " + $1 }.joined(separator: "\n")
    while let last = text.last, " {=".contains(last) { text.removeLast() }
    return text
  }
}
