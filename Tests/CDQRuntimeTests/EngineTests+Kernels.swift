import Foundation
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// Random predicates of the shapes that have kernels.
extension EngineTests {
  static func step(_ name: String, _ kind: StepIR.Kind, _ entity: String) -> StepIR { StepIR(name, kind, of: entity) }

  /// A key path to an attribute of the city or of its country.
  static func path(_ type: ValueType, _ random: inout RandomQueries, variable: Int = 0) -> ExpressionIR {
    let ofCountry = (RandomModel.attributes["Country"] ?? []).filter { $0.type == type }
    var steps: [StepIR]
    if !ofCountry.isEmpty, random.chance(30) {
      steps = [step("country", .toOne, "City"), step(random.pick(ofCountry).name, .attribute, "Country")]
    } else {
      let ofCity = (RandomModel.attributes["City"] ?? []).filter { $0.type == type }
      steps = [step(random.pick(ofCity).name, .attribute, "City")]
      if random.chance(10) {
        steps = [step("country", .toOne, "City"), step("capital", .toOne, "Country")] + steps
      }
    }
    return .path(PathIR(variable: variable, steps: steps, type: OptionalType(type, isOptional: true)))
  }

  static func kernelPredicate(_ random: inout RandomQueries, variable: Int = 0) -> PredicateIR {
    let operation = random.pick(ComparisonIR.Operator.allCases)
    let scalars: [ValueType] = [.string, .int64, .double, .decimal, .date, .bool]
    let type = random.pick(scalars)
    let left = path(type, &random, variable: variable)
    let numbers: [ValueType] = [.int64, .double, .decimal]
    let other = numbers.contains(type) ? random.pick(numbers) : type
    let constant = { (random: inout RandomQueries) -> ExpressionIR in
      .literal(random.chance(5) ? .null : random.value(other), other)
    }
    switch Int.random(in: 0..<13, using: &random.generator) {
    case 11: return dateArithmetic(&random, variable)
    case 12: return EngineTextTests.pair(&random, variable: variable, operation)
    case 10 where variable == 0:
      let id = ExpressionIR.path(
        PathIR(variable: 0, steps: [step("id", .attribute, "City")], type: OptionalType(.int64)))
      let number = ExpressionIR.literal(.int(Int64(Int.random(in: 0..<cityCount, using: &random.generator))), .int64)
      return .comparison(random.chance(50) ? ComparisonIR(.equal, id, number) : ComparisonIR(.equal, number, id))
    case 0: return .isNull(left)
    case 1: return .boolean(path(.bool, &random, variable: variable))
    case 2 where type != .bool: return .between(BetweenIR(left, constant(&random), constant(&random)))
    case 3 where type != .bool:
      return .membership(
        MembershipIR(
          left,
          in: .literal((0..<random.pick([0, 1, 3, 7])).map { _ in .literal(random.value(other), other) }, element: other),
          options: type == .string ? random.options() : []))
    case 4, 5:
      return EngineTextTests.match(&random, variable: variable)
    case 6:
      let operand: ExpressionIR =
        random.chance(50) ? path(.int64, &random, variable: variable) : .literal(random.value(.int64), .int64)
      let chain = ArithmeticIR(
        [random.pick([.add, .subtract, .multiply, .divide, .modulus])],
        [path(.int64, &random, variable: variable), operand], type: .int64)
      return .comparison(ComparisonIR(operation, .arithmetic(chain), path(.int64, &random, variable: variable)))
    case 7:
      let operands = [kernelPredicate(&random, variable: variable), kernelPredicate(&random, variable: variable)]
      return random.chance(50) ? .or(operands) : .not(.and(operands))
    default:
      let isText = type == .string && random.chance(50)
      return .comparison(
        ComparisonIR(
          type == .bool ? random.pick([.equal, .notEqual]) : operation, left, constant(&random),
          options: isText ? random.options() : []))
    }
  }

  /// A comparison with a date plus a duration, or with the difference of two dates.
  static func dateArithmetic(_ random: inout RandomQueries, _ variable: Int) -> PredicateIR {
    let date = path(.date, &random, variable: variable)
    let span = ExpressionIR.literal(.duration(random.pick([0, 1e6, -2e6])), .duration)
    let (operation, sign) = (random.pick(ComparisonIR.Operator.allCases), random.pick([ArithmeticIR.Operator.add, .subtract]))
    if random.chance(30) {
      let between = ArithmeticIR([.subtract], [date, path(.date, &random, variable: variable)], type: .duration)
      return .comparison(ComparisonIR(operation, .arithmetic(between), span))
    }
    let moved = ExpressionIR.arithmetic(ArithmeticIR([sign], [date, span], type: .date))
    let other = random.chance(50) ? path(.date, &random, variable: variable) : .literal(random.value(.date), .date)
    return .comparison(ComparisonIR(operation, moved, other))
  }

  /// A comparison with a sum, average, minimum or maximum over attributes of cities or of their countries.
  static func childAggregate(_ random: inout RandomQueries) -> PredicateIR {
    let cities = step("cities", .toMany, "Country")
    let type = random.pick([ValueType.int64, .int64, .double, .date, .decimal])
    let leaf = path(type, &random, variable: 1)
    guard case .path(let steps) = leaf else { return .constant(true) }
    let leaves: CollectionIR
    if random.chance(50) {
      leaves = .path(
        PathIR(variable: 0, steps: [cities] + steps.steps, type: OptionalType(type, isOptional: true)))
    } else {
      let objects = CollectionIR.path(
        PathIR(variable: 0, steps: [cities], type: OptionalType(.object("City"), isOptional: true)))
      let filter = CollectionIR.filter(
        objects, VariableIR(id: 1, type: OptionalType(.object("City"))), kernelPredicate(&random, variable: 1))
      leaves = .map(
        random.chance(70) ? filter : objects, VariableIR(id: 2, type: OptionalType(.object("City"))),
        .path(PathIR(variable: 2, steps: steps.steps, type: steps.type)))
    }
    let functions: [AggregateFunction] = type == .date ? [.minimum, .maximum] : [.sum, .average, .minimum, .maximum, .count]
    let function = random.pick(functions)
    let result = function == .count ? .int64 : function == .average && type == .int64 ? .double : type
    let aggregate = ExpressionIR.aggregate(AggregateIR(function, leaves, type: result))
    let constant = ExpressionIR.literal(random.value(result), result)
    let operation = random.pick(ComparisonIR.Operator.allCases)
    return .comparison(
      random.chance(70) ? ComparisonIR(operation, aggregate, constant) : ComparisonIR(operation, constant, aggregate))
  }

  /// A condition on a city and on its country, which is variable 0.
  static func correlated(_ random: inout RandomQueries) -> PredicateIR {
    let name = PathIR(
      variable: 0, steps: [step("name", .attribute, "Country")], type: OptionalType(.string, isOptional: true))
    let size = PathIR(
      variable: 0, steps: [step("size", .attribute, "Country")], type: OptionalType(.int64, isOptional: true))
    let operation = random.pick(ComparisonIR.Operator.allCases)
    if random.chance(50) {
      return .comparison(ComparisonIR(operation, path(.int64, &random, variable: 1), .path(size)))
    }
    let matches: [TextMatchIR.Operator] = [.beginsWith, .endsWith, .contains]
    return .text(
      TextMatchIR(
        random.pick(matches), path(.string, &random, variable: 1), .path(name), options: random.options()))
  }

  /// `ANY` and `ALL` over the key path `cities.country.cities`.
  static func farQuantifier(_ random: inout RandomQueries) -> PredicateIR {
    let steps = [
      step("cities", .toMany, "Country"), step("country", .toOne, "City"), step("cities", .toMany, "Country"),
    ]
    let variable = VariableIR(id: 1, type: OptionalType(.object("City")))
    return .quantified(
      QuantifiedIR(
        random.pick([.any, .all]), variable,
        in: .path(PathIR(variable: 0, steps: steps, type: OptionalType(.object("City"), isOptional: true))),
        kernelPredicate(&random, variable: 1)))
  }

  static func childPredicate(_ random: inout RandomQueries) -> PredicateIR {
    let cities = step("cities", .toMany, "Country")
    func collection(_ steps: [StepIR], _ type: ValueType) -> CollectionIR {
      .path(PathIR(variable: 0, steps: [cities] + steps, type: OptionalType(type, isOptional: true)))
    }
    switch Int.random(in: 0..<7, using: &random.generator) {
    case 4, 5: return childAggregate(&random)
    case 6: return farQuantifier(&random)
    case 0:
      let scalar = PredicateIR.comparison(
        ComparisonIR(
          random.pick(ComparisonIR.Operator.allCases),
          .path(PathIR(variable: 1, steps: [], type: OptionalType(.int64, isOptional: true))),
          .literal(random.value(.int64), .int64)))
      return .quantified(
        QuantifiedIR(
          random.pick([.any, .all]), VariableIR(id: 1, type: OptionalType(.int64, isOptional: true)),
          in: collection([step("pop", .attribute, "City")], .int64), scalar))
    case 1, 2:
      let variable = VariableIR(id: 1, type: OptionalType(.object("City")))
      let quantified = PredicateIR.quantified(
        QuantifiedIR(
          random.pick([.any, .all]), variable, in: collection([], .object("City")),
          random.chance(30) ? correlated(&random) : kernelPredicate(&random, variable: 1)))
      return random.chance(30) ? .not(quantified) : quantified
    default:
      let variable = VariableIR(id: 1, type: OptionalType(.object("City")))
      let source = collection([], .object("City"))
      let counted = random.chance(30) ? source : .filter(
        source, variable, random.chance(30) ? correlated(&random) : kernelPredicate(&random, variable: 1))
      return .comparison(
        ComparisonIR(
          random.pick(ComparisonIR.Operator.allCases),
          .aggregate(AggregateIR(.count, counted, type: .int64)), .literal(.int(random.pick([0, 1, 2, 4])), .int64)))
    }
  }
}
