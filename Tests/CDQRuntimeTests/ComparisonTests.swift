import CDQRuntime
import Foundation
import Testing

@Suite struct ComparisonTests {
  /// The table of nil in `CDQKit.docc/Semantics.md`: an operator, its result for two nils, and for nil and a value. A
  /// nil that the row gives and a nil literal give the same results.
  static let nilCases: [(ComparisonIR.Operator, Bool, Bool)] = [
    (ComparisonIR.Operator.equal, true, false), (.notEqual, false, true), (.less, false, false),
    (.greater, false, false), (.lessOrEqual, true, false), (.greaterOrEqual, true, false),
  ]

  @Test(arguments: nilCases)
  func nilTable(operation: ComparisonIR.Operator, bothNil: Bool, oneNil: Bool) throws {
    let population = attribute("population", .int64)
    let scores = attribute("price", .decimal)
    var city = emptyCity
    for nothing in [int(nil), population, .literal(.null, .null), arithmetic([.add], [population, int(1)], .int64)] {
      #expect(try holds(compare(population, operation, nothing), city) == bothNil)
      #expect(try holds(compare(nothing, operation, population), city) == bothNil)
      #expect(try holds(compare(nothing, operation, int(5)), city) == oneNil)
      #expect(try holds(compare(int(5), operation, nothing), city) == oneNil)
      #expect(try holds(compare(nothing, operation, double(5.5)), city) == oneNil)
    }
    #expect(try holds(compare(scores, operation, decimal("1")), city) == oneNil)
    city.population = 7
    #expect(try holds(compare(population, operation, int(nil)), city) == oneNil)
    #expect(try holds(compare(population, operation, .literal(.null, .null)), city) == oneNil)
  }

  /// nil as an operand of operators that are not comparisons: always false, and true when negated.
  @Test func nilElsewhereIsFalse() throws {
    let founded = attribute("founded", .date)
    let predicates = [
      text(string(nil), .beginsWith, string("a")), text(string("a"), .contains, string(nil)),
      text(string(nil), .like, string("*")), text(string("a"), .matches, string(nil)),
      .between(BetweenIR(int(nil), int(1), int(2))), .between(BetweenIR(int(1), int(nil), int(2))),
      .between(BetweenIR(founded, founded, founded)),
      .membership(MembershipIR(int(nil), in: .literal([int(1), int(nil)], element: .int64))),
      .membership(MembershipIR(int(nil), in: .literal([attribute("population", .int64)], element: .int64))),
      .boolean(.literal(.null, .bool)),
    ]
    for predicate in predicates {
      #expect(try !holds(predicate), "\(predicate)")
      #expect(try holds(.not(predicate)))
    }
  }

  /// Two numbers and their order: -1, 0, 1, or nil where one is NaN. The result of every operator follows from it.
  static let numbers: [(ExpressionIR, ExpressionIR, Int?)] = [
    (int(1 << 53 + 1), double(0x1p53), 1), (int(1 << 53), double(0x1p53), 0), (int(1 << 53 - 1), double(0x1p53), -1),
    (int(.max), double(0x1p63), -1), (int(.min), double(-0x1p63), 0), (int(.min), double(-0x1.0000000000001p63), 1),
    (int(.max), double(.infinity), -1), (int(.min), double(-.infinity), 1), (int(0), double(.nan), nil),
    (int(2), double(2.5), -1), (int(-2), double(-2.5), 1), (int(0), double(-0.0), 0), (int(3), double(2.9999999), 1),
    (decimal("0.1"), double(0.1), -1), (decimal("0.5"), double(0.5), 0), (decimal("-0.1"), double(-0.1), 1),
    (decimal("9007199254740993"), double(0x1p53), 1), (decimal("0"), double(-0.0), 0),
    (decimal("1"), double(.infinity), -1), (decimal("1"), double(.nan), nil),
    (decimal("0"), double(.leastNonzeroMagnitude), -1),
    (decimal("9007199254740993"), int(1 << 53 + 1), 0), (decimal("0.5"), int(1), -1),
    (decimal("1.50"), decimal("1.5"), 0), (double(.nan), double(.nan), nil), (decimal("NaN"), decimal("NaN"), nil),
    (double(0.1 + 0.2), double(0.3), 1),
    (arithmetic([.add], [decimal("0.1"), decimal("0.2")], .decimal), decimal("0.3"), 0),
  ]

  @Test(arguments: numbers)
  func numbersCompareExactly(left: ExpressionIR, right: ExpressionIR, sign: Int?) throws {
    // Once with constants, which the planner folds, and once with an operand that depends on the row.
    let one = call(.absolute, arithmetic([.add], [attribute("population", .int64), int(1)], .int64), .int64)
    let varying = { (side: ExpressionIR) -> ExpressionIR in
      .conditional(ConditionalIR(compare(one, .equal, int(1)), side, side, type: side.type))
    }
    var city = emptyCity
    city.population = 0
    for (left, right) in [
      (left, right), (varying(left), right), (left, varying(right)), (varying(left), varying(right)),
    ] {
      for operation in ComparisonIR.Operator.allCases {
        #expect(try holds(compare(left, operation, right), city) == expected(operation, sign))
        #expect(try holds(compare(right, operation, left), city) == expected(operation, sign.map { -$0 }))
      }
    }
  }

  private func expected(_ operation: ComparisonIR.Operator, _ sign: Int?) -> Bool {
    guard let sign else { return operation == .notEqual }
    return switch operation {
    case .equal: sign == 0
    case .notEqual: sign != 0
    case .less: sign < 0
    case .lessOrEqual: sign <= 0
    case .greater: sign > 0
    case .greaterOrEqual: sign >= 0
    }
  }

  @Test func sidesThatNeverMeetAreAnError() {
    #expect(throws: ExecutionError.incomparable(left: "String", right: "Int64")) {
      try holds(compare(string("1"), .equal, int(1)))
    }
  }

  @Test func membershipAcrossNumericTypes() throws {
    let candidates = CollectionIR.literal([double(1), double(2.5), double(.nan), double(0x1p53)], element: .double)
    for (number, isHeld) in [(Int64(1), true), (2, false), (1 << 53, true), (1 << 53 + 1, false)] {
      #expect(try holds(.membership(MembershipIR(int(number), in: candidates))) == isHeld)
    }
    #expect(try !holds(.membership(MembershipIR(double(.nan), in: candidates))))
    #expect(try holds(.membership(MembershipIR(decimal("2.5"), in: candidates))))
  }
}
