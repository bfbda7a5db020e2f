import CDQIR
import CDQValues
import Foundation

/// Plans the aggregates of a collection: minimum, maximum, sum, average, median and standard deviation, such as
/// `cities.@sum.population`. Nil elements are skipped.
struct Aggregation {
  private let elements: Elements

  init(_ elements: Elements) {
    self.elements = elements
  }

  /// Plans one aggregate. Its result has the type family of the elements or is a Double: the average of integers is a
  /// Double, that of Decimals a Decimal.
  ///
  /// - Throws: `ExecutionError.malformedQuery` when the aggregate is not defined for the type of the elements.
  func plan(_ function: AggregateFunction) throws(ExecutionError) -> Scalar {
    let element = try elements.access.itself()
    switch function {
    case .count:
      let count = elements.count
      return .int(.row { Int64(count($0)) })
    case .minimum: return try extreme(of: element, .orderedAscending)
    case .maximum: return try extreme(of: element, .orderedDescending)
    case .sum: return try sum(of: element)
    case .average: return try average(of: element)
    case .median:
      if case .decimal(let getter) = element {
        let values = collected(getter)
        return .decimal(.row { CDQStatistics.median(values($0)) })
      }
      return try statistic(of: element) { CDQStatistics.median($0) }
    case .standardDeviation: return try statistic(of: element) { CDQStatistics.standardDeviation($0) }
    }
  }

  private func sum(of element: Scalar) throws(ExecutionError) -> Scalar {
    switch element {
    case .int(let getter):
      let sum = integerSum(getter)
      return .int(.row { sum($0).sum.value })
    case .doubles(let getter, let kind) where kind.isAmount: return .doubles(fold(getter, 0) { $0 + $1 }, kind)
    case .decimal(let getter): return .decimal(fold(getter, 0) { DecimalMath.add($0, $1) })
    case .null: return .int(.constant(0))
    case .bool, .doubles, .string, .values, .object, .opaque: throw notNumeric(element)
    }
  }

  private func average(of element: Scalar) throws(ExecutionError) -> Scalar {
    switch element {
    case .int(let getter):
      let sum = integerSum(getter)
      return .double(
        .row { row in
          let (sum, count) = sum(row)
          return count == 0 ? nil : sum.nearestDouble / Double(count)
        })
    case .doubles(let getter, let kind) where kind.isAmount:
      let values = collected(getter)
      return .doubles(.row { CDQStatistics.average(values($0)) }, kind)
    case .decimal(let getter):
      let values = collected(getter)
      return .decimal(.row { CDQStatistics.average(values($0)) })
    case .null: return .null
    case .bool, .doubles, .string, .values, .object, .opaque: throw notNumeric(element)
    }
  }

  private func statistic(
    of element: Scalar, _ compute: @escaping ([Double]) -> Double?
  ) throws(ExecutionError) -> Scalar {
    switch element {
    case .int(let getter):
      let values = collected(getter.map { Double($0) })
      return .double(.row { compute(values($0)) })
    case .doubles(let getter, let kind) where kind.isAmount:
      let values = collected(getter)
      return .doubles(.row { compute(values($0)) }, kind)
    case .decimal(let getter):
      let values = collected(getter.map { ExactNumber.nearestDouble($0) })
      return .double(.row { compute(values($0)) })
    case .null: return .null
    case .bool, .doubles, .string, .values, .object, .opaque: throw notNumeric(element)
    }
  }

  private func notNumeric(_ element: Scalar) -> ExecutionError {
    .malformedQuery("\(element.typeName) values are aggregated as numbers")
  }

  /// Combines the elements that are not nil from left to right. The result is nil as soon as `combine` returns nil, as
  /// for a sum of Decimals that has no exact value.
  private func fold<T>(
    _ getter: Getter<T>, _ start: T, _ combine: @escaping (T, T) -> T?
  ) -> Getter<T> {
    let (forEach, get) = (elements.forEach, getter.closure)
    return .row { row in
      var result: T? = start
      _ = forEach(row) { element in
        if let value = get(element), let sum = result { result = combine(sum, value) }
        return result != nil
      }
      return result
    }
  }

  /// The exact sum and the number of the integers that are not nil.
  private func integerSum(_ getter: Getter<Int64>) -> (Row) -> (sum: CDQIntegerSum, count: Int) {
    let get = getter.closure
    if let repeated = elements.repeated {
      let (counted, execution) = (repeated.counted, repeated.execution)
      return { row in
        var (sum, count) = (CDQIntegerSum(), 0)
        _ = counted(row) { element, times in
          if let value = get(element) {
            sum.add(value, times: times)
            count = execution.sum(count, times)
          }
          return true
        }
        return (sum, count)
      }
    }
    let forEach = elements.forEach
    return { row in
      var sum = CDQIntegerSum()
      var count = 0
      _ = forEach(row) { element in
        if let value = get(element) {
          sum.add(value)
          count += 1
        }
        return true
      }
      return (sum, count)
    }
  }

  private func collected<T>(_ getter: Getter<T>) -> (Row) -> [T] {
    let (forEach, get) = (elements.forEach, getter.closure)
    return { row in
      var result: [T] = []
      _ = forEach(row) { element in
        if let value = get(element) { result.append(value) }
        return true
      }
      return result
    }
  }

  private func extreme(of element: Scalar, _ wanted: ComparisonResult) throws(ExecutionError) -> Scalar {
    switch element {
    case .null: return .null
    case .int(let getter): return .int(extreme(getter, wanted, Int64.order))
    case .doubles(let getter, let kind): return .doubles(extreme(getter, wanted, Double.order), kind)
    case .bool, .decimal, .string, .values, .object, .opaque:
      let get = try element.values()
      let best = extreme(.row { get($0).ifPresent }, wanted, Value.order).closure
      return Scalar(element.kind) { best($0) ?? .null }
    }
  }

  private func extreme<T>(
    _ getter: Getter<T>, _ wanted: ComparisonResult, _ order: @escaping (T, T) -> ComparisonResult
  ) -> Getter<T> {
    let (forEach, get) = (elements.forEachOnce, getter.closure)
    return .row { row in
      var best: T?
      _ = forEach(row) { element in
        guard let value = get(element) else { return true }
        guard let current = best else {
          best = value
          return true
        }
        if order(value, current) == wanted { best = value }
        return true
      }
      return best
    }
  }
}
