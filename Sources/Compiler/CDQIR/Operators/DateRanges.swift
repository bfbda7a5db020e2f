import Foundation

// `year(opened) == 2020` as a range of dates, which an index can answer and a store without calendar functions can
// test; and `year(opened) == 2020 AND month(opened) == 5`.

extension PredicateIR {
  /// Rewrites a test of a year to a range of dates: `year(opened) == 2020` becomes
  /// `opened >= beginningOfYear(2020) AND opened < endOfYear(2020)`.
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

  /// Rewrites tests of the year and the month of one date, which hold together, to a range of dates.
  ///
  /// - Returns: equivalent conditions; the same ones where none is a month of a given year in UTC.
  package static func withoutMonths(_ operands: [PredicateIR]) -> [PredicateIR] {
    let parts = operands.map { $0.calendarPart }
    guard let month = parts.firstIndex(where: { $0?.function == .month }), let (_, date, number) = parts[month],
      let year = parts.firstIndex(where: { $0?.function == .year && $0?.date == date }), let (_, _, yearNumber) = parts[year],
      (1...12).contains(number), (1...9998).contains(yearNumber)
    else { return operands }
    func first(_ year: Int64, _ month: Int64) -> ExpressionIR {
      let days = Double(ISO8601.days(year: year, month: month, day: 1))
      return .literal(.date(Date(timeIntervalSinceReferenceDate: days * 86400 - 978_307_200)), .date)
    }
    var result = operands
    result[year] = .comparison(ComparisonIR(.greaterOrEqual, date, first(yearNumber, number)))
    result[month] = .comparison(
      ComparisonIR(.less, date, number == 12 ? first(yearNumber + 1, 1) : first(yearNumber, number + 1)))
    return result
  }

  /// The calendar's part of a path's date in UTC that the test wants, as in `month(opened) == 5`; nil for another test.
  private var calendarPart: (function: FunctionIR.Function, date: ExpressionIR, number: Int64)? {
    guard case .comparison(let node) = self, node.operator == .equal else { return nil }
    for (call, other) in [(node.left, node.right), (node.right, node.left)] {
      guard case .function(let call) = call, call.arguments.count == 1, case .path = call.arguments[0],
        case .literal(.int(let number), _) = other
      else { continue }
      return (call.function, call.arguments[0], number)
    }
    return nil
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

/// A call `year(date)` or `year(date, zone)` whose date is a path. Its tests compare the date with the ends of years that
/// are given as numbers, which are `beginningOfYear` and `endOfYear`; `startOfYear` would take a date.
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
    let isFrom = PredicateIR.comparison(ComparisonIR(.greaterOrEqual, date, end(.beginningOfYear, year)))
    let isBefore = PredicateIR.comparison(ComparisonIR(.less, date, end(.endOfYear, year)))
    switch relation {
    case .equal: return .and([isFrom, isBefore])
    case .notEqual: return .not(.and([isFrom, isBefore]))
    case .less: return .comparison(ComparisonIR(.less, date, end(.beginningOfYear, year)))
    case .lessOrEqual: return isBefore
    case .greater: return .comparison(ComparisonIR(.greaterOrEqual, date, end(.endOfYear, year)))
    case .greaterOrEqual: return isFrom
    }
  }

  private func end(_ function: FunctionIR.Function, _ year: ExpressionIR) -> ExpressionIR {
    .function(FunctionIR(function, [year] + zone, type: .date))
  }
}
