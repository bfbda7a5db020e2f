import CDQIR
import CDQSemantics

extension FetchTranslator {
  /// The element of a collection inside a SUBQUERY that is being written.
  struct Element {
    var binding: Binding
    /// The element, or its attribute at which the path ends.
    var value: FetchOperand
  }

  /// The elements of a to-many relationship that satisfy a condition.
  struct Subquery {
    var collection: PredicateFormat
    var variable: String
    var condition: PredicateFormat
    /// Whether the path has several to-many steps, so that the subquery's own elements contain the wanted ones.
    var isNested: Bool

    var isEmpty: Bool { condition.text == "FALSEPREDICATE" }

    /// The number of elements: `SUBQUERY(cities, $x, $x.name == "Paris").@count`, or `cities.@count`.
    var count: PredicateFormat {
      if condition.text == "TRUEPREDICATE" { return collection + ".@count" }
      return "SUBQUERY(" + collection + ", \(variable), " + condition + ").@count"
    }

    /// A condition that is true if there is an element, or for `found: false` if there is none.
    func exist(_ found: Bool) -> FetchCondition {
      isEmpty ? .constant(!found) : .format(count + (found ? " > 0" : " == 0"))
    }
  }

  /// Nested SUBQUERYs that are being written: `SUBQUERY(cities, $x, SUBQUERY($x.streets, $y, …`
  struct OpenSubquery {
    /// From the outermost to the innermost.
    fileprivate var levels: [(collection: PredicateFormat, variable: String)] = []
    /// The conditions of filters that the elements must satisfy, the innermost filter first.
    fileprivate var conditions: [FetchCondition] = []
    /// The depth and element of the translator before the outermost SUBQUERY.
    fileprivate let depth: Int
    fileprivate let element: String?
  }

  /// Begins a condition on the elements of a to-many relationship, which `close` completes.
  mutating func openSubquery(_ collection: CollectionIR) throws(Stop) -> (open: OpenSubquery, element: Element) {
    switch collection {
    case .path(let path):
      context.append(.collection(collection))
      return try openSubquery(path)
    case .filter(let source, let variable, let predicate):
      var (open, element) = try openSubquery(source)
      let outer = bindings.updateValue(element.binding, forKey: variable.id)
      open.conditions.append(try condition(predicate.simplified, true))
      bindings[variable.id] = outer
      return (open, element)
    default:
      throw refusal("a quantifier over such a collection", "Core Data's SQLite store only has relationships")
    }
  }

  /// Begins one SUBQUERY for each to-many step of the path.
  private mutating func openSubquery(_ path: PathIR) throws(Stop) -> (open: OpenSubquery, element: Element) {
    guard let binding = bindings[path.variable], path.parameter == nil else {
      throw refusal("the objects of an object parameter", "a fetch request looks at stored objects only")
    }
    if let element, binding.start != element { warnOfOuterObject() }
    var open = OpenSubquery(depth: depth, element: element)
    var rest = Binding(start: binding.start, steps: binding.steps + path.steps)
    repeat {
      let steps = rest.steps
      guard let split = steps.firstIndex(where: { $0.kind == .toMany || $0.kind == .scalarCollection }) else {
        throw refusal("a quantifier here", "there is no relationship to many")
      }
      guard steps[split].kind == .toMany else {
        throw refusal("the elements of '\(steps[split].name)'", "Core Data keeps them as one value")
      }
      try requireStored(Array(steps[...split]))
      let variable = depth < 3 ? ["$x", "$y", "$z"][depth] : "$v\(depth)"
      open.levels.append((format(rest.start, Array(steps[...split])), variable))
      rest = Binding(start: variable, steps: Array(steps[(split + 1)...]))
      depth += 1
      element = variable
    } while rest.steps.contains { $0.kind == .toMany || $0.kind == .scalarCollection }
    // The element gets an id, so that a path can start there.
    let id = Int.max - depth
    bindings[id] = Binding(start: rest.start, steps: [])
    let value = try self.path(PathIR(variable: id, steps: rest.steps, type: path.type))
    bindings[id] = nil
    return (open, Element(binding: rest, value: value))
  }

  /// Completes a subquery with the condition on its elements.
  mutating func close(_ open: OpenSubquery, _ isElement: FetchCondition) throws(Stop) -> Subquery {
    var condition = open.conditions.reversed().reduce(isElement) { .and([$1, $0]) }
    var levels = open.levels
    while let (collection, variable) = levels.popLast() {
      guard let inner = condition.format else {
        throw refusal("a condition inside of a SUBQUERY", "it needs more than one format")
      }
      let isNested = levels.count + 1 < open.levels.count
      let found = Subquery(collection: collection, variable: variable, condition: inner, isNested: isNested)
      if levels.isEmpty {
        (depth, element) = (open.depth, open.element)
        context.removeLast()
        return found
      }
      condition = found.exist(true)
    }
    throw refusal("a quantifier here", "there is no relationship to many")
  }
}
