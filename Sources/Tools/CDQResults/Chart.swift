import CDQIR
import CDQRuntime
import CDQTerminal
import Foundation

/// The kinds of chart.
package enum ChartKind: String, CaseIterable, Hashable, Sendable {
  case bars, histogram, line

  package var summary: String {
    switch self {
    case .bars: "a bar for each row, as long as its number"
    case .histogram: "how many rows have numbers or dates in which range"
    case .line: "numbers over dates, or over other numbers"
    }
  }
}

/// A result as a picture: what is drawn, but not how.
package struct Chart: Hashable, Sendable {
  package enum Shape: Hashable, Sendable {
    case bars([BarChart.Bar])
    case histogram(Histogram)
    case line([Point])
  }

  package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double
  }

  /// What the picture shows: `cities by continent`.
  package var title: String
  package var shape: Shape
  /// What the numbers along the horizontal axis are.
  package var scale = AxisScale.numbers
  /// What is not drawn, such as rows without a number; nil when everything is.
  package var note: String?

  /// The greatest number of bars.
  static let mostBars = 50

  /// Why a result cannot be drawn.
  package struct Problem: Error, Hashable {
    package var message: String
    package var help: [String] = []
  }

  /// Makes a chart of a result.
  ///
  /// - Parameter kind: nil for the kind that fits the columns: a line if there are dates and numbers, a histogram if
  ///   there is only one column, else bars.
  package init(_ rows: ResultRows, kind: ChartKind?) throws(Problem) {
    let columns = rows.columns
    let dates = columns.indices.filter { columns[$0].type == .date }
    let numbers = columns.indices.filter { columns[$0].type.isQuantity && columns[$0].type != .date }
    guard let measure = numbers.last ?? dates.last else {
      throw Problem(message: "no column has numbers or dates", help: ["select a number, such as count()"])
    }
    guard rows.count > 0 else { throw Problem(message: "the result has no rows") }
    let automatic: ChartKind =
      if !dates.isEmpty, !numbers.isEmpty { .line } else if columns.count == 1 { .histogram } else { .bars }
    switch kind ?? automatic {
    case .bars:
      guard let measure = numbers.last else {
        throw Problem(message: "bars need a column of numbers", help: ["':chart histogram' counts dates"])
      }
      self = Chart.bars(rows, measure)
    case .histogram: self = try Chart.histogram(rows, measure)
    case .line: self = try Chart.line(rows, dates, numbers)
    }
  }

  private init(title: String, shape: Shape, scale: AxisScale = .numbers, note: String? = nil) {
    (self.title, self.shape, self.scale, self.note) = (title, shape, scale, note)
  }

  private static func bars(_ rows: ResultRows, _ measure: Int) -> Chart {
    let labels = labelColumns(rows, measure)
    let shown = min(rows.count, mostBars)
    let bars = (0..<shown).map { index in
      let values = rows.row(index)
      let label = labels.map { ValueText.plain(values[$0], rows.columns[$0].type) ?? "nil" }.joined(separator: " ")
      let number = values[measure].converted
      return BarChart.Bar(
        label: TextTable.Cell(label).text, value: number.flatMap { $0.isFinite ? $0 : nil },
        text: ValueText.plain(values[measure], rows.columns[measure].type) ?? "nil")
    }
    let names = labels.map { rows.columns[$0].name }.joined(separator: ", ")
    return Chart(
      title: rows.columns[measure].name + (names.isEmpty ? "" : " by \(names)"), shape: .bars(bars),
      note: shown < rows.count ? "the first \(shown) of \(rows.count) rows" : nil)
  }

  /// The columns whose values name a bar: all others for rows of a `select`, the first text of an object.
  private static func labelColumns(_ rows: ResultRows, _ measure: Int) -> [Int] {
    let others = rows.columns.indices.filter { $0 != measure }
    guard rows.identity(0) != .null else { return Array(others) }
    let text = others.first { rows.columns[$0].type == .string } ?? others.first
    return text.map { [$0] } ?? []
  }

  private static func histogram(_ rows: ResultRows, _ column: Int) throws(Problem) -> Chart {
    let isDate = rows.columns[column].type == .date
    let values = (0..<rows.count).compactMap { rows.row($0)[column].converted }.filter(\.isFinite)
    let name = rows.columns[column].name
    let isWhole = rows.columns[column].type.isInteger
    guard let histogram = Histogram(values, scale: isDate ? .dates : .numbers, isWhole: isWhole) else {
      throw Problem(message: "no row has a value of '\(name)'")
    }
    return Chart(
      title: "rows by \(name)", shape: .histogram(histogram), scale: isDate ? .dates : .numbers,
      note: left(rows.count - values.count, name))
  }

  private static func line(_ rows: ResultRows, _ dates: [Int], _ numbers: [Int]) throws(Problem) -> Chart {
    guard let y = numbers.last, let x = dates.first ?? numbers.dropLast().first else {
      throw Problem(
        message: "a line needs a column of dates, or of numbers, and one of numbers",
        help: ["select year(date) as year, count() as n"])
    }
    let points = (0..<rows.count).compactMap { index -> Point? in
      let values = rows.row(index)
      guard let x = values[x].converted, let y = values[y].converted, x.isFinite, y.isFinite else { return nil }
      return Point(x: x, y: y)
    }.sorted { $0.x < $1.x }
    let title = "\(rows.columns[y].name) over \(rows.columns[x].name)"
    guard points.count > 1 else { throw Problem(message: "a line needs at least two rows with a number") }
    return Chart(
      title: title, shape: .line(points), scale: dates.isEmpty ? .numbers : .dates,
      note: left(rows.count - points.count, title))
  }

  private static func left(_ count: Int, _ name: String) -> String? {
    count > 0 ? "\(Phrase.count(count, "row")) without a value" : nil
  }
}

extension ValueType {
  /// Whether values are whole numbers.
  fileprivate var isInteger: Bool { [.int16, .int32, .int64].contains(self) }
}

/// How many values lie in which range.
package struct Histogram: Hashable, Sendable {
  /// The bounds of the ranges: one more than there are counts. A range has its lower bound, and the last one both.
  var bounds: [Double]
  var counts: [Int]

  private static let mostRanges = 12

  /// - Parameter isWhole: whether values are whole numbers, so that ranges are no narrower than 1.
  /// - Returns: nil without values.
  init?(_ values: [Double], scale: AxisScale, isWhole: Bool) {
    guard let low = values.min(), let high = values.max() else { return nil }
    bounds = scale.steps(from: low, to: high, most: Histogram.mostRanges, isWhole: isWhole)
    guard bounds.count > 1 else {
      (bounds, counts) = ([low, high], [values.count])
      return
    }
    counts = Array(repeating: 0, count: bounds.count - 1)
    for value in values {
      // Ranges of dates have not all the same width.
      var (first, last) = (0, counts.count - 1)
      while first < last {
        let middle = (first + last + 1) / 2
        if bounds[middle] <= value { first = middle } else { last = middle - 1 }
      }
      counts[first] += 1
    }
  }
}
