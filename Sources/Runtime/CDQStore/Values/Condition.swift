import CDQValues

/// A planned predicate: a constant, or a test of each row. `1 < 2` becomes `.constant(true)`, `population > 0` a
/// `.row`.
enum Condition {
  case constant(Bool)
  case row((Row) -> Bool)

  /// The condition as a closure, constant or not.
  var closure: (Row) -> Bool {
    switch self {
    case .constant(let value): { _ in value }
    case .row(let test): test
    }
  }

  /// The condition that is true where this one is false.
  var negated: Condition {
    switch self {
    case .constant(let value): .constant(!value)
    case .row(let test): .row { !test($0) }
    }
  }

  /// The conjunction of conditions. A constant false decides it; constants that are true are dropped.
  static func all(_ conditions: [Condition]) -> Condition {
    joined(conditions, neutral: true) { tests in
      if tests.count == 2 {
        let (first, second) = (tests[0], tests[1])
        return { first($0) && second($0) }
      }
      return { row in
        for test in tests where !test(row) { return false }
        return true
      }
    }
  }

  /// The disjunction of conditions. A constant true decides it; constants that are false are dropped.
  static func any(_ conditions: [Condition]) -> Condition {
    joined(conditions, neutral: false) { tests in
      if tests.count == 2 {
        let (first, second) = (tests[0], tests[1])
        return { first($0) || second($0) }
      }
      return { row in
        for test in tests where test(row) { return true }
        return false
      }
    }
  }

  private static func joined(
    _ conditions: [Condition], neutral: Bool, _ join: ([(Row) -> Bool]) -> (Row) -> Bool
  ) -> Condition {
    var tests: [(Row) -> Bool] = []
    for condition in conditions {
      switch condition {
      case .constant(let value):
        if value != neutral { return .constant(value) }
      case .row(let test): tests.append(test)
      }
    }
    switch tests.count {
    case 0: return .constant(neutral)
    case 1: return .row(tests[0])
    default: return .row(join(tests))
    }
  }
}
