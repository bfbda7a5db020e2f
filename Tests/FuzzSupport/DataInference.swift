import CDQInference
public import CDQRuntime
import CDQSchema
import CDQSyntax
import CDQTool

/// Infers the schema of data, for packages that see only public declarations.
public struct DataInference: Sendable {
  /// The inferred schema; nil when the data has no records.
  public let schema: Schema?
  /// The schema as a `.cdq` text; empty when the data has no records.
  public let text: String
  /// The data, with the names of the inferred entities.
  public let inputs: [LoadInput]
  /// The errors of the inferred schema, of which there should be none.
  public let errors: [String]

  /// Infers the schema of some inputs.
  public init(_ inputs: [LoadInput]) {
    let inferred = InferredSchema(inputs, entity: nil)
    self.inputs = inferred.inputs
    guard let source = inferred.source else {
      (schema, text, errors) = (nil, "", [])
      return
    }
    text = String(decoding: source.utf8, as: UTF8.self)
    let parsed = Parser.parseDocument(source)
    let built = buildSchema(SchemaInputs(documents: [(source, parsed.tree)]), reader: NoFiles())
    schema = built.schema.schema
    errors = (parsed.diagnostics + built.diagnostics).filter { $0.severity == .error }.map(\.message)
  }
}
