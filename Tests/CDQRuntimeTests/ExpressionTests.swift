import CDQRuntime
import Foundation
import Testing

@Suite struct ExpressionTests {
  static let integerCases: [(ArithmeticIR.Operator, Int64, Int64, Int64?)] = [
    (ArithmeticIR.Operator.add, Int64.max, Int64(1), nil), (.subtract, .min, 1, nil), (.multiply, .max, 2, nil),
    (.divide, 7, 2, 3), (.divide, -7, 2, -3), (.divide, 1, 0, nil), (.divide, .min, -1, nil), (.modulus, -7, 2, -1),
    (.modulus, 1, 0, nil), (.modulus, .min, -1, 0), (.shiftLeft, 1, 63, .min), (.shiftLeft, 1, 64, nil),
    (.shiftRight, -8, 1, -4), (.shiftRight, 1, -1, nil), (.bitwiseAnd, 12, 10, 8), (.bitwiseOr, 12, 10, 14),
    (.bitwiseXor, 12, 10, 6),
  ]

  @Test(arguments: integerCases)
  func integers(operation: ArithmeticIR.Operator, left: Int64, right: Int64, result: Int64?) throws {
    let expected = result.map { Value.int($0) } ?? .null
    #expect(try value(arithmetic([operation], [int(left), int(right)], .int64)) == expected)
    var city = emptyCity
    city.population = left
    #expect(
      try value(arithmetic([operation], [attribute("population", .int64), int(right)], .int64), city) == expected)
  }

  @Test func otherArithmetic() throws {
    #expect(try value(arithmetic([.power], [int(2), int(10)], .double)) == .double(1024))
    #expect(try value(arithmetic([.divide], [double(1), double(0)], .double)) == .double(.infinity))
    #expect(try value(arithmetic([.subtract, .multiply], [int(7), int(2), int(3)], .int64)) == .int(15))
    #expect(try value(arithmetic([.divide], [decimal("1"), decimal("0")], .decimal)) == .null)
    #expect(try value(arithmetic([.modulus], [decimal("-7.5"), decimal("2")], .decimal)) == .decimal(-1.5))
    #expect(try value(arithmetic([.multiply], [decimal("9e127"), decimal("9e127")], .decimal)) == .null)
    #expect(try value(.negate(int(.min))) == .null)
    #expect(try value(arithmetic([.add], [int(nil), int(1)], .int64)) == .null)
  }

  @Test func dates() throws {
    let start = Date(timeIntervalSinceReferenceDate: -1000)
    let date = ExpressionIR.literal(.date(start), .date)
    let day = call(.days, int(1), .duration)
    #expect(try value(arithmetic([.add], [date, day], .date)) == .date(start + 86_400))
    #expect(
      try value(arithmetic([.subtract], [date, call(.minutes, double(1.5), .duration)], .date)) == .date(start - 90))
    #expect(
      try value(arithmetic([.subtract], [arithmetic([.add], [date, day], .date), date], .duration)) == .duration(86_400)
    )
    let now = ExpressionIR.function(FunctionIR(.now, [], type: .date))
    #expect(try holds(compare(now, .equal, date), options: ExecutionOptions(now: start)))
  }

  static let functionCases: [(ExpressionIR, Value)] = [
    (call(.absolute, int(.min), .int64), Value.null), (call(.absolute, int(-3), .int64), .int(3)),
    (call(.ceiling, double(-1.5), .double), .double(-1)), (call(.floor, double(-1.5), .double), .double(-2)),
    (call(.truncate, double(-1.5), .double), .double(-1)), (call(.ceiling, decimal("-1.5"), .decimal), .decimal(-1)),
    (call(.floor, decimal("-1.5"), .decimal), .decimal(-2)), (call(.truncate, decimal("-1.5"), .decimal), .decimal(-1)),
    (call(.truncate, decimal("1.5"), .decimal), .decimal(1)), (call(.squareRoot, int(16), .double), .double(4)),
    (call(.logarithm, int(1000), .double), .double(3)), (call(.naturalLogarithm, double(1), .double), .double(0)),
    (call(.exponential, int(0), .double), .double(1)),
    (call(.uppercase, string("straße"), .string), .string("STRASSE")),
    (call(.lowercase, string("ÀB"), .string), .string("àb")), (call(.length, string("👨‍👩‍👧"), .int64), .int(8)),
    (call(.length, .literal(.data(Data([1, 2])), .data), .int64), .int(2)), (call(.length, string(nil), .int64), .null),
    (call(.onesComplement, int(5), .int64), .int(-6)), (call(.weeks, int(2), .duration), .duration(1_209_600)),
  ]

  @Test(arguments: functionCases)
  func functions(expression: ExpressionIR, expected: Value) throws {
    #expect(try value(expression) == expected)
  }

  static let castCases: [(ExpressionIR, ValueType, Value)] = [
    (string("42"), ValueType.int64, Value.int(42)), (string(" 42"), .int64, .null), (string("42.5"), .int64, .null),
    (string("4.5e1"), .double, .double(45)), (string("0x10"), .double, .null), (string("nan"), .double, .null),
    (string("12abc"), .decimal, .null), (string("0.10"), .decimal, .decimal(0.1)), (double(-2.7), .int64, .int(-2)),
    (double(1e300), .int64, .null), (double(.nan), .int64, .null), (int(70_000), .int16, .null),
    (int(7), .int16, .int(7)),
    (decimal("7.9"), .int64, .int(7)), (int(1), .bool, .bool(true)), (double(5), .string, .string("5")),
    (double(0.1), .string, .string("0.1")), (int(60), .date, .date(Date(timeIntervalSinceReferenceDate: 60))),
    (.literal(.date(Date(timeIntervalSinceReferenceDate: 1.5)), .date), .double, .double(1.5)),
    (string("not a uuid"), .uuid, .null), (string(""), .url, .null), (int(nil), .string, .null),
  ]

  @Test(arguments: castCases)
  func casts(operand: ExpressionIR, type: ValueType, expected: Value) throws {
    #expect(try value(.cast(operand, type)) == expected)
  }

  @Test func aggregates() throws {
    let numbers = CollectionIR.literal([int(4), int(nil), int(1), int(4)], element: .int64)
    let none = CollectionIR.literal([], element: .int64)
    let table: [(AggregateFunction, ValueType, Value, Value)] = [
      (.count, .int64, .int(4), .int(0)), (.sum, .int64, .int(9), .int(0)), (.average, .double, .double(3), .null),
      (.minimum, .int64, .int(1), .null), (.maximum, .int64, .int(4), .null), (.median, .double, .double(4), .null),
      (.standardDeviation, .double, .double(2.0.squareRoot()), .null),
    ]
    for (function, type, some, nothing) in table {
      #expect(try value(.aggregate(AggregateIR(function, numbers, type: type))) == some)
      #expect(try value(.aggregate(AggregateIR(function, none, type: type))) == nothing)
    }
  }

  @Test func `The median of decimals is exact`() throws {
    let (low, high) = (decimal("9007199254740993"), decimal("9007199254740994"))
    for (elements, expected) in [([high, low, high], "9007199254740994"), ([high, low], "9007199254740993.5")] {
      let list = CollectionIR.literal(elements, element: .decimal)
      let median = try value(.aggregate(AggregateIR(.median, list, type: .decimal)))
      #expect(median == .decimal(try #require(Decimal(string: expected))))
    }
  }

  /// Only the total must fit Int64, so the order of the numbers makes no difference.
  static let wideSums: [([Int64], sum: Value, average: Double)] = [
    ([.max, 1], .null, 0x1p62), ([.max, 1, -1], .int(.max), 0x1p63 / 3), ([.min, -1], .null, -0x1p62),
    ([-1, .min, 1], .int(.min), -0x1p63 / 3), ([.max, .max, .min, .min], .int(-2), -0.5),
    ([.min, .min, .max, .max, 1], .int(-1), -0.2), ([.min, .min], .null, -0x1p63),
    ([.max, .max, .max], .null, 0x1p63), ([.max, .max, 2], .null, 0x1p64 / 3),
    // A value just above the middle between two doubles rounds up; the middle itself rounds to the even one.
    ([.max, 1, 0x401], .null, 0x1.0000000000001p63 / 3), ([.max, 1, 0x400], .null, 0x1p63 / 3),
    (Array(repeating: .max, count: 9), .null, 0x1p63),
  ]

  @Test(arguments: wideSums)
  func `Wide sums`(numbers: [Int64], sum: Value, average: Double) throws {
    for numbers in [numbers, numbers.reversed(), numbers.sorted()] {
      let list = CollectionIR.literal(numbers.map { int($0) }, element: .int64)
      #expect(try value(.aggregate(AggregateIR(.sum, list, type: .int64))) == sum)
      #expect(try value(.aggregate(AggregateIR(.average, list, type: .double))) == .double(average))
    }
  }

  @Test func elements() throws {
    var city = emptyCity
    city.scores = [3, 1, 2]
    let scores = CollectionIR.path(
      PathIR(variable: 0, steps: [StepIR("scores", .scalarCollection, of: "City")], type: OptionalType(.int64)))
    let table: [(ElementIR.Position, Value)] = [
      (.first, .int(3)), (.last, .int(2)), (.index(int(1)), .int(1)), (.index(int(3)), .null), (.index(int(-1)), .null),
      (.index(int(.max)), .null), (.index(int(nil)), .null),
    ]
    for (position, expected) in table {
      #expect(try value(.element(ElementIR(position, of: scores)), city) == expected)
      #expect(try value(.element(ElementIR(position, of: scores))) == .null)
    }
  }
}
