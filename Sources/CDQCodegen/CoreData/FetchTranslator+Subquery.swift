import CDQIR
import CDQSemantics

extension FetchTranslator {
  /// An element of a to-many relationship.
  struct Element {
    var binding: Binding
    /// The element itself, or the attribute of it that is ranged over.
    var value: FetchOperand
  }

  /// The elements of a to-many relationship that satisfy a condition.
  struct Subquery {
    var collection: PredicateFormat
    var variable: String
    var condition: PredicateFormat
    /// Whether it has the objects in which such elements are, and not the elements themselves.
    var isNested: Bool

    var isEmpty: Bool { condition.text == "FALSEPREDICATE" }

    /// How many they are: `SUBQUERY(cities, $x, $x.name == "Paris").@count`, or `cities.@count`.
    var count: PredicateFormat {
      if condition.text == "TRUEPREDICATE" { return collection + ".@count" }
      return "SUBQUERY(" + collection + ", \(variable), " + condition + ").@count"
    }
  }

  typealias ElementCondition = (inout FetchTranslator, Element) throws(Stop) -> FetchCondition

  /// Whether an element satisfies the condition, or with `found` false whether none does.
  mutating func exists(
    _ collection: CollectionIR, _ found: Bool, _ body: ElementCondition
  ) throws(Stop) -> FetchCondition {
    let elements = try subquery(collection, body)
    if elements.isEmpty { return .constant(!found) }
    return .format(elements.count + (found ? " > 0" : " == 0"))
  }

  /// Several to-many steps are nested.
  mutating func subquery(_ collection: CollectionIR, _ body: ElementCondition) throws(Stop) -> Subquery {
    switch collection {
    case .path(let path):
      return try within(.collection(collection)) { (translator) throws(Stop) in try translator.subquery(path, body) }
    case .filter(let source, let variable, let predicate):
      return try subquery(source) { (translator, element) throws(Stop) in
        let outer = translator.bindings[variable.id]
        translator.bindings[variable.id] = element.binding
        defer { translator.bindings[variable.id] = outer }
        let isElement = try translator.condition(predicate.simplified, true)
        return .and([isElement, try body(&translator, element)])
      }
    case .literal, .parameter, .map, .flatMap, .distinct, .set, .mode:
      throw refusal("a quantifier over such a collection", "Core Data's SQLite store only has relationships")
    }
  }

  private mutating func subquery(_ path: PathIR, _ body: ElementCondition) throws(Stop) -> Subquery {
    guard let binding = bindings[path.variable], path.parameter == nil else {
      throw refusal("the objects of an object parameter", "a fetch request looks at stored objects only")
    }
    let steps = binding.steps + path.steps
    guard let split = steps.firstIndex(where: { $0.kind == .toMany || $0.kind == .scalarCollection }) else {
      throw refusal("a quantifier here", "there is no relationship to many")
    }
    guard steps[split].kind == .toMany else {
      throw refusal("the elements of '\(steps[split].name)'", "Core Data keeps them as one value")
    }
    try requireStored(Array(steps[...split]))
    let variable = depth < 3 ? ["$x", "$y", "$z"][depth] : "$v\(depth)"
    let element = Binding(start: variable, steps: Array(steps[(split + 1)...]))
    let outer = (depth, self.element)
    depth += 1
    self.element = variable
    defer { (depth, self.element) = outer }
    // The element under an id of its own, so that paths start there.
    let id = Int.max - depth
    bindings[id] = Binding(start: variable, steps: [])
    defer { bindings[id] = nil }
    let rest = PathIR(variable: id, steps: element.steps, type: path.type)
    let isNested = element.steps.contains { $0.kind == .toMany || $0.kind == .scalarCollection }
    let condition: FetchCondition
    if isNested {
      let inner = try subquery(rest, body)
      condition = inner.isEmpty ? .constant(false) : .format(inner.count + " > 0")
    } else {
      condition = try body(&self, Element(binding: element, value: try self.path(rest)))
    }
    guard let inner = condition.format else {
      throw refusal("a condition inside of a SUBQUERY", "it needs more than one format")
    }
    let collection = format(binding.start, Array(steps[...split]))
    return Subquery(collection: collection, variable: variable, condition: inner, isNested: isNested)
  }
}
