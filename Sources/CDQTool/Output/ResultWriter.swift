import CDQIR

/// Writes the answer of a query to the console in one of the result formats.
struct ResultWriter {
  let console: Console
  let format: ResultFormat
  let isColored: Bool
  /// The largest number of rows in a table; further rows are only counted. nil for all.
  var tableLimit: Int?

  func write(_ answer: Answer) {
    switch answer {
    case .rows(let rows): write(rows, isSingle: false)
    case .single(let rows): write(rows, isSingle: true)
    case .number(let number), .deleted(let number): console.print(String(number))
    case .truth(let truth): console.print(truth ? "true" : "false")
    }
  }

  private func write(_ rows: ResultRows, isSingle: Bool) {
    switch format {
    case .table: writeTable(rows)
    case .csv: writeCSV(rows)
    case .json where !isSingle: writeArray(rows)
    case .ndjson where !isSingle: writeLines(rows)
    case .json, .ndjson:
      console.print(rows.count == 0 ? "null" : ValueText.object(rows.row(0), rows.columns))
    }
  }

  private func writeArray(_ rows: ResultRows) {
    guard rows.count > 0 else { return console.print("[]") }
    console.output.write("[\n")
    for index in 0..<rows.count where !console.output.isClosed {
      console.output.write(ValueText.object(rows.row(index), rows.columns))
      console.output.write(index + 1 < rows.count ? ",\n" : "\n")
    }
    console.print("]")
  }

  private func writeLines(_ rows: ResultRows) {
    for index in 0..<rows.count where !console.output.isClosed {
      console.print(ValueText.object(rows.row(index), rows.columns))
    }
  }

  private func writeCSV(_ rows: ResultRows) {
    console.output.write(CSVText.line(rows.columns.map(\.name)))
    for index in 0..<rows.count where !console.output.isClosed {
      console.output.write(CSVText.line(zip(rows.row(index), rows.columns).map { ValueText.plain($0, $1.type) }))
    }
  }

  private func writeTable(_ rows: ResultRows) {
    let shown = min(rows.count, tableLimit ?? .max)
    let table = TextTable(
      columns: rows.columns.map { .init(title: $0.name, isRightAligned: $0.type.isQuantity) },
      rows: (0..<shown).map { index in
        zip(rows.row(index), rows.columns).map { value, column in
          ValueText.plain(value, column.type).map { .init($0) } ?? .init("nil", isNil: true)
        }
      })
    for line in table.lines(width: console.output.columns, isColored: isColored) { console.print(line) }
    if shown < rows.count { console.print("… \(rows.count - shown) more") }
  }
}
