import CDQRuntime
import Foundation

/// A second reading of the language, as plain as can be: it walks the IR for each row, shares nothing with the engine and
/// leaves all text to Foundation. Covers what `RandomQueries` makes.
struct NaiveEvaluator {
  enum Item {
    case value(Value)
    case object(NaiveObject?)

    var isNil: Bool {
      switch self {
      case .value(let value): value.isNull
      case .object(let object): object == nil
      }
    }
  }
  var variables: [Int: Item]
  var arguments: [Value]

  func with(_ id: Int, _ item: Item) -> NaiveEvaluator {
    var copy = self
    copy.variables[id] = item
    return copy
  }

  // MARK: Predicates

  func holds(_ predicate: PredicateIR) -> Bool {
    switch predicate {
    case .constant(let value): return value
    case .and(let operands): return operands.allSatisfy { holds($0) }
    case .or(let operands): return operands.contains { holds($0) }
    case .not(let operand): return !holds(operand)
    case .comparison(let node):
      return NaiveEvaluator.compare(node.operator, item(node.left), item(node.right), node.options)
    case .text(let node):
      guard case .value(.string(let text)) = item(node.text), case .value(.string(let pattern)) = item(node.pattern)
      else { return false }
      return NaiveText.matches(node.operator, text, pattern, node.options)
    case .between(let node):
      let items = [node.value, node.low, node.high].map { item($0) }
      if items.contains(where: \.isNil) { return false }
      return NaiveEvaluator.compare(.lessOrEqual, items[1], items[0], [])
        && NaiveEvaluator.compare(.lessOrEqual, items[0], items[2], [])
    case .membership(let node):
      let value = item(node.value)
      return !value.isNil && items(node.collection).contains { NaiveEvaluator.compare(.equal, $0, value, node.options) }
    case .isNull(let operand): return item(operand).isNil
    case .boolean(let operand):
      if case .value(.bool(true)) = item(operand) { return true }
      return false
    case .quantified(let node):
      let results = items(node.collection).map { with(node.variable.id, $0).holds(node.predicate) }
      return node.kind == .any ? results.contains(true) : !results.contains(false)
    case .whenPresent(_, let operand): return holds(operand)
    }
  }

  static func compare(
    _ operation: ComparisonIR.Operator, _ left: Item, _ right: Item, _ options: TextOptions
  ) -> Bool {
    if left.isNil || right.isNil {
      let both = left.isNil && right.isNil
      switch operation {
      case .equal, .lessOrEqual, .greaterOrEqual: return both
      case .notEqual: return !both
      case .less, .greater: return false
      }
    }
    if isNaN(left) || isNaN(right) { return operation == .notEqual }
    let sign = order(left, right, options)
    switch operation {
    case .equal: return sign == 0
    case .notEqual: return sign != 0
    case .less: return sign < 0
    case .lessOrEqual: return sign <= 0
    case .greater: return sign > 0
    case .greaterOrEqual: return sign >= 0
    }
  }

  private static func isNaN(_ item: Item) -> Bool {
    if case .value(.double(let number)) = item { number.isNaN } else { false }
  }

  /// -1, 0 or 1; neither is nil. NaN comes last.
  static func order(_ left: Item, _ right: Item, _ options: TextOptions) -> Int {
    switch (left, right) {
    case (.object(let left), .object(let right)):
      return sign((left?.entity ?? "", left?.id ?? 0), (right?.entity ?? "", right?.id ?? 0))
    case (.value(.string(let left)), .value(.string(let right))):
      return sign(NaiveText.folded(left, options), NaiveText.folded(right, options))
    case (.value(.date(let left)), .value(.date(let right))): return sign(left, right)
    case (.value(.bool(let left)), .value(.bool(let right))): return sign(left ? 1 : 0, right ? 1 : 0)
    case (.value(let left), .value(let right)):
      let (first, second) = (rank(left), rank(right))
      return first.rank == second.rank ? sign(first.number, second.number) : sign(first.rank, second.rank)
    default: return 0
    }
  }

  /// Infinities and NaN apart, all numbers of these tests are exact decimals.
  private static func rank(_ value: Value) -> (rank: Int, number: Decimal) {
    switch value {
    case .int(let number): return (0, Decimal(string: String(number)) ?? 0)
    case .decimal(let number): return (0, number)
    case .double(let number):
      if number.isNaN { return (2, 0) }
      if number.isInfinite { return (number > 0 ? 1 : -1, 0) }
      return (0, Decimal(string: String(format: "%.4f", number)) ?? 0)
    default: return (0, 0)
    }
  }

  private static func sign<T: Comparable>(_ left: T, _ right: T) -> Int { left < right ? -1 : left > right ? 1 : 0 }
  private static func sign(_ left: (String, Int64), _ right: (String, Int64)) -> Int {
    left < right ? -1 : left > right ? 1 : 0
  }

  // MARK: Values

  func item(_ expression: ExpressionIR) -> Item {
    switch expression {
    case .literal(let value, _): return .value(value)
    case .parameter(let index, _): return .value(arguments[index])
    case .path(let path): return items(.path(path)).first ?? .value(.null)
    case .arithmetic(let node): return .value(arithmetic(node))
    case .negate(let operand):
      switch item(operand) {
      case .value(.int(let number)): return .value(number == .min ? .null : .int(0 - number))
      case .value(.double(let number)): return .value(.double(0 - number))
      default: return .value(.null)
      }
    case .function(let node):
      guard case .value(let value) = item(node.arguments[0]) else { return .value(.null) }
      switch (node.function, value) {
      case (.length, .string(let text)): return .value(.int(Int64((text as NSString).length)))
      case (.uppercase, .string(let text)): return .value(.string(text.uppercased()))
      case (.absolute, .int(let number)): return .value(number == .min ? .null : .int(number < 0 ? -number : number))
      default: return .value(.null)
      }
    case .aggregate(let node): return .value(aggregate(node.function, items(node.collection), node.type))
    case .groupAggregate: return .value(.null)
    case .element(let node):
      let all = items(node.collection)
      switch node.position {
      case .first: return all.first ?? .value(.null)
      case .last: return all.last ?? .value(.null)
      case .index(let index):
        guard case .value(.int(let place)) = item(index), place >= 0, place < all.count else { return .value(.null) }
        return all[Int(place)]
      }
    case .conditional(let node): return item(holds(node.condition) ? node.then : node.otherwise)
    case .cast: return .value(.null)
    }
  }

  private func arithmetic(_ node: ArithmeticIR) -> Value {
    var numbers: [Decimal] = []
    for operand in node.operands {
      guard case .value(.int(let number)) = item(operand) else { return .null }
      numbers.append(Decimal(string: String(number)) ?? 0)
    }
    // Integers below 2^63 and their sums and products fit the 38 digits of Decimal, so an overflow shows as a number.
    var result = numbers[0]
    for (operation, right) in zip(node.operators, numbers.dropFirst()) {
      switch operation {
      case .add: result += right
      case .subtract: result -= right
      case .multiply: result *= right
      default: return .null
      }
      guard result >= Decimal(Int64.min), result <= Decimal(Int64.max) else { return .null }
    }
    return Int64(result.description).map { .int($0) } ?? .null
  }

  private func aggregate(_ function: AggregateFunction, _ items: [Item], _ type: ValueType) -> Value {
    let present = items.filter { !$0.isNil }
    let values = present.map { item -> Value in if case .value(let value) = item { value } else { .null } }
    switch function {
    case .count: return .int(Int64(items.count))
    case .sum:
      // As in arithmetic, Decimal has digits enough for sums beyond Int64.
      var sum = Decimal(0)
      for case .int(let number) in values { sum += Decimal(string: String(number)) ?? 0 }
      return Int64(sum.description).map { .int($0) } ?? .null
    case .minimum, .maximum:
      let wanted = function == .minimum ? -1 : 1
      guard var best = values.first else { return .null }
      for value in values where NaiveEvaluator.order(.value(value), .value(best), []) == wanted { best = value }
      return best
    case .average, .median, .standardDeviation: return .null
    }
  }

  // MARK: Collections

  func items(_ collection: CollectionIR) -> [Item] {
    switch collection {
    case .path(let path):
      return NaiveEvaluator.follow(variables[path.variable] ?? .value(.null), path.steps[...])
    case .literal(let values, _): return values.map { item($0) }
    case .parameter(let index, _):
      if case .list(let values) = arguments[index] { return values.map { .value($0) } }
      return []
    case .filter(let source, let variable, let predicate):
      return items(source).filter { with(variable.id, $0).holds(predicate) }
    case .map(let source, let variable, let value):
      return items(source).map { with(variable.id, $0).item(value) }
    case .flatMap(let source, let variable, let inner):
      return items(source).flatMap { with(variable.id, $0).items(inner) }
    case .distinct(let source): return NaiveEvaluator.distinct(items(source))
    case .set(let operation, let left, let right):
      let (left, right) = (items(left), items(right))
      switch operation {
      case .union: return NaiveEvaluator.distinct(left + right)
      case .intersect:
        return NaiveEvaluator.distinct(left).filter { item in right.contains { NaiveEvaluator.isSame(item, $0) } }
      case .minus:
        return NaiveEvaluator.distinct(left).filter { item in !right.contains { NaiveEvaluator.isSame(item, $0) } }
      }
    case .mode(let source):
      let all = items(source).filter { !$0.isNil }
      let counts = all.map { item in all.filter { NaiveEvaluator.isSame(item, $0) }.count }
      return NaiveEvaluator.distinct(zip(all, counts).filter { $1 == counts.max() }.map(\.0))
    }
  }

  /// Equal for grouping: NaN is one value.
  static func isSame(_ left: Item, _ right: Item) -> Bool {
    !left.isNil && !right.isNil && order(left, right, []) == 0
  }

  static func distinct(_ items: [Item]) -> [Item] {
    var result: [Item] = []
    for item in items where !item.isNil && !result.contains(where: { isSame($0, item) }) { result.append(item) }
    return result
  }

  private static func follow(_ item: Item, _ steps: ArraySlice<StepIR>) -> [Item] {
    guard let step = steps.first else { return [item] }
    let rest = steps.dropFirst()
    guard case .object(let object?) = item else {
      // What cannot be reached is nil, unless a collection is still to come.
      let isSingle = steps.allSatisfy { $0.kind == .attribute || $0.kind == .toOne }
      let last = steps.last?.kind == .toOne ? Item.object(nil) : .value(.null)
      return isSingle ? [last] : []
    }
    switch step.kind {
    case .attribute: return [.value(object.value(step.name))]
    case .toOne: return follow(.object(object.one[step.name]), rest)
    case .toMany: return (object.many[step.name] ?? []).flatMap { follow(.object($0), rest) }
    case .scalarCollection:
      if case .list(let values) = object.value(step.name) { return values.map { .value($0) } }
      return []
    }
  }
}

/// Text by Foundation and Characters only.
enum NaiveText {
  static func folded(_ text: String, _ options: TextOptions) -> String {
    var foundation: String.CompareOptions = []
    if options.contains(.caseInsensitive) { foundation.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { foundation.insert(.diacriticInsensitive) }
    return foundation.isEmpty ? text : text.folding(options: foundation, locale: nil)
  }

  static func matches(
    _ operation: TextMatchIR.Operator, _ text: String, _ pattern: String, _ options: TextOptions
  ) -> Bool {
    let (text, folded) = (Array(folded(text, options)), Array(folded(pattern, options)))
    switch operation {
    case .like: return like(text[...], Array(folded)[...])
    case .beginsWith: return !folded.isEmpty && text.starts(with: folded)
    case .endsWith: return !folded.isEmpty && text.reversed().starts(with: folded.reversed())
    case .contains: return !folded.isEmpty && text.indices.contains { text[$0...].starts(with: folded) }
    case .matches: return false
    }
  }

  private static func like(_ text: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool {
    switch pattern.first {
    case nil: return text.isEmpty
    case "*": return like(text, pattern.dropFirst()) || (!text.isEmpty && like(text.dropFirst(), pattern))
    case "?": return !text.isEmpty && like(text.dropFirst(), pattern.dropFirst())
    case let character: return text.first == character && like(text.dropFirst(), pattern.dropFirst())
    }
  }
}
