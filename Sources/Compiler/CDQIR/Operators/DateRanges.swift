// `year(opened) == 2020` as a range of dates, which an index can answer and a store without calendar functions can
// test.

extension PredicateIR {
  /// Rewrites a test of a year to a range of dates: `year(opened) == 2020` becomes
  /// `opened >= startOfYear(2020) AND opened < endOfYear(2020)`.
  ///
  /// - Parameter mayBeNil: whether the parameter with this index may be nil.
  /// - Returns: an equivalent test; nil unless this one compares the year of a path with years that are the same for
  ///   all objects.
  package func withoutYears(mayBeNil: (Int) -> Bool) -> PredicateIR? {
    switch self {
    case .comparison(let node):
      if let call = YearCall(node.left, mayBeNil), isKnown(node.right, mayBeNil) { return call.test(node.operator, node.right) }
      guard let call = YearCall(node.right, mayBeNil), isKnown(node.left, mayBeNil) else { return nil }
      return call.test(node.operator.mirrored, node.left)
    case .between(let node):
      guard let call = YearCall(node.value, mayBeNil), isKnown(node.low, mayBeNil), isKnown(node.high, mayBeNil) else { return nil }
      return .and([call.test(.greaterOrEqual, node.low), call.test(.lessOrEqual, node.high)])
    case .membership(let node):
      guard let call = YearCall(node.value, mayBeNil), case .literal(let years, _) = node.collection,
        years.allSatisfy({ isKnown($0, mayBeNil) })
      else { return nil }
      return .or(years.map { call.test(.equal, $0) })
    default: return nil
    }
  }

  private func isKnown(_ year: ExpressionIR, _ mayBeNil: (Int) -> Bool) -> Bool {
    switch year {
    case .literal(.int, _): true
    case .parameter(let index, let type): type.isInteger && !mayBeNil(index)
    default:
      false
    }
  }
}

/// A call `year(date)` or `year(date, zone)` whose date is a path.
private struct YearCall {
  let date: ExpressionIR
  let zone: ArraySlice<ExpressionIR>

  init?(_ expression: ExpressionIR, _ mayBeNil: (Int) -> Bool) {
    guard case .function(let call) = expression, call.function == .year, let date = call.arguments.first,
      case .path = date
    else { return nil }
    // In a nil time zone every year is nil, which ranges do not express.
    if case .parameter(let index, _)? = call.arguments.dropFirst().first, mayBeNil(index) { return nil }
    self.date = date
    zone = call.arguments.dropFirst()
  }

  func test(_ relation: ComparisonIR.Operator, _ year: ExpressionIR) -> PredicateIR {
    let isFrom = PredicateIR.comparison(ComparisonIR(.greaterOrEqual, date, end(.startOfYear, year)))
    let isBefore = PredicateIR.comparison(ComparisonIR(.less, date, end(.endOfYear, year)))
    switch relation {
    case .equal: return .and([isFrom, isBefore])
    case .notEqual: return .not(.and([isFrom, isBefore]))
    case .less: return .comparison(ComparisonIR(.less, date, end(.startOfYear, year)))
    case .lessOrEqual: return isBefore
    case .greater: return .comparison(ComparisonIR(.greaterOrEqual, date, end(.endOfYear, year)))
    case .greaterOrEqual: return isFrom
    }
  }

  private func end(_ function: FunctionIR.Function, _ year: ExpressionIR) -> ExpressionIR {
    .function(FunctionIR(function, [year] + zone, type: .date))
  }
}
