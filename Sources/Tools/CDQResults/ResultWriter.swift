package import CDQIR
import CDQRuntime
import CDQSyntax
package import CDQTerminal

/// Writes the answer of a query to the console in one of the result formats.
package struct ResultWriter {
  package let console: Console
  /// The format that the user chose. Nil means a table, or records on a terminal into which few columns fit.
  package let format: ResultFormat?
  package let isColored: Bool
  /// The largest number of rows that a reader is shown; further rows are only counted. nil for all.
  package var rowLimit: Int?
  /// What the user writes to choose the format of records: `--format record`, or `:format record` in the REPL.
  package let recordOption: String

  package init(console: Console, format: ResultFormat? = nil, isColored: Bool, rowLimit: Int? = nil, recordOption: String) {
    (self.console, self.format, self.isColored) = (console, format, isColored)
    (self.rowLimit, self.recordOption) = (rowLimit, recordOption)
  }

  /// Why an answer cannot be written in the format, and what to use instead; nil for what can be written.
  package func refusal(of answer: Answer) -> (message: String, help: String)? {
    guard format == .csv, answer.rows?.hasRelated == true else { return nil }
    return ("a line of CSV has no rows within it", "the format json nests them")
  }

  /// Writes an answer that `refusal` does not refuse.
  package func write(_ answer: Answer) {
    switch answer {
    case .rows(let rows): write(rows, isSingle: false)
    case .single(let rows): write(rows, isSingle: true)
    case .number(let number), .deleted(let number), .updated(let number): console.print(String(number))
    case .truth(let truth): console.print(truth ? "true" : "false")
    }
  }

  private func write(_ rows: ResultRows, isSingle: Bool) {
    switch format {
    case nil, .table, .record, .markdown, .bar: writeForReaders(rows)
    case .csv: writeCSV(rows)
    case .json where !isSingle: writeArray(rows)
    case .ndjson where !isSingle: writeObjects(rows)
    case .json, .ndjson:
      console.print(rows.count == 0 ? "null" : shown(ValueText.object(rows.row(0), rows.columns)))
    }
  }

  // MARK: For programs

  /// A line for a program, which gets each character; on a terminal it is a line for a reader.
  private func shown(_ line: String) -> String {
    console.output.isTerminal ? VisibleText.escaped(line, keepsLines: true) : line
  }

  private func writeArray(_ rows: ResultRows) {
    guard rows.count > 0 else { return console.print("[]") }
    console.output.write("[\n")
    for index in 0..<rows.count where !console.output.isClosed {
      console.output.write(shown(ValueText.object(rows.row(index), rows.columns)))
      console.output.write(index + 1 < rows.count ? ",\n" : "\n")
    }
    console.print("]")
  }

  private func writeObjects(_ rows: ResultRows) {
    for index in 0..<rows.count where !console.output.isClosed {
      console.print(shown(ValueText.object(rows.row(index), rows.columns)))
    }
  }

  private func writeCSV(_ rows: ResultRows) {
    console.output.write(CSVText.line(rows.columns.map(\.name)))
    for index in 0..<rows.count where !console.output.isClosed {
      console.output.write(shown(CSVText.line(zip(rows.row(index), rows.columns).map { ValueText.plain($0, $1.type) })))
    }
  }

  // MARK: For readers

  private func writeForReaders(_ all: ResultRows) {
    let shown = all.prefix(rowLimit ?? .max)
    let (rows, rest) = (shown.unfolded, all.count - shown.count)
    switch format {
    case .record: writeLines(records(table(rows), rows), rest)
    case .markdown: writeLines(MarkdownTable(table: table(rows, quotesNil: false)).lines(), rest)
    case .bar: writeBars(rows, rest)
    case nil, .table, .json, .ndjson, .csv: writeTable(rows, rest)
    }
  }

  private func records(_ table: TextTable, _ rows: ResultRows) -> [String] {
    RecordText(table: table, continuations: rows.continuations).lines(isColored: isColored)
  }

  /// - Parameter quotesNil: whether the text `nil` has quotes, where only colours tell it from no value.
  private func table(_ rows: ResultRows, quotesNil: Bool = true) -> TextTable {
    TextTable(
      columns: rows.columns.map { column in
        TextTable.Column(
          title: column.name, isRightAligned: column.type.isQuantity, isCuttable: column.type.isTextual)
      },
      rows: (0..<rows.count).lazy.prefix { _ in !console.output.isClosed }.map { index in
        zip(rows.row(index), rows.columns).map { value, column in
          if quotesNil, !isColored, value == .string("nil") { return .init("\"nil\"") }
          return ValueText.plain(value, column.type).map { .init($0) } ?? .init("nil", isNil: true)
        }
      })
  }

  /// - Parameter rest: The number of rows that are not shown.
  private func writeLines(_ lines: [String], _ rest: Int, note: String? = nil) {
    for line in lines { console.print(line) }
    if rest > 0 { console.print("… \(rest) more") }
    if let note { TextWrap.lines(note, width: console.output.columns ?? .max).forEach(console.print) }
  }

  private func writeTable(_ rows: ResultRows, _ rest: Int) {
    let table = table(rows)
    let layout = table.layout(console.output.columns)
    let (shown, all) = (layout.shown, table.columns.count)
    if shown == all { return writeLines(table.lines(layout, isColored: isColored), rest) }
    if format == nil, shown * 2 < all, rows.count > 0 {
      let note = "\(all) columns do not fit into a line; 'select' chooses some, and a wider window shows them as a table"
      return writeLines(records(table, rows), rest, note: note)
    }
    let note = "\(shown) of \(all) columns; 'select', '\(recordOption)' or a wider window shows the rest"
    writeLines(table.lines(layout, isColored: isColored), rest, note: note)
  }

  private func writeBars(_ rows: ResultRows, _ rest: Int) {
    guard let measure = rows.columns.lastIndex(where: { $0.type.isQuantity }) else {
      console.print("no column has numbers, so that there are no bars to draw")
      return writeTable(rows, rest)
    }
    let bars = (0..<rows.count).map { index in
      let values = rows.row(index)
      let texts = zip(values, rows.columns).map { TextTable.Cell(ValueText.plain($0, $1.type) ?? "nil").text }
      let number = values[measure].converted
      return BarChart.Bar(
        label: texts.enumerated().filter { $0.offset != measure }.map(\.element).joined(separator: " "),
        value: number.flatMap { $0.isFinite ? $0 : nil }, text: texts[measure])
    }
    writeLines(BarChart(bars: bars).lines(width: console.output.columns ?? 80), rest)
  }
}

extension Value {
  /// The value of a number, or the seconds of a date, as a Double; nil for other values.
  package var converted: Double? {
    if case .double(let number)? = widened(to: .double) { return number }
    return number
  }
}

extension ValueType {
  /// Whether values are free text, of which the beginning says something: not numbers, dates, identifiers and cases.
  fileprivate var isTextual: Bool {
    switch self {
    case .string, .url, .data, .opaque, .collection: true
    case .bool, .int16, .int32, .int64, .float, .double, .decimal, .date, .duration, .uuid, .enumeration, .object, .null:
      false
    }
  }
}
