package import CDQIR

/// Translates the expression of a `#Predicate` to the `NSPredicate` that Foundation's public conversion makes of it;
/// SwiftData's own is closed, but the texts of its errors have the same shapes.
package struct AppleStoreLowering {
  let schema: Schema
  /// Whether relationships to many may be nil in the classes, as in hand-written ones.
  private let hasOptionalCollections: Bool
  /// What the parameters of closures stand for. All other names are captured values.
  private var bindings: [String: AppleStoreValue] = [:]

  /// - Parameters:
  ///   - variables: the entities of the closure's parameters in scope, by name.
  ///   - captured: what is known of captured values, such as that one is an enum.
  package init(
    _ schema: Schema, variables: [String: String], captured: [String: AppleStoreValue] = [:],
    hasOptionalCollections: Bool = false
  ) {
    self.schema = schema
    self.hasOptionalCollections = hasOptionalCollections
    bindings = captured
    for (name, entity) in variables { bindings[name] = .path(AppleStorePath(variable: name, entity: entity)) }
  }

  // MARK: conditions

  package mutating func condition(_ expression: SwiftExpression) -> AppleStoreCondition {
    switch expression {
    case .boolean(let value): return .constant(value)
    case .tuple(let elements) where elements.count == 1: return condition(elements[0].value)
    case .prefix("!", let operand): return .not(condition(operand))
    case .binary(let left, "&&", let right): return .and([condition(left), condition(right)])
    case .binary(let left, "||", let right): return .or([condition(left), condition(right)])
    case .binary(let left, let symbol, let right):
      guard let relation = ComparisonIR.Operator(rawValue: symbol) else { break }
      return .comparison(value(left), .compare(relation, []), value(right))
    case .call(.member(let base, let method), let arguments):
      if let test = call(value(base), method, arguments) { return test }
    default: break
    }
    return .holds(value(expression))
  }

  /// A call that gives a Bool; nil for any other method.
  private mutating func call(_ base: AppleStoreValue, _ method: String, _ arguments: [SwiftArgument]) -> AppleStoreCondition? {
    if case .closure(let closure)? = arguments.first?.value {
      let isAll = method == "allSatisfy"
      if !isAll, method != "contains" { return nil }
      let found = elements(of: base, closure, isNegated: isAll)
      return .comparison(.count(found), .compare(isAll ? .equal : .notEqual, []), .constant(.integer(0)))
    }
    guard arguments.count == 1 else { return nil }
    let argument = value(arguments[0].value)
    switch (method, base) {
    case ("contains", .list(let bounds)) where bounds.count == 2: return .comparison(argument, .isBetween, base)
    case ("contains", .constant(.string)): break
    case ("contains", .constant), ("contains", .unsupported): return .comparison(argument, .isIn([]), base)
    case ("contains", .path(let path)) where path.steps.last?.kind != .attribute:
      return .comparison(argument, .isIn([]), base)
    default: break
    }
    guard let (search, options) = AppleStoreLowering.searches[method] else { return nil }
    return .comparison(base, .text(search, options), argument)
  }

  private static let searches: [String: (TextMatchIR.Operator, TextOptions)] = [
    "starts": (.beginsWith, []), "contains": (.contains, []),
    "localizedStandardContains": (.contains, [.caseInsensitive, .diacriticInsensitive, .localeSensitive]),
  ]

  /// `SUBQUERY(collection, $variable, condition)` for a closure on the elements.
  private mutating func elements(
    of collection: AppleStoreValue, _ closure: SwiftClosure, isNegated: Bool = false
  ) -> AppleStoreValue {
    let name = closure.parameters.first ?? "$0"
    let entity: String? = if case .path(let path) = AppleStoreLowering.source(collection) { path.entity } else { nil }
    let outer = bindings.updateValue(.path(AppleStorePath(variable: name, entity: entity)), forKey: name)
    defer { bindings[name] = outer }
    let test = condition(of: closure.body)
    return .subquery(collection, variable: name, isNegated ? .not(test) : test)
  }

  /// The relationship that a SUBQUERY filters.
  private static func source(_ collection: AppleStoreValue) -> AppleStoreValue {
    var collection = collection
    while case .subquery(let inner, _, _) = collection { collection = inner }
    return collection
  }

  /// The condition of a closure's statements: an expression, or an `if` with two branches.
  package mutating func condition(of body: [SwiftStatement]) -> AppleStoreCondition {
    switch body.first {
    case .expression(let test)?, .return(let test?)?: condition(test)
    default: .holds(value(body))
    }
  }

  // MARK: values

  package mutating func value(_ expression: SwiftExpression) -> AppleStoreValue {
    switch expression {
    case .null: return .null
    case .name(let name): return bindings[name] ?? .constant(expression)
    case .integer, .double, .string, .boolean, .wrappedString, .lines: return .constant(expression)
    // A case of an enum; the names of values are captured.
    case .implicitMember: return .unsupported(.enumeration)
    case .tuple(let elements) where elements.count == 1: return value(elements[0].value)
    case .array(let elements): return .constant(.array(elements))
    case .member(let base, let name), .optionalMember(let base, let name): return member(value(base), name)
    case .forced: return .unsupported(.forcedUnwrap)
    case .prefix("-", let operand): return .function("-", [.constant(.integer(0)), value(operand)])
    case .binary(let left, "??", let right): return .coalesced(value(left), value(right))
    case .binary(let low, "...", let high): return .list([value(low), value(high)])
    case .binary(_, "..<", _): return .unsupported(.capturedRange)
    case .binary(let left, "+", let right), .binary(let left, "-", let right), .binary(let left, "*", let right),
      .binary(let left, "/", let right), .binary(let left, "%", let right):
      guard case .binary(_, let symbol, _) = expression else { break }
      return .function(symbol, [value(left), value(right)])
    case .binary(_, "as?", _), .binary(_, "as!", _), .binary(_, "is", _): return .unsupported(.cast)
    case .ternary(let test, let then, let otherwise): return .choice(condition(test), value(then), value(otherwise))
    case .call(.optionalMember(let base, let method), let arguments):
      let base = value(base)
      return .unwrapped(base, result(base, method, arguments))
    case .call(.member(let base, "flatMap"), let arguments):
      guard case .closure(let closure)? = arguments.first?.value else { break }
      return unwrapped(value(base), closure.parameters.first ?? "$0", closure.body)
    case .call(.member(let base, let method), let arguments): return result(value(base), method, arguments)
    case .prefix("!", _), .binary: return .truth(condition(expression))
    case .tuple, .prefix, .call, .subscript, .attempt, .closure: break
    }
    return .unsupported(.function)
  }

  private mutating func result(_ base: AppleStoreValue, _ method: String, _ arguments: [SwiftArgument]) -> AppleStoreValue {
    if method == "filter", case .closure(let closure)? = arguments.first?.value {
      return elements(of: base, closure)
    }
    return call(base, method, arguments).map { .truth($0) } ?? .unsupported(.function)
  }

  /// `base.flatMap { name in body }`: a key path where the body is one from the name, else a TERNARY.
  private mutating func unwrapped(_ base: AppleStoreValue, _ name: String, _ body: [SwiftStatement]) -> AppleStoreValue {
    var value = base
    if case .path(var path) = base {
      path.known = path.steps.count
      value = .path(path)
    }
    let outer = bindings.updateValue(value, forKey: name)
    defer { bindings[name] = outer }
    let result = self.value(body)
    if case .path(let path) = base, case .path(var steps) = result {
      steps.known = path.known
      return .path(steps)
    }
    return .unwrapped(base, result)
  }

  /// The value of a closure's statements: an expression, or an `if` with two branches.
  private mutating func value(_ body: [SwiftStatement]) -> AppleStoreValue {
    switch body.first {
    case .expression(let value)?, .return(let value?)?: return self.value(value)
    case .if(let conditions, let then, let otherwise)?:
      guard conditions.count == 1 else { break }
      switch conditions[0] {
      case .holds(let test): return .choice(condition(test), value(then), value(otherwise))
      case .unwrap(let name, let base):
        return .coalesced(unwrapped(value(base), name, then), value(otherwise))
      case .match: break
      }
    default: break
    }
    return .unsupported(.function)
  }

  // MARK: members

  private func member(_ base: AppleStoreValue, _ name: String) -> AppleStoreValue {
    switch base {
    // A `#Predicate` reads no members of what it captures; the compiler refuses them.
    case .constant, .null, .unsupported: return base
    case .coalesced, .unwrapped, .choice: return .unwrapped(base, .unsupported(.computedMember))
    case .subquery, .list, .truth, .count, .function:
      switch name {
      case "count": return .count(base)
      case "isEmpty": return isEmpty(.count(base))
      default: return .unsupported(.computedMember)
      }
    case .path(let path): return member(path, name)
    }
  }

  private func isEmpty(_ count: AppleStoreValue) -> AppleStoreValue {
    .truth(.comparison(count, .compare(.equal, []), .constant(.integer(0))))
  }

  private func kind(of relationship: Relationship) -> AppleStorePath.Kind {
    guard relationship.isToMany else { return .toOne }
    return hasOptionalCollections && relationship.isOptional ? .optionalToMany : .toMany
  }

  private func member(_ path: AppleStorePath, _ name: String) -> AppleStoreValue {
    switch path.steps.last?.kind {
    case .toMany?, .optionalToMany?:
      if name == "count" { return .count(.path(path)) }
      return name == "isEmpty" ? isEmpty(.count(.path(path))) : .unsupported(.toManyKey)
    case .values?: return .unsupported(.storedValues)
    case .attribute?, .identity?:
      if name == "count" { return .function("length", [.path(path)]) }
      return name == "isEmpty" ? isEmpty(.function("length", [.path(path)])) : .unsupported(.computedMember)
    case .toOne?, nil: break
    }
    guard let entity = path.entity else { return .unsupported(.computedMember) }
    if name == "persistentModelID" { return .path(path.appending(name, .identity)) }
    switch schema.property(named: name, of: entity) {
    case .relationship(let relationship)?:
      return .path(
        path.appending(name, kind(of: relationship), entity: relationship.destination))
    case .attribute(let attribute)?:
      if attribute.isTransient { return .unsupported(.transient) }
      switch attribute.type {
      case .enumeration: return .unsupported(.enumeration)
      case .collection: return .path(path.appending(name, .values))
      default: return .path(path.appending(name, .attribute))
      }
    case nil:
      // The stored raw value of an enum.
      guard name.hasSuffix("RawValue"),
        case .attribute(let attribute)? = schema.property(named: String(name.dropLast(8)), of: entity),
        case .enumeration = attribute.type
      else { return .unsupported(.computedMember) }
      return .path(path.appending(name, .attribute))
    }
  }
}
