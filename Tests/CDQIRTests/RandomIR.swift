import CDQIR
import CDQRandom
import Foundation

/// Random queries with every kind of node, value and type. They are well formed but not type-correct: coding must
/// preserve a query whether or not it makes sense.
struct RandomIR {
  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  private mutating func next() -> UInt64 { random.next() }
  private mutating func below(_ bound: Int) -> Int { random.below(bound) }
  private mutating func chance() -> Bool { below(2) == 0 }
  private mutating func pick<Element>(_ elements: [Element]) -> Element { random.pick(elements) }

  private mutating func some<Element>(_ most: Int, _ make: (inout RandomIR) -> Element) -> [Element] {
    var result: [Element] = []
    for _ in 0..<below(most + 1) { result.append(make(&self)) }
    return result
  }

  // MARK: Queries

  mutating func query() -> QueryIR {
    let parameters = some(3) { random in
      ParameterIR(name: random.name(), type: random.optionalType(), isOmittable: random.chance())
    }
    let keys = some(3) { random in
      SortKeyIR(
        name: random.name(), expression: random.expression(2), options: random.options(),
        isDescending: random.chance(), nullsFirst: random.chance())
    }
    let count: CountIR? = chance() ? .constant(below(9)) : nil
    let perKey = chance() ? KeyLimitIR(chance() ? .constant(below(9)) : .parameter(below(3)), per: [expression(2)] + some(1) { $0.expression(2) }) : nil
    return QueryIR(
      entity: name(), includesSubentities: chance(), cardinality: pick(QueryIR.Cardinality.allCases),
      parameters: parameters, predicate: predicate(3),
      sort: chance() ? .keys(keys) : .choice(parameter: below(3), keys: keys),
      limit: perKey == nil ? count : nil, limitPerKey: perKey, offset: chance() ? .parameter(below(3)) : nil,
      projection: chance() ? projection() : nil,
      assignments: some(2) { AssignmentIR(property: $0.name(), value: $0.expression(2)) })
  }

  private mutating func projection(_ depth: Int = 2) -> ProjectionIR {
    let items = some(3) { random in
      ProjectionIR.Item(name: random.name(), expression: random.expression(2), type: random.optionalType())
    }
    return ProjectionIR(
      grouping: some(2) { $0.expression(1) }, isGrouped: chance(), having: chance() ? predicate(1) : nil, items: items,
      shapes: depth > 0 ? some(1) { $0.shape(depth - 1, at: $0.below(items.count + 1)) } : [], isDistinct: chance())
  }

  private mutating func shape(_ depth: Int, at position: Int) -> ShapeIR {
    ShapeIR(
      name: name(), position: position, steps: [StepIR(name(), chance() ? .toMany : .toOne, of: name())],
      isOptional: chance(), entity: name(), predicate: predicate(1), limit: chance() ? .constant(below(9)) : nil,
      projection: projection(depth))
  }

  // MARK: Nodes

  private mutating func predicate(_ depth: Int) -> PredicateIR {
    let (first, second) = (expression(depth - 1), expression(depth - 1))
    switch below(depth > 0 ? 12 : 7) {
    case 0: return .constant(chance())
    case 1: return .comparison(ComparisonIR(pick(ComparisonIR.Operator.allCases), first, second, options: options()))
    case 2: return .text(TextMatchIR(pick(TextMatchIR.Operator.allCases), first, second, options: options()))
    case 3: return .between(BetweenIR(expression(depth - 1), first, second))
    case 4: return .membership(MembershipIR(first, in: collection(depth - 1), options: options()))
    case 5: return .isNull(first)
    case 6: return .boolean(first)
    case 7: return .and(some(3) { $0.predicate(depth - 1) })
    case 8: return .or(some(3) { $0.predicate(depth - 1) })
    case 9: return .not(predicate(depth - 1))
    case 10:
      return .quantified(
        QuantifiedIR(chance() ? .any : .all, variable(), in: collection(depth - 1), predicate(depth - 1)))
    default: return .whenPresent(parameters: some(3) { $0.below(3) }, predicate(depth - 1))
    }
  }

  private mutating func expression(_ depth: Int) -> ExpressionIR {
    guard depth > 0 else {
      switch below(3) {
      case 0: return .literal(value(1), type(1))
      case 1: return .parameter(below(4), type(1))
      default: return .path(path())
      }
    }
    switch below(9) {
    case 0:
      let operators = some(3) { $0.pick(ArithmeticIR.Operator.allCases) }
      var operands = [expression(depth - 1)]
      for _ in operators { operands.append(expression(depth - 1)) }
      return .arithmetic(ArithmeticIR(operators, operands, type: type(0)))
    case 1: return .negate(expression(depth - 1))
    case 2:
      return .function(
        FunctionIR(pick(FunctionIR.Function.allCases), some(2) { $0.expression(depth - 1) }, type: type(0)))
    case 3: return .aggregate(AggregateIR(pick(AggregateFunction.allCases), collection(depth - 1), type: type(0)))
    case 4:
      return .groupAggregate(
        GroupAggregateIR(
          pick(AggregateFunction.allCases), isDistinct: chance(), argument: chance() ? expression(depth - 1) : nil,
          type: type(0)))
    case 5: return .element(ElementIR(chance() ? .first : .index(expression(depth - 1)), of: collection(depth - 1)))
    case 6: return .element(ElementIR(.last, of: collection(depth - 1)))
    case 7:
      return .conditional(
        ConditionalIR(predicate(depth - 1), expression(depth - 1), expression(depth - 1), type: type(0)))
    default: return .cast(expression(depth - 1), type(0))
    }
  }

  private mutating func collection(_ depth: Int) -> CollectionIR {
    switch below(depth > 0 ? 9 : 3) {
    case 0: return .path(path())
    case 1: return .literal(some(3) { $0.expression(depth - 1) }, element: type(0))
    case 2: return .parameter(below(3), element: type(0))
    case 3: return .filter(collection(depth - 1), variable(), predicate(depth - 1))
    case 4: return .map(collection(depth - 1), variable(), expression(depth - 1))
    case 5: return .flatMap(collection(depth - 1), variable(), collection(depth - 1))
    case 6: return .distinct(collection(depth - 1))
    case 7: return .set(pick([.union, .intersect, .minus]), collection(depth - 1), collection(depth - 1))
    default: return .mode(collection(depth - 1))
    }
  }

  private mutating func path() -> PathIR {
    let steps = some(3) { random in
      StepIR(random.name(), random.pick([.attribute, .toOne, .toMany, .scalarCollection]), of: random.name())
    }
    return PathIR(variable: below(4), steps: steps, type: optionalType())
  }

  private mutating func variable() -> VariableIR { VariableIR(id: below(9), type: optionalType()) }
  private mutating func options() -> TextOptions { TextOptions(rawValue: UInt8(below(8))) }

  // MARK: Leaves

  private mutating func optionalType() -> OptionalType { OptionalType(type(1), isOptional: chance()) }

  private mutating func type(_ depth: Int) -> ValueType {
    if depth > 0, below(5) == 0 { return .collection(element: type(0), isOrdered: chance()) }
    return pick([
      .bool, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .duration, .data, .uuid, .url,
      .enumeration(name()), .object(name()), .opaque, .null,
    ])
  }

  private mutating func text() -> String {
    pick(["", "name", "a b", "\"\\\n\r\t", "e\u{301}\u{0}", "👩‍👩‍👧", "straße", "$x"])
  }

  private mutating func name() -> String {
    pick(["name", "order", "größe", "a"])
  }

  private mutating func value(_ depth: Int) -> Value {
    switch below(depth > 0 ? 13 : 12) {
    case 0: return .null
    case 1: return .bool(chance())
    case 2: return .int(pick([.min, -1, 0, 9_007_199_254_740_993, .max]))
    case 3: return .double(pick([-0.0, 0.1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 1e300]))
    case 4:
      let texts = ["0.10", "-12345678901234567890123456789012345678", "1e-120", "NaN"]
      return .decimal(Decimal(string: pick(texts)) ?? .nan)
    case 5: return .string(text())
    case 6: return .date(Date(timeIntervalSinceReferenceDate: pick([0, -3e10, 0.1, 1e-3])))
    case 7: return .duration(pick([0, -1.5, .infinity]))
    case 8: return .data(Data(text().utf8))
    case 9: return .uuid(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF") ?? UUID())
    case 10: return URL(string: "https://example.com/a?b=%20#c").map { .url($0) } ?? .null
    case 11:
      let identity: ObjectKey.Identity = pick([
        .record(3), .int(.min), .string(text()), .uuid(UUID()), .composite([text(), "2"]),
      ])
      return .object(ObjectKey(root: name(), identity: identity))
    default: return .list(some(3) { $0.value(0) })
    }
  }
}
