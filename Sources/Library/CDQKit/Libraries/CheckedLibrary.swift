public import CDQIR
import CDQSchema
import CDQSemantics
public import CDQSyntax
public import Foundation

/// Named queries that a program reads at run time: those of a `.cdq` text, or the fetch-request templates of a Core Data
/// model.
///
///     let library = try CheckedLibrary(parsing: String(contentsOf: file, encoding: .utf8))
///     let cities = try library.query(named: "citiesNamed").rows(of: City.self, in: store, ["prefix": "San"])
///
/// Every query is checked when the library is made; arguments are checked when it runs.
public struct CheckedLibrary: Sendable {
  /// The schema of the queries.
  public let schema: Schema
  /// Warnings about the texts; never errors.
  public let warnings: DiagnosticReport
  private let queries: [String: CheckedQuery]

  /// The names of the queries, sorted.
  public var names: [String] { queries.keys.sorted() }

  /// The query of a name; nil when there is none.
  public subscript(name: String) -> CheckedQuery? { queries[name] }

  /// The query of a name.
  ///
  /// - Throws: `QueryError` when there is none. Its help lists the names.
  public func query(named name: String) throws(QueryError) -> CheckedQuery {
    if let query = queries[name] { return query }
    throw QueryError("unknown-query", noneOf: names, name: name, kind: "query", list: "queries", file: "<name>")
  }

  /// Parses and checks the queries of a `.cdq` text.
  ///
  /// - Parameters:
  ///   - text: the text. It may declare the entities of its queries.
  ///   - name: the name of the text in diagnostics.
  ///   - schema: the schema of the queries; nil when the text declares it. With a schema the text declares no entities.
  ///   - limits: limits on the size of the text and on the cost of runs.
  /// - Throws: `QueryError` with every mistake and its place.
  public init(
    parsing text: String, name: String = "<library>", in schema: Schema? = nil, limits: Limits = Limits()
  ) throws(QueryError) {
    let source = SourceText(name: name, text)
    let parsed = Parser.parseDocument(source, options: ParseOptions(limits: limits.text))
    var diagnostics = parsed.diagnostics
    var checked = schema.map { CheckedSchema(schema: $0) }
    if checked == nil {
      let built = Pipeline.schema(SchemaInputs(documents: [(source, parsed.tree)]), reader: MemoryReader())
      diagnostics += built.diagnostics
      checked = built.schema
    }
    try self.init(
      [ParsedDocument(source: source, tree: parsed.tree)], checked ?? CheckedSchema(schema: Schema(entities: [])),
      diagnostics, [source], limits)
  }

  /// Checks the fetch-request templates and fetched properties of a Core Data model. A template that is wrong is omitted
  /// with a warning, as Xcode compiles its model.
  ///
  /// - Parameters:
  ///   - contents: the bytes of `Name.xcdatamodeld/Name.xcdatamodel/contents`.
  ///   - name: the name of the file in diagnostics.
  ///   - limits: limits on the cost of runs.
  /// - Throws: `QueryError` with every mistake of the model and its place.
  public init(
    coreDataModel contents: Data, name: String = "Model.xcdatamodel", limits: Limits = Limits()
  ) throws(QueryError) {
    let built = MemoryReader.model(contents, name: name)
    try self.init([], built.schema, built.diagnostics, built.sources, limits)
  }

  private init(
    _ documents: [ParsedDocument], _ schema: CheckedSchema, _ diagnostics: [Diagnostic], _ sources: [SourceText],
    _ limits: Limits
  ) throws(QueryError) {
    let compilation = Compilation(documents, schema: schema, models: sources, limits: limits.values)
    let findings = diagnostics + compilation.diagnostics
    if findings.contains(where: { $0.severity == .error }) { throw QueryError(findings, sources) }
    self.schema = schema.schema
    warnings = DiagnosticReport(
      diagnostics: DiagnosticLevels(.checking).applied(to: findings, in: sources), sources: sources)
    let declared = documents.reduce(into: [:]) { $0.merge($1.tree.queries) { first, _ in first } }
    queries = Dictionary(
      compilation.queries.map { ($0.name, CheckedQuery(CheckedText($0, declared[$0.name], schema.schema, limits))) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension Document {
  /// The queries that the file declares, by name.
  fileprivate var queries: [String: QueryNode] {
    Dictionary(
      items.compactMap { item in
        guard case .query(let declaration) = item else { return nil }
        return (declaration.name.text, declaration.query)
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension CheckedText {
  /// A compiled query.
  ///
  /// - Parameter declared: Its tree; nil for a template of a model, which has only a text.
  fileprivate init(_ query: CompiledQuery, _ declared: QueryNode?, _ schema: Schema, _ limits: Limits) {
    let source = SourceText(name: "<query>", query.text)
    let tree = declared ?? Parser.parseDocument(source).tree.queries.values.first
    let entity = Identifier(query.ir.entity, SourceSpan(at: 0))
    self.init(
      source, .query(tree ?? QueryNode(entity: entity, span: SourceSpan(at: 0))), schema, ir: query.ir, limits)
  }
}
