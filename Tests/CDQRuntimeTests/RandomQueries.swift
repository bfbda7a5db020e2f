import CDQRandom
import CDQRuntime
import Foundation

/// Random objects, and random well-typed predicates on them.
struct RandomQueries {
  var generator: SplitMix
  private var nextVariable = 1
  /// The variables in scope: objects of an entity, or scalars of a type.
  private var scope: [(id: Int, type: ValueType)] = [(0, .object("City"))]
  static let parameters = [
    ParameterIR(name: "text", type: OptionalType(.string, isOptional: true)),
    ParameterIR(name: "number", type: OptionalType(.int64, isOptional: true)),
    ParameterIR(name: "names", type: OptionalType(.collection(element: .string, isOrdered: true))),
    ParameterIR(name: "numbers", type: OptionalType(.collection(element: .int64, isOrdered: true))),
  ]

  init(seed: UInt64) {
    generator = SplitMix(seed: seed)
  }

  static let texts = [
    "", "a", "A", "b", "ab", "aB", "Straße", "STRASSE", "strasse", "é", "e\u{301}", "É", "e", "E", "İ", "i", "ı", "I",
    "ﬁ", "FI", "ς", "Σ", "σ", "ø", "o", "👨‍👩‍👧", "👨", "a\r\n", "\n", "\r", "x*y", "?", "αβγ", "Ab e\u{301}c", "ŉ", "ab e",
    "\u{1F0}x", "日本語", "日", "\u{130}b", "é́",
  ]
  static let patterns = [
    "*", "?", "a*", "*b", "*e*", "a?", "?b", "str*e", "*s?e", "*\u{E9}*", "??", "*a*b*", "e?", "Stra??e",
  ]
  static let integers: [Int64] = [
    0, 1, -1, 2, 3, 5, 7, 1 << 53, 1 << 53 + 1, .max, .min, .max - 1,
  ]
  static let doubles: [Double] = [
    0, 1, 1.5, -2.25, 3, 0x1p53, 0x1p63, -0x1p63, .nan, .infinity, -.infinity, 0.5,
  ]
  static let decimals = ["0", "1", "0.5", "1.50", "9007199254740993", "-2.25", "9223372036854775808"]

  mutating func pick<T>(_ all: [T]) -> T { all[Int.random(in: 0..<all.count, using: &generator)] }
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  mutating func value(_ type: ValueType) -> Value {
    switch type {
    case .string: .string(pick(RandomQueries.texts))
    case .int64: .int(pick(RandomQueries.integers))
    case .double: .double(pick(RandomQueries.doubles))
    case .decimal: .decimal(Decimal(string: pick(RandomQueries.decimals)) ?? 0)
    case .date: .date(Date(timeIntervalSinceReferenceDate: Double(Int.random(in: -3...3, using: &generator)) * 1e6))
    case .bool: .bool(chance(50))
    default: .null
    }
  }

  mutating func data() -> (cities: [NamedObject], countries: [NamedObject]) {
    let countries = (0..<3).map { NamedObject("Country", Int64($0)) }
    let cities = (0..<12).map { NamedObject("City", Int64($0)) }
    for object in cities + countries {
      for (name, type) in RandomModel.attributes[object.entity] ?? [] where chance(75) {
        object.values[name] = value(type)
      }
      for (name, element) in RandomModel.lists[object.entity] ?? [] where chance(75) {
        object.values[name] = .list((0..<Int.random(in: 0...3, using: &generator)).map { _ in value(element) })
      }
    }
    for city in cities where chance(75) {
      let country = pick(countries)
      city.one["country"] = country
      country.many["cities", default: []].append(city)
    }
    for country in countries where chance(60) { country.one["capital"] = pick(cities) }
    return (cities, countries)
  }

  mutating func arguments() -> [Value] {
    [
      chance(80) ? value(.string) : .null, chance(80) ? value(.int64) : .null,
      .list((0..<3).map { _ in value(.string) }), .list((0..<3).map { _ in value(.int64) }),
    ]
  }

  // MARK: Predicates

  mutating func options() -> TextOptions {
    pick([[], [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive]])
  }

  mutating func predicate(_ depth: Int) -> PredicateIR {
    if depth > 0 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: return .and((0..<Int.random(in: 0...3, using: &generator)).map { _ in predicate(depth - 1) })
      case 1: return .or((0..<Int.random(in: 0...3, using: &generator)).map { _ in predicate(depth - 1) })
      case 2: return .not(predicate(depth - 1))
      case 3, 4: return quantified(depth)
      default: break
      }
    }
    switch Int.random(in: 0..<9, using: &generator) {
    case 0, 1: return text(depth)
    case 2:
      let type = pick([ValueType.int64, .double, .decimal, .date, .string])
      return .between(BetweenIR(expression(type, depth - 1), expression(type, depth - 1), expression(type, depth - 1)))
    case 3: return membership(depth)
    case 4: return .isNull(expression(pick([.string, .int64, .object("Country"), .object("City")]), depth - 1))
    case 5: return .boolean(expression(.bool, depth - 1))
    default: return comparison(depth)
    }
  }

  private mutating func comparison(_ depth: Int) -> PredicateIR {
    let operation = pick(ComparisonIR.Operator.allCases)
    let numbers: [ValueType] = [.int64, .double, .decimal]
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1:
      return .comparison(
        ComparisonIR(operation, expression(.string, depth - 1), expression(.string, depth - 1), options: options()))
    case 2:
      let entity = ValueType.object(pick(["City", "Country"]))
      return .comparison(
        ComparisonIR(pick([.equal, .notEqual]), expression(entity, depth - 1), expression(entity, depth - 1)))
    case 3: return .comparison(ComparisonIR(operation, expression(.date, depth - 1), expression(.date, depth - 1)))
    default:
      return .comparison(
        ComparisonIR(operation, expression(pick(numbers), depth - 1), expression(pick(numbers), depth - 1)))
    }
  }

  private mutating func text(_ depth: Int) -> PredicateIR {
    let operation = pick([TextMatchIR.Operator.beginsWith, .endsWith, .contains, .like])
    // Random texts would seldom be patterns that match.
    let pattern =
      operation == .like
      ? ExpressionIR.literal(.string(pick(RandomQueries.patterns)), .string) : expression(.string, depth - 1)
    return .text(TextMatchIR(operation, expression(.string, depth - 1), pattern, options: options()))
  }

  private mutating func membership(_ depth: Int) -> PredicateIR {
    let type = pick([ValueType.string, .int64, .double, .object("City")])
    let numbers: [ValueType] = [.int64, .double]
    let isNumber = numbers.contains(type)
    let options = type == .string ? options() : []
    return .membership(
      MembershipIR(
        expression(type, depth - 1), in: collection(isNumber ? pick(numbers) : type, depth - 1), options: options))
  }

  private mutating func quantified(_ depth: Int) -> PredicateIR {
    let type = pick([ValueType.object("City"), .object("Country"), .string, .int64])
    let source = collection(type, depth - 1)
    let variable = open(type)
    let predicate = predicate(depth - 1)
    scope.removeLast()
    return .quantified(QuantifiedIR(pick([.any, .all]), variable, in: source, predicate))
  }

  private mutating func open(_ type: ValueType) -> VariableIR {
    defer { nextVariable += 1 }
    scope.append((nextVariable, type))
    return VariableIR(id: nextVariable, type: OptionalType(type, isOptional: true))
  }

  // MARK: Expressions

  mutating func expression(_ type: ValueType, _ depth: Int) -> ExpressionIR {
    if case .object = type { return path(type) }
    let isSum = [ValueType.int64, .string, .double].contains(type) && depth > 0
    switch Int.random(in: 0..<(isSum ? 14 : 6), using: &generator) {
    case 0, 1: return .literal(value(type), type)
    case 2 where type == .string: return .parameter(0, .string)
    case 2 where type == .int64: return .parameter(1, .int64)
    case 6:
      let function: AggregateFunction = type == .int64 ? pick([.sum, .minimum, .maximum]) : pick([.minimum, .maximum])
      return .aggregate(AggregateIR(function, collection(type, depth - 1), type: type))
    case 7 where type == .int64:
      return .aggregate(AggregateIR(.count, collection(pick([.string, .object("City")]), depth - 1), type: .int64))
    case 8:
      let position = pick([ElementIR.Position.first, .last, .index(.literal(.int(pick([0, 1, 5, -1])), .int64))])
      return .element(ElementIR(position, of: collection(type, depth - 1)))
    case 9:
      return .conditional(
        ConditionalIR(predicate(depth - 1), expression(type, depth - 1), expression(type, depth - 1), type: type))
    case 10 where type == .int64:
      let operators = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
        pick([ArithmeticIR.Operator.add, .subtract, .multiply])
      }
      return .arithmetic(
        ArithmeticIR(operators, (0...operators.count).map { _ in expression(.int64, depth - 1) }, type: .int64))
    case 11 where type == .int64: return .function(FunctionIR(.length, [expression(.string, depth - 1)], type: .int64))
    case 11 where type == .string:
      return .function(FunctionIR(.uppercase, [expression(.string, depth - 1)], type: .string))
    case 12 where type != .string: return .negate(expression(type, depth - 1))
    default: return path(type)
    }
  }

  /// A key path to a value of the type.
  private mutating func path(_ type: ValueType) -> ExpressionIR {
    let start = pick(scope)
    if start.type == type && chance(50) || entity(start.type) == nil {
      guard start.type == type else { return path(from: (0, .object("City")), to: type) }
      return .path(PathIR(variable: start.id, steps: [], type: OptionalType(type, isOptional: true)))
    }
    return path(from: start, to: type)
  }

  private func entity(_ type: ValueType) -> String? {
    if case .object(let name) = type { name } else { nil }
  }

  private mutating func path(from start: (id: Int, type: ValueType), to type: ValueType) -> ExpressionIR {
    guard var current = entity(start.type) else { return .literal(.null, .null) }
    var steps: [StepIR] = []
    let target = entity(type)
    // The two entities refer to each other, so that a type is reached after at most one more step.
    var isThere = false
    while !isThere {
      let attributes = (RandomModel.attributes[current] ?? []).filter { $0.type == type }
      isThere = target == nil ? !attributes.isEmpty && chance(70) : target == current && !steps.isEmpty
      if isThere {
        if target == nil { steps.append(StepIR(pick(attributes).name, .attribute, of: current)) }
        break
      }
      if let next = RandomModel.toOne[current]?.first {
        steps.append(StepIR(next.name, .toOne, of: current))
        current = next.target
      }
    }
    return .path(PathIR(variable: start.id, steps: steps, type: OptionalType(type, isOptional: true)))
  }

  // MARK: Collections

  mutating func collection(_ type: ValueType, _ depth: Int) -> CollectionIR {
    if depth > 0 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1:
        let source = collection(type, depth - 1)
        let variable = open(type)
        defer { scope.removeLast() }
        return .filter(source, variable, predicate(depth - 1))
      case 2:
        let sourceType = ValueType.object(pick(["City", "Country"]))
        let source = collection(sourceType, depth - 1)
        let variable = open(sourceType)
        defer { scope.removeLast() }
        return chance(60)
          ? .map(source, variable, expression(type, depth - 1))
          : .flatMap(source, variable, collection(type, depth - 1))
      case 3: return .distinct(collection(type, depth - 1))
      case 4:
        return .set(pick(CollectionIR.SetOperator.allCases), collection(type, depth - 1), collection(type, depth - 1))
      case 5: return .mode(collection(type, depth - 1))
      default: break
      }
    }
    if type == .string && chance(20) { return .parameter(2, element: .string) }
    if type == .int64 && chance(20) { return .parameter(3, element: .int64) }
    if entity(type) == nil && chance(30) {
      return .literal(
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in expression(type, depth - 1) }, element: type)
    }
    return collectionPath(type)
  }

  /// A collection that starts at an object in scope and follows `cities` and perhaps more relationships.
  private mutating func collectionPath(_ type: ValueType) -> CollectionIR {
    let objects = scope.filter { entity($0.type) != nil }
    let start = pick(objects)
    var steps: [StepIR] = []
    if start.type == .object("City") {
      if let list = RandomModel.lists["City"]?.first(where: { $0.element == type }), chance(40) {
        steps = [StepIR(list.name, .scalarCollection, of: "City")]
        return .path(PathIR(variable: start.id, steps: steps, type: OptionalType(type)))
      }
      steps.append(StepIR("country", .toOne, of: "City"))
    }
    steps.append(StepIR("cities", .toMany, of: "Country"))
    if type == .object("Country") || chance(30) {
      steps.append(StepIR("country", .toOne, of: "City"))
      if type != .object("Country") { steps.append(StepIR("cities", .toMany, of: "Country")) }
    }
    if entity(type) == nil {
      if let list = RandomModel.lists["City"]?.first(where: { $0.element == type }), chance(30) {
        steps.append(StepIR(list.name, .scalarCollection, of: "City"))
      } else if let attribute = RandomModel.attributes["City"]?.filter({ $0.type == type }).randomElement(
        using: &generator)
      {
        steps.append(StepIR(attribute.name, .attribute, of: "City"))
      }
    }
    return .path(PathIR(variable: start.id, steps: steps, type: OptionalType(type, isOptional: true)))
  }
}
