package import CDQIR

/// The table of names that a query text may call, without a final colon: `sqrt`, `add:to`, `CAST`.
package enum CallTable {
  /// The construct that a name calls.
  package enum Callee: Hashable, Sendable {
    case function(FunctionIR.Function)
    /// A binary operator: two numbers or integers, the first one on its left.
    case arithmetic(ArithmeticIR.Operator)
    case aggregate(AggregateFunction)
    case mode
    case distinct
    case noIndex
    case literal(TypedLiteral)
    case cast
    /// A name of Apple's language that is refused for this reason.
    case refused(String)
  }

  package static let callees: [String: Callee] = {
    var table = others
    for function in FunctionIR.Function.written { table[function.rawValue] = .function(function) }
    for literal in TypedLiteral.allCases { table[literal.rawValue] = .literal(literal) }
    return table
  }()

  /// All names but those of functions, which `FunctionIR.Function.entry` describes, and of typed literals.
  private static let others: [String: Callee] = [
    "sum": .aggregate(.sum), "count": .aggregate(.count), "min": .aggregate(.minimum), "max": .aggregate(.maximum),
    "average": .aggregate(.average), "avg": .aggregate(.average), "median": .aggregate(.median),
    "stddev": .aggregate(.standardDeviation), "mode": .mode, "distinct": .distinct,
    "add:to": .arithmetic(.add), "from:subtract": .arithmetic(.subtract),
    "multiply:by": .arithmetic(.multiply), "divide:by": .arithmetic(.divide),
    "modulus:by": .arithmetic(.modulus), "raise:toPower": .arithmetic(.power),
    "bitwiseAnd:with": .arithmetic(.bitwiseAnd),
    "bitwiseOr:with": .arithmetic(.bitwiseOr),
    "bitwiseXor:with": .arithmetic(.bitwiseXor),
    "leftshift:by": .arithmetic(.shiftLeft),
    "rightshift:by": .arithmetic(.shiftRight),
    "noindex": .noIndex, "CAST": .cast, "castObject:toType": .cast,
    "random": .refused("a filter must give the same rows each time"),
    "randomn": .refused("a filter must give the same rows each time"),
    "distanceToLocation:fromLocation": .refused("there is no location type"),
    "FUNCTION": .refused("calling methods by name could run any code; use a function of the language"),
    "FETCH": .refused("a fetch request inside a predicate has no checked meaning; use SUBQUERY"),
    "ANYKEY": .refused("it belongs to Spotlight; name the property"),
    "objectFrom:withIndex": .refused("write x[0]"),
  ]

  /// The names that a text can call, in alphabetical order.
  ///
  /// - Parameter isStrict: whether to omit those that Apple's language does not have.
  package static func names(isStrict: Bool) -> [String] {
    callees.filter { name, callee in
      if case .refused = callee { return false }
      return !isStrict || isApple(name, callee)
    }.map(\.key).sorted()
  }

  /// Whether Apple's language has the name. The others are cdq's own and unknown in strict mode.
  package static func isApple(_ name: String, _ callee: Callee) -> Bool {
    switch callee {
    case .function(let function): function.entry.isApple
    case .literal, .distinct: false
    case .aggregate: name != "avg"
    case .arithmetic, .mode, .noIndex, .cast, .refused: true
    }
  }

  /// The key in the table for a name as written: `sum` for `sum:`. `CAST`, `FUNCTION`, `FETCH` and `ANYKEY` may be in
  /// any case.
  package static func key(_ name: String) -> String {
    let upper = name.uppercased()
    if ["CAST", "FUNCTION", "FETCH", "ANYKEY"].contains(upper) { return upper }
    return name.hasSuffix(":") ? String(name.dropLast()) : name
  }

  /// The types that CAST converts to, by the name in its second argument.
  package static let castTargets: [String: ValueType] = [
    "NSNumber": .double, "NSDecimalNumber": .decimal, "NSString": .string, "NSDate": .date, "NSUUID": .uuid,
    "NSURL": .url, "NSData": .data, "Bool": .bool, "Int": .int64, "Int16": .int16, "Int32": .int32, "Int64": .int64,
    "Float": .float, "Double": .double, "Decimal": .decimal, "String": .string, "Date": .date, "UUID": .uuid,
    "URL": .url, "Data": .data,
  ]
}
