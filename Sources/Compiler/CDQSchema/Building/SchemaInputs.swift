package import CDQSyntax

/// The files and options that a schema is built from.
package struct SchemaInputs: Sendable {
  /// Parsed `.cdq` files; a `schema "path"` in one is relative to the folder of its `SourceText.name`.
  package var documents: [(SourceText, Document)]
  /// Core Data models in addition to the files: an `.xcdatamodeld`, an `.xcdatamodel` or its `contents`.
  package var modelPaths: [String]
  /// Core Data models in the form of a `contents` file, in addition to those among the files.
  package var modelTexts: [SourceText] = []
  /// Version of the models to use, with or without `.xcdatamodel`; nil for the current one.
  package var modelVersion: String?

  package init(
    documents: [(SourceText, Document)] = [], modelPaths: [String] = [], modelVersion: String? = nil
  ) {
    self.documents = documents
    self.modelPaths = modelPaths
    self.modelVersion = modelVersion
  }
}

/// Reads everything that the inputs refer to and validates it as one schema.
///
/// The result has a `schema` even when there are errors: it holds all parts that are usable, so that queries can still
/// be checked. `sources` has every text that was read, the given ones first, for rendering the diagnostics.
package func buildSchema(
  _ inputs: SchemaInputs, reader: some SchemaReader
) -> (schema: CheckedSchema, sources: [SourceText], diagnostics: [Diagnostic]) {
  var loader = SchemaLoader(reader: reader, modelVersion: inputs.modelVersion)
  loader.load(inputs)
  var draft = loader.models
  var log = loader.log
  for (source, document) in loader.documents {
    for case .enumeration(let declaration) in document.items {
      var enums = EnumReader(file: source.name)
      draft.enumerations.append(enums.read(declaration))
      log.append(enums.log)
    }
  }
  let declarations = loader.documents.flatMap { _, document in
    document.items.compactMap { if case .entity(let declaration) = $0 { declaration } else { nil } }
  }
  let names = TypeNames(draft, entityDeclarations: declarations, isIncomplete: loader.isIncomplete)
  for (source, document) in loader.documents {
    var entities = EntityReader(file: source.name, names: names)
    for case .entity(let declaration) in document.items { draft.entities.append(entities.read(declaration)) }
    log.append(entities.log)
  }
  var validator = SchemaValidator(draft, isIncomplete: loader.isIncomplete)
  let schema = validator.validate()
  log.append(validator.log)
  return (schema, loader.sources, log.sorted(by: loader.sources.map(\.name)))
}
