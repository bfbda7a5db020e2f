package import CDQIR
import CDQRuntime

extension ResultRows.Column {
  /// The columns of the related objects in a column of a `select`.
  package struct Related: Hashable, Sendable {
    package var columns: [ResultRows.Column]
    /// Whether the column holds a list of rows, or one row or null.
    package var isToMany: Bool
  }

  /// The columns of a `select`, values and shapes, in their order; none for a query without it.
  package static func columns(of projection: ProjectionIR?) -> [ResultRows.Column] {
    (projection?.columns ?? []).map { column in
      switch column {
      case .item(let item): return ResultRows.Column(name: item.name, type: item.type.base)
      case .shape(let shape):
        var column = ResultRows.Column(name: shape.name, type: .object(shape.entity))
        column.related = Related(columns: columns(of: shape.projection), isToMany: shape.isToMany)
        return column
      }
    }
  }
}

// Rows of related objects in a table for readers.
extension ResultRows {
  /// Whether a column holds rows of related objects.
  package var hasRelated: Bool { columns.contains { $0.related != nil } }

  /// The rows for a table: columns such as `cities.name`, and the related objects of a row below each other, beside the
  /// values of the row, which stand on its first line.
  package var unfolded: ResultRows {
    guard hasRelated else { return self }
    var rows: [[Value]] = []
    var continuations: Set<Int> = []
    for index in 0..<count {
      let first = rows.count
      rows += ResultRows.lines(row(index), columns)
      continuations.formUnion(rows.indices.dropFirst(first + 1))
    }
    var result = ResultRows(columns: ResultRows.flat(columns, ""), rows: rows)
    result.continuations = continuations
    return result
  }

  private static func flat(_ columns: [Column], _ prefix: String) -> [Column] {
    columns.flatMap { column -> [Column] in
      if let related = column.related { return flat(related.columns, "\(prefix)\(column.name).") }
      return [Column(name: prefix + column.name, type: column.type)]
    }
  }

  private static func lines(_ values: [Value], _ columns: [Column]) -> [[Value]] {
    let blocks = zip(values, columns).map { value, column -> [[Value]] in
      guard let related = column.related else { return [[value]] }
      let rows = related.isToMany ? value.elements : [value]
      let lines = rows.flatMap { row -> [[Value]] in
        row.isNull ? [flat(related.columns, "").map { _ in .null }] : self.lines(row.elements, related.columns)
      }
      return lines.isEmpty ? [flat(related.columns, "").map { _ in blank }] : lines
    }
    let height = blocks.map(\.count).max() ?? 0
    return (0..<height).map { line in
      blocks.flatMap { block in line < block.count ? block[line] : block[0].map { _ in blank } }
    }
  }

  private static let blank = Value.string("")
}

extension Value {
  /// The elements of a list; none of another value.
  var elements: [Value] {
    if case .list(let values) = self { values } else { [] }
  }
}
