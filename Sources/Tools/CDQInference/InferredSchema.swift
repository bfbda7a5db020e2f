import CDQIR
import CDQPrinting
package import CDQRuntime
package import CDQSyntax

/// The schema that is inferred from data.
package struct InferredSchema {
  /// The schema as a `.cdq` text; nil when the data has no records.
  package let source: SourceText?
  /// The data, with the names of the inferred entities.
  package let inputs: [LoadInput]
  /// What the schema does not say about the data, one line each.
  package let remarks: [String]

  /// The name of the inferred text in messages.
  package static let name = "<inferred>"

  /// - Parameter entity: the name of the entity of data that no file names; nil for `Record`.
  package init(_ inputs: [LoadInput], entity: String?) {
    let sampler = DataSampler(inputs, entity: entity ?? "Record")
    let samples = sampler.samples.filter { !$0.keys.isEmpty }
    self.inputs = sampler.inputs
    let schema = SchemaInference.schema(of: samples)
    source = samples.isEmpty ? nil : SourceText(name: InferredSchema.name, SchemaPrinter.text(schema))
    var remarks: [String] = []
    for (input, named) in zip(inputs, sampler.inputs) {
      guard let old = input.entity, let new = named.entity, old != new else { continue }
      remarks.append("'\(input.name)' must be named '\(new).\(input.format.rawValue)' to be loaded with this schema")
    }
    for sample in samples {
      for key in sample.keys {
        guard let values = sample[key].opaqueValues else { continue }
        remarks.append("'\(sample.name).\(key)' holds \(values), which queries can only compare with NULL")
      }
    }
    self.remarks = remarks
  }
}
