import CDQIR
import CDQSemantics

/// The signature of a generated function, which is the same in every back end: its parameters, its documentation and
/// the enum of a dynamic sort.
struct QuerySignature {
  let query: CompiledQuery
  let types: SwiftTypeNames
  /// The names of the parameters inside the function; their labels are the names in the query.
  let parameterNames: [String]
  /// Indices of the parameters that the function takes as objects, and not as the values that identify them.
  var objectParameters: Set<Int> = []
  /// The names that are taken inside the function.
  var names: SwiftNameScope
  /// The cases of the enum for a dynamic sort, and the names of the sort keys in the IR.
  let sortCases: [(name: String, key: String)]

  init(_ query: CompiledQuery, types: SwiftTypeNames) {
    self.query = query
    self.types = types
    names = types.localNames
    var internalNames: [String] = []
    for parameter in query.ir.parameters {
      let name = parameter.name
      internalNames.append(names.unique(SwiftNames.isPlainName(name) ? name : "\(name)Value"))
    }
    parameterNames = internalNames
    guard case .choice(_, let keys) = query.ir.sort else {
      sortCases = []
      return
    }
    var caseNames = SwiftNameScope()
    var cases: [(name: String, key: String)] = []
    var seen: Set<String> = []
    for key in keys where seen.insert(key.name).inserted {
      cases.append((caseNames.unique(SwiftNames.camelCase(key.name)), key.name))
    }
    sortCases = cases
  }

  var entity: String { query.ir.entity }

  /// The index of the parameter that selects the order; nil for a query without a dynamic sort.
  var sortParameter: Int? {
    if case .choice(let parameter, _) = query.ir.sort { parameter } else { nil }
  }

  /// The name of the enum for a dynamic sort: `SearchOrder` for the parameter `$order` of the query `search`.
  var sortEnumName: String? { QuerySignature.sortEnumName(of: query) }

  static func sortEnumName(of query: CompiledQuery) -> String? {
    guard case .choice(let parameter, _) = query.ir.sort else { return nil }
    return SwiftNames.upperFirst(query.name) + SwiftNames.upperFirst(query.ir.parameters[parameter].name)
  }

  /// The parameters after the first one, which is the store, context or sequence.
  var parameters: [SwiftFunction.Parameter] {
    query.ir.parameters.indices.map { index in
      let parameter = query.ir.parameters[index]
      var type = types.type(parameter.type)
      if objectParameters.contains(index), case .object(let entity) = parameter.type.base {
        type = parameter.type.isOptional ? .optional(types.declared(entity)) : types.declared(entity)
      }
      if index == sortParameter, let name = sortEnumName {
        type = parameter.type.isOptional ? .optional(.named(name)) : .named(name)
      }
      if parameter.isOmittable { type = type.optional }
      let name = parameterNames[index]
      return SwiftFunction.Parameter(
        parameter.name == name ? nil : parameter.name, name, type, defaultValue: parameter.isOmittable ? .null : nil)
    }
  }

  var needsFoundation: Bool { query.ir.parameters.contains { types.needsFoundation($0.type.base) } }

  /// The enum of a dynamic sort; nil for a query without one.
  func sortEnum(access: String) -> SwiftDeclaration? {
    guard let name = sortEnumName, let index = sortParameter else { return nil }
    let cases = sortCases.map { choice in
      SwiftDeclaration(.enumCase(choice.name, choice.name == choice.key ? nil : .string(choice.key)))
    }
    return SwiftDeclaration(
      documentation: ["What `\(query.name)` can be sorted by, given as `\(query.ir.parameters[index].name)`."],
      access: access,
      .type(
        .enum, name: name,
        conformances: ["String", "Sendable", "Hashable", "Codable", "CaseIterable"].map(types.standard), cases))
  }

  /// The lines of the doc comment: the query's own documentation, its text, its parameters and its result.
  func documentation(throwing errors: [String]) -> [String] {
    var lines = query.documentation.map(SwiftText.lines) ?? []
    while lines.last?.isEmpty == true { lines.removeLast() }
    if !lines.isEmpty { lines.append("") }
    lines.append("```cdq")
    lines += SwiftText.lines(query.text)
    lines.append("```")
    let described = query.ir.parameters.indices.map { (query.ir.parameters[$0].name, description(of: $0)) }
    if described.count == 1 {
      lines.append("- Parameter \(described[0].0): \(described[0].1)")
    } else if !described.isEmpty {
      lines.append("- Parameters:")
      lines += described.map { "  - \($0.0): \($0.1)" }
    }
    if !errors.isEmpty { lines.append("- Throws: \(errors.joined(separator: "; ")).") }
    lines.append("- Returns: \(result).")
    return lines
  }

  /// The lines of the doc comment of a query as data, which takes its arguments by name.
  func dataDocumentation() -> [String] {
    var lines = query.documentation.map(SwiftText.lines) ?? []
    while lines.last?.isEmpty == true { lines.removeLast() }
    if !lines.isEmpty { lines.append("") }
    lines.append("```cdq")
    lines += SwiftText.lines(query.text)
    lines.append("```")
    if !query.ir.parameters.isEmpty { lines += ["", "Arguments:"] }
    for (index, parameter) in query.ir.parameters.enumerated() {
      let type = OptionalType(
        parameter.type.base, isOptional: parameter.mayBeNil)
      lines.append("- `\(parameter.name)`: `\(type)`, \(description(of: index))")
    }
    return lines
  }

  private func description(of index: Int) -> String {
    let parameter = query.ir.parameters[index]
    var text: String
    if index == sortParameter {
      text = "what the result is sorted by."
    } else if case .parameter(index) = query.ir.limit {
      text = "most results."
    } else if case .parameter(index) = query.ir.limitPerKey?.count {
      text = "most results with the same keys."
    } else if case .parameter(index) = query.ir.offset {
      text = "results that are skipped first."
    } else if index < query.parameterUses.count, let use = query.parameterUses[index] {
      text = isNewValue(index) ? "the new value of `\(use)`." : "compared with `\(use)`."
    } else {
      text = "`$\(parameter.name)` of the query."
    }
    if parameter.isOmittable { text += " Without it the conditions\(query.ir.assignments.isEmpty ? "" : " and new values") that use it are left out." }
    return text
  }

  /// Whether a parameter is what an update sets a property to.
  private func isNewValue(_ index: Int) -> Bool {
    query.ir.assignments.contains { if case .parameter(index, _) = $0.value { true } else { false } }
  }

  private var result: String {
    let objects = "objects of `\(entity)`"
    if query.ir.projection != nil {
      switch query.ir.cardinality {
      case .many: return "the selected rows\(order)"
      case .first: return "the first selected row\(order); nil when there is none"
      case .one: return "the only selected row"
      case .count, .exists, .delete, .update: break
      }
    }
    switch query.ir.cardinality {
    case .many: return "the matching \(objects)\(order); empty when none match"
    case .first: return "the first of the matching \(objects)\(order); nil when none match"
    case .one: return "the only matching object of `\(entity)`"
    case .count: return "how many \(objects) match"
    case .exists: return "whether any object of `\(entity)` matches"
    case .delete: return "how many \(objects) were deleted, without those that delete rules took along"
    case .update: return "how many \(objects) were changed"
    }
  }

  private var order: String {
    guard case .keys(let keys) = query.ir.sort, !keys.isEmpty else {
      return sortParameter == nil ? ", in insertion order" : ", sorted as asked"
    }
    return ", sorted by " + keys.map { "`\($0.name)`\($0.isDescending ? " descending" : "")" }.joined(separator: ", ")
  }
}
