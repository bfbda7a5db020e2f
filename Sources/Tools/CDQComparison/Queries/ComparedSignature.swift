package import CDQIR

/// The interface of a query for its callers: its parameters and its result.
package struct ComparedSignature: Hashable, Sendable {
  package struct Parameter: Hashable, Sendable {
    package var name: String
    /// The type, such as `Int64?`, followed by `or absent` for an omittable parameter; `one of a, b` for a choice of
    /// sort keys.
    package var type: String
  }
  package var parameters: [Parameter]
  /// The Swift type of the result: `[City]`, `Int`, `[(name: String, people: Int64)]`.
  package var result: String

  /// - Parameter renames: The new names of entities, if the signature is compared with one of a new schema version.
  package init(_ query: QueryIR, renames: SchemaRenames = SchemaRenames()) {
    parameters = query.parameters.enumerated().map { index, parameter in
      var type = renames.type(parameter.type).description
      if parameter.isOmittable { type += " or absent" }
      if case .choice(index, let keys) = query.sort { type = "one of \(keys.map(\.name).joined(separator: ", "))" }
      return Parameter(name: parameter.name, type: type)
    }
    result = ComparedSignature.result(query, renames)
  }

  private static func result(_ query: QueryIR, _ renames: SchemaRenames) -> String {
    let row = query.projection.map { $0.signature { renames.type($0).description } } ?? renames.entity(query.entity)
    switch query.cardinality {
    case .many: return "[\(row)]"
    case .first: return row + "?"
    case .one: return row
    case .count, .delete, .update: return "Int"
    case .exists: return "Bool"
    }
  }

  /// The differences between this signature and a new one, one text each.
  package func changes(to new: ComparedSignature) -> [String] {
    var changes: [String] = []
    for parameter in parameters {
      guard let now = new.parameters.first(where: { $0.name == parameter.name }) else {
        changes.append("parameter '\(parameter.name)' is gone, was \(parameter.type)")
        continue
      }
      if now.type != parameter.type {
        changes.append("parameter '\(parameter.name)' was \(parameter.type), is \(now.type)")
      }
    }
    for parameter in new.parameters where !parameters.contains(where: { $0.name == parameter.name }) {
      changes.append("parameter '\(parameter.name)' is new, is \(parameter.type)")
    }
    if changes.isEmpty, parameters.map(\.name) != new.parameters.map(\.name) {
      changes.append("the parameters come in another order: \(new.parameters.map(\.name).joined(separator: ", "))")
    }
    if result != new.result { changes.append("result was \(result), is \(new.result)") }
    return changes
  }
}
