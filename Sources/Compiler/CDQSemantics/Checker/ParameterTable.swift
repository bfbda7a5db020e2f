import CDQIR
import CDQSyntax

/// The `$parameters` of a query with what is known about their types.
///
/// A type comes from a declaration or from uses. The checker repeats its pass over the text as long as a pass learns a
/// type that an earlier part of the text lacked.
struct ParameterTable {
  struct Parameter {
    var name: String
    /// The place of the first use, or of the declaration.
    var span: SourceSpan
    var type: OptionalType?
    var isDeclared: Bool
    var isOmittable: Bool
    /// The place of the use or declaration that gave the type.
    var typeSpan: SourceSpan
    /// The first property that it is compared with, such as `City.name`.
    var use: String?
    var isUsed: Bool
    /// The number of elements that a list must have; nil when any number will do.
    var size: Int?
  }

  private(set) var parameters: [Parameter] = []
  private var index: [String: Int] = [:]
  /// Whether this pass has learnt a type.
  private(set) var learnt = false
  /// Whether this pass has changed a type that it may have used before.
  private(set) var hasChanged = false

  /// Starts a pass over the same text.
  mutating func beginPass() {
    learnt = false
    hasChanged = false
  }

  /// Declares a parameter.
  ///
  /// - Returns: the place of the earlier declaration when the name is taken, else nil.
  mutating func declare(_ name: String, _ type: OptionalType, at span: SourceSpan) -> SourceSpan? {
    if let known = index[name] { return parameters[known].span }
    index[name] = parameters.count
    parameters.append(
      Parameter(
        name: name, span: span, type: type, isDeclared: true, isOmittable: false, typeSpan: span, use: nil,
        isUsed: false))
    return nil
  }

  /// The index of the parameter of that name, which its first use adds. The first use also decides whether it may be
  /// absent.
  mutating func use(_ node: VariableNode) -> Int {
    guard let known = index[node.name] else {
      index[node.name] = parameters.count
      parameters.append(
        Parameter(
          name: node.name, span: node.span, type: nil, isDeclared: false, isOmittable: node.isOptional,
          typeSpan: node.span, use: nil, isUsed: true))
      return parameters.count - 1
    }
    if !parameters[known].isUsed { parameters[known].isOmittable = node.isOptional }
    parameters[known].isUsed = true
    return known
  }

  /// Gives a parameter the type of the value that it is compared with. Integer types widen to the widest one, since
  /// they are one family. A parameter that is anywhere compared for equality with an optional is optional, unless it
  /// may be absent.
  mutating func learn(_ parameter: Int, _ type: OptionalType, at span: SourceSpan) {
    guard !parameters[parameter].isDeclared else { return }
    let met = OptionalType(type.base, isOptional: type.isOptional && !parameters[parameter].isOmittable)
    guard let known = parameters[parameter].type else {
      parameters[parameter].type = met
      parameters[parameter].typeSpan = span
      learnt = true
      return
    }
    let merged = OptionalType(
      ParameterTable.wider(known.base, met.base), isOptional: known.isOptional || met.isOptional)
    if merged != known {
      parameters[parameter].type = merged
      hasChanged = true
    }
  }

  /// Notes the number of elements that a list must have.
  mutating func requireSize(_ size: Int, of parameter: Int) {
    parameters[parameter].size = size
  }

  /// Remembers the first property that a parameter is compared with, for documentation.
  mutating func noteUse(_ parameter: Int, _ use: String) {
    if parameters[parameter].use == nil { parameters[parameter].use = use }
  }

  private static func wider(_ known: ValueType, _ other: ValueType) -> ValueType {
    let order: [ValueType] = [.int16, .int32, .int64]
    guard let left = order.firstIndex(of: known), let right = order.firstIndex(of: other) else { return known }
    return order[max(left, right)]
  }

  func contains(_ name: String) -> Bool { index[name] != nil }
}
