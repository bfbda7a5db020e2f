import CDQIR

/// The functions that a text may call (PREDICATES §7), by the name they have without a final colon.
enum FunctionTable {
  /// What a name does; the checker of each shape is in `Checker+Call.swift`.
  enum Shape: Hashable, Sendable {
    /// One number in, a number of the same family out.
    case sameNumber(FunctionIR.Function)
    /// One number in, a Double out.
    case double(FunctionIR.Function)
    case text(FunctionIR.Function)
    case length
    case complement
    case now
    /// An integer or Double number of units, giving a duration.
    case duration(FunctionIR.Function)
    /// Two numbers or integers, the first left of the operator.
    case arithmetic(ArithmeticIR.Operator)
    case aggregate(AggregateFunction)
    case mode
    case distinct
    case noIndex
    case literal(TypedLiteral)
    case cast
    /// Known, and refused with this reason.
    case refused(String)
  }

  static let shapes: [String: Shape] = [
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
    "onesComplement": .complement,
    "abs": .sameNumber(.absolute), "ceiling": .sameNumber(.ceiling), "floor": .sameNumber(.floor),
    "trunc": .sameNumber(.truncate),
    "sqrt": .double(.squareRoot), "exp": .double(.exponential), "ln": .double(.naturalLogarithm),
    "log": .double(.logarithm),
    "uppercase": .text(.uppercase), "lowercase": .text(.lowercase), "length": .length, "noindex": .noIndex,
    "now": .now,
    "seconds": .duration(.seconds), "minutes": .duration(.minutes), "hours": .duration(.hours),
    "days": .duration(.days), "weeks": .duration(.weeks),
    "date": .literal(.date), "uuid": .literal(.uuid), "decimal": .literal(.decimal), "url": .literal(.url),
    "data": .literal(.data),
    "CAST": .cast, "castObject:toType": .cast,
    "random": .refused("a filter must give the same rows each time"),
    "randomn": .refused("a filter must give the same rows each time"),
    "distanceToLocation:fromLocation": .refused("there is no location type"),
    "FUNCTION": .refused("calling methods by name could run any code; use a function of the language"),
    "FETCH": .refused("a fetch request inside a predicate has no checked meaning; use SUBQUERY"),
    "ANYKEY": .refused("it belongs to Spotlight; name the property"),
    "objectFrom:withIndex": .refused("write x[0]"),
  ]

  /// The shapes Apple's language has; the others are cdq's own and absent in strict mode.
  static func isApple(_ name: String, _ shape: Shape) -> Bool {
    switch shape {
    case .duration, .literal, .distinct: false
    case .aggregate: name != "avg"
    case .sameNumber, .double, .text, .length, .complement, .now, .arithmetic, .mode, .noIndex, .cast, .refused: true
    }
  }

  /// The table's key of a name as it was written: `sum:` is `sum`; `CAST` and its like are known in any case.
  static func key(_ name: String) -> String {
    let upper = name.uppercased()
    if ["CAST", "FUNCTION", "FETCH", "ANYKEY"].contains(upper) { return upper }
    return name.hasSuffix(":") ? String(name.dropLast()) : name
  }

  /// The types CAST converts to, by the names that may stand in its second argument.
  static let castTargets: [String: ValueType] = [
    "NSNumber": .double, "NSDecimalNumber": .decimal, "NSString": .string, "NSDate": .date, "NSUUID": .uuid,
    "NSURL": .url, "NSData": .data, "Bool": .bool, "Int": .int64, "Int16": .int16, "Int32": .int32, "Int64": .int64,
    "Float": .float, "Double": .double, "Decimal": .decimal, "String": .string, "Date": .date, "UUID": .uuid,
    "URL": .url, "Data": .data,
  ]
}
