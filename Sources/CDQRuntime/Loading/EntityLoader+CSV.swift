/// Records from CSV.
extension EntityLoader {
  /// Reads a header and the records below it.
  ///
  /// - Throws: where quotes are wrong; what was read until then stays.
  mutating func readTable(_ scanner: inout CSVScanner) throws(JSONError) {
    var cells: [CSVScanner.Cell] = []
    guard try scanner.readRecord(into: &cells) else { return }
    let header = cells.map { cell in (key: cell.text ?? "", target: target(of: cell.text ?? "")) }
    while try scanner.readRecord(into: &cells), !issues.isFull {
      beginRecord(at: cells[0].offset)
      if cells.count != header.count {
        issues.error(.invalidCSV, place(nil), "\(cells.count) cells, but the header has \(header.count)")
        issues.incompleteRoots.insert(entity.rootIndex)
        abandonRow()
        continue
      }
      for (cell, column) in zip(cells, header) {
        if let text = cell.text {
          assign(column.target, column.key, text: text, at: cell.offset)
        } else {
          assign(column.target, column.key, .null, at: cell.offset)
        }
      }
      endRecord()
    }
  }
}
