import CDQIR
import CDQSemantics
import CDQSyntax

/// The check of a typed query for key paths that an allowance does not list. Every property in the query is one that some
/// listed key path names; this check is about the way there.
struct AllowancePathCheck {
  private let allowance: Allowance
  private let allowed: AllowedPaths
  private let source: SourceText
  private(set) var findings: [Diagnostic] = []
  private var entity = ""
  /// The key paths at whose ends the objects of a variable are; missing for objects of unknown origin.
  private var origins: [Int: [[String]]] = [0: [[]]]

  init(_ allowance: Allowance, _ allowed: AllowedPaths, _ source: SourceText) {
    (self.allowance, self.allowed, self.source) = (allowance, allowed, source)
  }

  mutating func check(_ query: TypedQuery) {
    entity = query.entity
    guard allowed.allow([], from: entity) else {
      // The entity is visible since a key path leads to it, but no text may be about it.
      findings.append(.notAllowed("'\(entity)' is", source, SourceSpan(at: 0)))
      return
    }
    // What an update sets is no value of the tree.
    for assignment in query.assignments where !allowed.allow([assignment.property], from: entity) {
      findings.append(.notAllowed("the key path '\(assignment.property)' is", source, assignment.span))
    }
    checkClauses(of: query)
  }

  private mutating func checkClauses(of query: TypedQuery) {
    var open = [TypedNode](query.children.reversed())
    // Parents come before their children, so that the origin of a variable is known where it is used.
    while let node = open.popLast() {
      if case .expression(let expression) = node { check(expression) }
      open += node.children.reversed()
    }
    for shape in query.shapes {
      check(shape.steps, origins[0], shape.span)
      // In its braces the related objects are variable 0, and the other variables are its own.
      let outer = origins
      origins = [0: (outer[0] ?? []).map { $0 + shape.steps.map(\.name) }]
      checkClauses(of: shape.query)
      origins = outer
    }
  }

  private mutating func check(_ node: TypedExpression) {
    switch node.kind {
    case .subquery(let collection, let variable, _), .map(let collection, let variable, _):
      origins[variable.id] = origins(of: collection)
    case .path(let variable, let steps): check(steps, origins[variable], node.span)
    case .objects(let name): check(objectsOf: name, node.span)
    case .literal, .parameter, .aggregate, .arithmetic, .negate, .function, .reduce, .reduceGroup, .first, .last,
      .element, .set, .distinct, .mode, .conditional, .cast:
      break
    }
  }

  /// All objects of an entity are those of a query about it, from which its key paths start. Conditions that a server adds to
  /// the text do not restrict them.
  private mutating func check(objectsOf name: String, _ span: SourceSpan) {
    if !allowance.includesAllObjects || !allowance.includesToMany || !allowed.allow([], from: name) {
      findings.append(.notAllowed("'\(name)' is", source, span))
    }
  }

  private mutating func check(_ steps: [StepIR], _ origins: [[String]]?, _ span: SourceSpan) {
    let names = steps.map(\.name)
    if !allowance.includesToMany, steps.contains(where: { $0.kind == .toMany }) {
      findings.append(.notAllowed("a relationship to many is", source, span))
      return
    }
    guard !steps.isEmpty else { return }
    let isAllowed = origins.map { $0.allSatisfy { allowed.allow($0 + names, from: entity) } } ?? allowsProperties(steps)
    if !isAllowed {
      findings.append(.notAllowed("the key path '\(names.joined(separator: "."))' is", source, span))
    }
  }

  /// Whether the steps of a path from an object of unknown origin, such as a parameter's, are paths of their own.
  private func allowsProperties(_ steps: [StepIR]) -> Bool {
    guard let first = steps.first else { return true }
    return allowed.allow(steps.map(\.name), from: first.entity)
  }

  /// The key paths at whose ends the elements of a collection are; nil when they have another origin.
  private func origins(of node: TypedExpression) -> [[String]]? {
    switch node.kind {
    case .path(let variable, let steps): return origins[variable]?.map { $0 + steps.map(\.name) }
    case .subquery(let source, _, _), .first(let source), .last(let source), .element(let source, _),
      .distinct(let source), .mode(let source):
      return origins(of: source)
    case .map(let source, let variable, let inner):
      var scope = self
      scope.origins[variable.id] = origins(of: source)
      return scope.origins(of: inner)
    case .set(_, let left, let right), .conditional(_, let left, let right):
      return joined([left, right])
    case .aggregate(let parts): return joined(parts)
    case .objects, .literal, .parameter, .arithmetic, .negate, .function, .reduce, .reduceGroup, .cast: return nil
    }
  }

  private func joined(_ parts: [TypedExpression]) -> [[String]]? {
    var result: [[String]] = []
    for part in parts {
      guard let paths = origins(of: part) else { return nil }
      result += paths
    }
    return result
  }
}
