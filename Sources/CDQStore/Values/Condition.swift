import CDQValues

/// A predicate as the engine evaluates it: the same for all rows, or tested on each.
enum Condition {
  case constant(Bool)
  case row((Row) -> Bool)

  /// The condition as a closure, whichever it is.
  var closure: (Row) -> Bool {
    switch self {
    case .constant(let value): { _ in value }
    case .row(let test): test
    }
  }

  /// True where this is false.
  var negated: Condition {
    switch self {
    case .constant(let value): .constant(!value)
    case .row(let test): .row { !test($0) }
    }
  }

  /// True where all are; constants are folded away.
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

  /// True where one is; constants are folded away.
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
