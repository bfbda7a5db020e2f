import CDQRuntime
import Foundation

// Functions that build IR in tests. Paths start at variable 0, a City, by default.

func path(_ type: ValueType, from variable: Int = 0, _ steps: StepIR...) -> ExpressionIR {
  .path(PathIR(variable: variable, steps: steps, type: OptionalType(type, isOptional: true)))
}

func attribute(_ name: String, _ type: ValueType, of variable: Int = 0, entity: String = "City") -> ExpressionIR {
  path(type, from: variable, StepIR(name, .attribute, of: entity))
}

func string(_ text: String?) -> ExpressionIR { .literal(text.map { .string($0) } ?? .null, .string) }
func int(_ number: Int64?) -> ExpressionIR { .literal(number.map { .int($0) } ?? .null, .int64) }
func double(_ number: Double?) -> ExpressionIR { .literal(number.map { .double($0) } ?? .null, .double) }
func decimal(_ text: String) -> ExpressionIR { .literal(.decimal(Decimal(string: text) ?? .nan), .decimal) }

func compare(
  _ left: ExpressionIR, _ operation: ComparisonIR.Operator, _ right: ExpressionIR, _ options: TextOptions = []
) -> PredicateIR {
  .comparison(ComparisonIR(operation, left, right, options: options))
}

func text(
  _ left: ExpressionIR, _ operation: TextMatchIR.Operator, _ right: ExpressionIR, _ options: TextOptions = []
) -> PredicateIR {
  .text(TextMatchIR(operation, left, right, options: options))
}

func arithmetic(_ operators: [ArithmeticIR.Operator], _ operands: [ExpressionIR], _ type: ValueType) -> ExpressionIR {
  .arithmetic(ArithmeticIR(operators, operands, type: type))
}

func call(_ function: FunctionIR.Function, _ argument: ExpressionIR, _ type: ValueType) -> ExpressionIR {
  .function(FunctionIR(function, [argument], type: type))
}

func object(_ id: Int, _ entity: String) -> VariableIR { VariableIR(id: id, type: OptionalType(.object(entity))) }

let citiesOfCountry = CollectionIR.path(
  PathIR(
    variable: 0, steps: [StepIR("country", .toOne, of: "City"), StepIR("cities", .toMany, of: "Country")],
    type: OptionalType(.object("City"))))

/// A city for expressions that do not read its properties.
let emptyCity = TestCity(id: 0, name: "")

/// Whether a predicate holds for a city.
func holds(
  _ predicate: PredicateIR, _ city: TestCity = emptyCity, options: ExecutionOptions = ExecutionOptions()
) throws -> Bool {
  try PreparedQuery(QueryIR(entity: "City", predicate: predicate), access: TestModel.cities)
    .matches(city, options: options)
}

/// The value of an expression for a city.
func value(
  _ expression: ExpressionIR, _ city: TestCity = emptyCity, options: ExecutionOptions = ExecutionOptions()
) throws -> Value {
  let item = ProjectionIR.Item(
    name: "value", expression: expression, type: OptionalType(expression.type, isOptional: true))
  let ir = QueryIR(entity: "City", projection: ProjectionIR(isGrouped: false, items: [item]))
  return try PreparedQuery(ir, access: TestModel.cities).rows(in: [city], options: options)[0][0]
}
