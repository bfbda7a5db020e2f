import CDQIR
import CDQValues
import Foundation

/// The aggregates of a collection but `count`. Nil elements are ignored.
struct Aggregation<Row, Element> {
  private let elements: Elements<Row, Element>

  init(_ elements: Elements<Row, Element>) {
    self.elements = elements
  }

  /// The value of the aggregate, in the family of the elements or as a Double.
  func plan(_ function: AggregateFunction) throws(ExecutionError) -> Scalar<Row> {
    let element = try elements.access.itself()
    switch function {
    case .count:
      let count = elements.count
      return .int(.row { Int64(count($0)) })
    case .minimum: return try element.visit(Extreme(elements: elements, wanted: .orderedAscending))
    case .maximum: return try element.visit(Extreme(elements: elements, wanted: .orderedDescending))
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

  private func sum(of element: Scalar<Element>) throws(ExecutionError) -> Scalar<Row> {
    switch element {
    case .int(let getter):
      let sum = integerSum(getter)
      return .int(.row { sum($0).sum.value })
    case .double(let getter): return .double(fold(getter, 0) { $0 + $1 })
    case .decimal(let getter): return .decimal(fold(getter, 0) { DecimalMath.add($0, $1) })
    case .duration(let getter):
      return .duration(fold(getter, TimeSpan(seconds: 0)) { TimeSpan(seconds: $0.seconds + $1.seconds) })
    case .null: return .int(.constant(0))
    case .bool, .string, .date, .data, .uuid, .url, .object, .opaque: throw notNumeric(element)
    }
  }

  private func average(of element: Scalar<Element>) throws(ExecutionError) -> Scalar<Row> {
    switch element {
    case .int(let getter):
      let sum = integerSum(getter)
      return .double(
        .row { row in
          let (sum, count) = sum(row)
          return count == 0 ? nil : sum.nearestDouble / Double(count)
        })
    case .double(let getter):
      let values = collected(getter)
      return .double(.row { CDQStatistics.average(values($0)) })
    case .decimal(let getter):
      let values = collected(getter)
      return .decimal(.row { CDQStatistics.average(values($0)) })
    case .duration(let getter):
      let values = collected(getter.map(\.seconds))
      return .duration(.row { CDQStatistics.average(values($0)).map { TimeSpan(seconds: $0) } })
    case .null: return .null
    case .bool, .string, .date, .data, .uuid, .url, .object, .opaque: throw notNumeric(element)
    }
  }

  private func statistic(
    of element: Scalar<Element>, _ compute: @escaping ([Double]) -> Double?
  ) throws(ExecutionError) -> Scalar<Row> {
    switch element {
    case .int(let getter):
      let values = collected(getter.map { Double($0) })
      return .double(.row { compute(values($0)) })
    case .double(let getter):
      let values = collected(getter)
      return .double(.row { compute(values($0)) })
    case .decimal(let getter):
      let values = collected(getter.map { ExactNumber.nearestDouble($0) })
      return .double(.row { compute(values($0)) })
    case .duration(let getter):
      let values = collected(getter.map(\.seconds))
      return .duration(.row { compute(values($0)).map { TimeSpan(seconds: $0) } })
    case .null: return .null
    case .bool, .string, .date, .data, .uuid, .url, .object, .opaque: throw notNumeric(element)
    }
  }

  private func notNumeric(_ element: Scalar<Element>) -> ExecutionError {
    .malformedQuery("\(element.typeName) values are aggregated as numbers")
  }

  /// The elements combined from the left; nil as soon as that fails.
  private func fold<T>(
    _ getter: Getter<Element, T>, _ start: T, _ combine: @escaping (T, T) -> T?
  ) -> Getter<Row, T> {
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

  /// The sum of the integers and how many they are.
  private func integerSum(_ getter: Getter<Element, Int64>) -> (Row) -> (sum: CDQIntegerSum, count: Int) {
    let (forEach, get) = (elements.forEach, getter.closure)
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

  private func collected<T>(_ getter: Getter<Element, T>) -> (Row) -> [T] {
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
}

private struct Extreme<Outer, Element>: ScalarVisitor {
  typealias Row = Element
  let elements: Elements<Outer, Element>
  let wanted: ComparisonResult

  func visit<T: ScalarType>(_ getter: Getter<Element, T>) throws(ExecutionError) -> Scalar<Outer> {
    let (forEach, get, wanted) = (elements.forEach, getter.closure, wanted)
    return T.scalar(
      .row { row in
        var best: T?
        _ = forEach(row) { element in
          guard let value = get(element) else { return true }
          guard let current = best else {
            best = value
            return true
          }
          if T.order(value, current) == wanted { best = value }
          return true
        }
        return best
      })
  }
}
