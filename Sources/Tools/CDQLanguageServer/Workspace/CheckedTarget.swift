import CDQCodegen
import CDQIR
import CDQReasoning
package import CDQSchema
import CDQSemantics
import CDQSyntax

/// The files of a target with their schema and their findings, brought up to date after each change.
///
/// Only what a change concerns is done again. The schema is built again when a declaration of it changed; queries are
/// checked again when their text changed, or all of them when the schema did. The results of an unchanged query are
/// moved to its new place.
package final class CheckedTarget {
  let plan: TargetPlan
  package private(set) var schema = CheckedSchema(schema: Schema(entities: []))
  /// The texts that the schema was built from, by their names: files of the target, imported ones and models.
  private(set) var schemaSources: [String: SourceText] = [:]
  private(set) var levels = DiagnosticLevels(.compiling)
  private(set) var settings = TargetSettings()
  /// What the back end says of queries; nil while the schema or the settings have a mistake.
  private var judge: BackEndJudge?
  /// Files that were looked for and read besides the documents, whose changes matter.
  private(set) var watched: Set<String> = []

  /// The number of checks of queries so far, by which tests see what a change makes the server do again.
  package private(set) var checkCount = 0

  var needsSchema = true
  var needsMappings = true
  var needsSettings = true

  /// The findings of the schema, of mappings and of templates, by file.
  private var schemaFindings: [String: [Diagnostic]] = [:]
  private var mappingFindings: [String: [Diagnostic]] = [:]
  private var duplicateFindings: [String: [Diagnostic]] = [:]
  /// What the back end says of the target as a whole, and the names of its queries with which that was asked.
  private var targetFindings: [String: [Diagnostic]] = [:]
  private var judgedNames: [QueryNames]?
  private var mappings: [CompiledMapping] = []
  private var templates: [CompiledQuery] = []
  private var names: [[String]] = []
  /// Whether an error in a schema on which the target depends makes the findings of queries meaningless.
  private var isBlocked = false

  init(_ plan: TargetPlan) {
    self.plan = plan
  }

  /// Brings everything up to date.
  ///
  /// - Parameter document: the document at a path that the plan names; nil when it cannot be read.
  func update(_ document: (String) -> QueryDocument?, _ files: OverlaidFiles) {
    let own = plan.documents.compactMap(document)
    if needsSettings { readSettings(own, files) }
    if needsSchema { buildSchema(own, document, files) }
    if !isBlocked { check(own.filter(\.needsCheck)) }
    for changed in own where changed.needsCheck {
      changed.needsCheck = false
      changed.needsPublishing = true
    }
    if needsMappings { checkMappings(own) }
    findDuplicates(own)
    judgeTarget(own)
  }

  // MARK: Settings

  private func readSettings(_ own: [QueryDocument], _ files: OverlaidFiles) {
    needsSettings = false
    needsSchema = true
    settings = plan.settings.flatMap { try? TargetSettings($0, reader: files) } ?? TargetSettings()
    levels = settings.levels
    for document in own { document.needsCheck = true }
    own.forEach { $0.checked = [:] }
  }

  /// The files of the target and those of the modules that it uses.
  private var sources: [GenerateSource] {
    (plan.documents + plan.models).map { GenerateSource(name: $0, path: $0) }
      + dependencies.flatMap { dependency in
        (dependency.documents + dependency.models).map { GenerateSource(name: $0, path: $0, module: dependency.module) }
      }
  }

  private var dependencies: [TargetPlan.Dependency] { plan.dependencies.filter { settings.uses($0.module) } }

  /// Prepares the judgement of the back end for the present schema.
  private func prepareJudge(_ own: [QueryDocument]) {
    let isSound = !schemaFindings.values.joined().contains { $0.severity == .error }
    let options = isSound && !isBlocked ? settings.options(module: plan.module) : nil
    if (judge == nil) != (options == nil) {
      for document in own {
        document.checked = [:]
        document.needsCheck = true
      }
    }
    judge = options.map { BackEndJudge(schema: schema, sources: sources, options: $0) }
    judgedNames = nil
  }

  /// Asks the back end about the target as a whole.
  private func judgeTarget(_ own: [QueryDocument]) {
    let names = own.flatMap(\.generatedNames) + templates.compactMap { judge?.names(of: $0) }
    if names == judgedNames { return }
    judgedNames = names
    let before = targetFindings
    var found = judge?.findings(names: names, mappings: mappings) ?? []
    for template in templates { found += judge?.findings(of: template) ?? [] }
    targetFindings = Dictionary(grouping: found, by: \.file)
    for document in own where before[document.path] != targetFindings[document.path] {
      document.needsPublishing = true
    }
  }

  // MARK: Schema

  private func buildSchema(
    _ own: [QueryDocument], _ document: (String) -> QueryDocument?, _ files: OverlaidFiles
  ) {
    needsSchema = false
    let dependencies = dependencies
    var inputs = SchemaInputs(modelVersion: settings.config.modelVersion)
    inputs.documents = own.map { ($0.source, $0.tree) }
    if plan.usesAllModels || !own.contains(where: \.declaresSchema) { inputs.modelPaths = plan.models }
    for path in dependencies.flatMap(\.documents) {
      if let found = document(path) { inputs.documents.append((found.source, found.tree)) }
    }
    inputs.modelPaths += dependencies.flatMap(\.models)
    let built = CDQSchema.buildSchema(inputs, reader: files)
    schemaSources = Dictionary(built.sources.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    watched = Set(built.sources.map(\.name)).union(inputs.modelPaths)
    watched.formUnion([plan.settings, settings.mappingPath].compactMap(\.self))
    var findings = built.diagnostics
    settle(&findings, dependencies)
    let before = schemaFindings
    schemaFindings = Dictionary(grouping: findings, by: \.file)
    needsMappings = true
    if built.schema.schema != schema.schema || isBlocked {
      for document in own {
        document.checked = [:]
        document.needsCheck = true
      }
    } else if built.schema.declarations != schema.declarations {
      // The same schema at other places: only findings that point at it are made again.
      for document in own where document.checked.contains(where: { !$0.value.findings.isEmpty }) {
        document.checked = document.checked.filter { $0.value.findings.allSatisfy(\.notes.isEmpty) }
        document.needsCheck = true
      }
    }
    for document in own where before[document.path] != schemaFindings[document.path] { document.needsPublishing = true }
    schema = built.schema
    prepareJudge(own)
  }

  /// Leaves the findings of other modules to their own targets.
  private func settle(_ findings: inout [Diagnostic], _ dependencies: [TargetPlan.Dependency]) {
    isBlocked = false
    guard !dependencies.isEmpty else { return }
    let sources = dependencies.flatMap { dependency in
      (dependency.documents + dependency.models).map { GenerateSource(name: $0, path: $0, module: dependency.module) }
    }
    isBlocked = !DependencyFindings(sources).settle(&findings)
    if isBlocked { findings = [] }
  }

  // MARK: Queries

  private func check(_ documents: [QueryDocument]) {
    struct Job: Sendable {
      var declaration: QueryDeclaration
      var source: SourceText
    }
    var jobs: [Job] = []
    // For each query of each document its result, or the number of the job that makes it.
    var entries = documents.map { _ in [(key: TextKey, start: UInt32, known: CheckedDeclaration?, job: Int)]() }
    for (number, document) in documents.enumerated() {
      entries[number].reserveCapacity(document.queryNames.count)
      for case .query(let declaration) in document.tree.items {
        let span = declaration.span
        let key = TextKey(bytes: document.source.utf8[Int(span.start)..<Int(span.end)])
        let known = document.checked[key]
        entries[number].append((key, span.start, known, jobs.count))
        if known == nil { jobs.append(Job(declaration: declaration, source: document.source)) }
      }
    }
    let options = CheckOptions(lints: levels.lints)
    let schema = schema
    checkCount += jobs.count
    let results = inParts(of: jobs.count, stack: judge == nil ? nil : BackEndJudge.stack) { [jobs, judge] part in
      jobs[part].map { CheckedDeclaration($0.declaration, $0.source, schema, options, judge) }
    }.flatMap(\.self)
    for (document, entries) in zip(documents, entries) {
      for case let entry in entries where entry.known == nil {
        if let parameters = results[entry.job].parameters {
          document.knownParameters[jobs[entry.job].declaration.name.text] = parameters
        }
      }
      document.take(entries.map { ($0.key, $0.start, $0.known ?? results[$0.job]) })
    }
  }

  /// Checks the mappings of all files, which use each other, and the templates of models.
  private func checkMappings(_ own: [QueryDocument]) {
    needsMappings = false
    let documents = own.compactMap { document -> ParsedDocument? in
      let mappings = document.tree.items.filter { if case .mapping = $0 { true } else { false } }
      if mappings.isEmpty { return nil }
      return ParsedDocument(source: document.source, tree: Document(items: mappings))
    }
    let models = Array(schemaSources.values.filter { PathText.name(of: $0.name) == "contents" })
    let compilation = Compilation(documents, schema: schema, models: models, lints: levels.lints)
    (mappings, templates, judgedNames) = (compilation.mappings, compilation.queries, nil)
    let before = mappingFindings
    mappingFindings = Dictionary(grouping: isBlocked ? [] : compilation.diagnostics, by: \.file)
    for document in own where before[document.path] != mappingFindings[document.path] {
      document.needsPublishing = true
    }
  }

  /// Finds queries of one name, if a name was added or removed.
  private func findDuplicates(_ own: [QueryDocument]) {
    let names = own.map(\.queryNames)
    if names == self.names, duplicateFindings.isEmpty { return }
    self.names = names
    let before = duplicateFindings
    duplicateFindings = [:]
    var seen: Set<String> = []
    let repeated = Set(names.joined().filter { !seen.insert($0).inserted })
    if !repeated.isEmpty { duplicateFindings = Dictionary(grouping: duplicates(of: repeated, own), by: \.file) }
    for document in own where before[document.path] != duplicateFindings[document.path] {
      document.needsPublishing = true
    }
  }

  private func duplicates(of names: Set<String>, _ own: [QueryDocument]) -> [Diagnostic] {
    // The declarations alone, in the form in which a compilation reports a second one of a name.
    let documents = own.map { document in
      let items = document.tree.items.filter { item in
        if case .query(let query) = item { names.contains(query.name.text) } else { false }
      }
      return ParsedDocument(source: document.source, tree: Document(items: items))
    }
    return Compilation(documents.filter { !$0.tree.items.isEmpty }, schema: schema).diagnostics.filter {
      $0.code == DiagnosticCode(CheckCode.duplicateQuery)
    }
  }

  // MARK: Findings

  /// The findings of a document, at their levels.
  func findings(of document: QueryDocument) -> [Diagnostic] {
    let found =
      document.parseFindings + (schemaFindings[document.path] ?? []) + document.queryFindings
      + (mappingFindings[document.path] ?? []) + (duplicateFindings[document.path] ?? [])
      + (targetFindings[document.path] ?? [])
    return levels.applied(to: found, in: [document.source]).sorted { $0.span.start < $1.span.start }
  }

  /// The texts without a document that have findings, such as models and settings, and those of them.
  func otherFindings(without documents: (String) -> Bool) -> [(source: SourceText, findings: [Diagnostic])] {
    var result: [(SourceText, [Diagnostic])] = []
    if let source = settings.source { result.append((source, settings.diagnostics)) }
    if let mapping = settings.mapping { result.append((mapping, targetFindings[mapping.name] ?? [])) }
    for (name, source) in schemaSources where !documents(name) {
      let found = (schemaFindings[name] ?? []) + (mappingFindings[name] ?? []) + (targetFindings[name] ?? [])
      result.append((source, levels.applied(to: found, in: [])))
    }
    return result
  }

  /// The text of a file that the target read.
  func source(_ name: String) -> SourceText? { schemaSources[name] }
}

extension CheckedDeclaration {
  /// Checks a query, and asks the back end about it.
  init(
    _ declaration: QueryDeclaration, _ source: SourceText, _ schema: CheckedSchema, _ options: CheckOptions,
    _ judge: BackEndJudge?
  ) {
    var names: QueryNames?
    let result = check(declaration, source: source, schema: schema, options: options)
    var findings = result.diagnostics
    if let typed = result.query {
      let query = CompiledQuery(
        name: declaration.name.text, nameSpan: declaration.name.span, documentation: nil, text: "", file: source.name,
        line: 1, ir: Lowering.lower(typed), parameterUses: typed.parameters.map(\.use), typed: typed)
      if typed.predicate != nil {
        findings += ReasoningLints.findings(query, schema.schema, reported: findings.map(\.span))
      }
      findings += judge?.findings(of: query) ?? []
      names = judge?.names(of: query)
    }
    self.init(
      start: declaration.span.start, findings: findings,
      parameters: result.query?.parameters.map {
        Parameter(name: $0.name, type: "\($0.type)", isOmittable: $0.isOmittable)
      }, names: names)
  }
}

extension QueryDocument {
  /// Takes the results of checking its queries, with their texts and places, in the order of the text.
  func take(_ results: [(key: TextKey, start: UInt32, result: CheckedDeclaration)]) {
    queryFindings = []
    generatedNames = []
    var kept: [TextKey: CheckedDeclaration] = [:]
    kept.reserveCapacity(results.count)
    for (key, start, result) in results {
      if var names = result.names {
        names.span = names.span.moved(by: Int64(start) - Int64(result.start))
        generatedNames.append(names)
      }
      if !result.findings.isEmpty {
        queryFindings += result.findings.map { $0.moved(by: Int64(start) - Int64(result.start)) }
        // A note at another declaration of the same file does not move with the query.
        let range = result.start...(result.start + UInt32(key.bytes.count))
        let isMovable = result.findings.allSatisfy { finding in
          finding.notes.allSatisfy { $0.file != path || range.contains($0.span?.start ?? result.start) }
        }
        if !isMovable { continue }
      }
      kept[key] = result
    }
    checked = kept
    if knownParameters.count > 2 * queryNames.count + 16 {
      let names = Set(queryNames)
      knownParameters = knownParameters.filter { names.contains($0.key) }
    }
  }
}
