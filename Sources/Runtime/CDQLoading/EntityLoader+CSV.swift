import CDQJSON
import CDQStore

/// Reading records from CSV.
extension EntityLoader {
  /// Reads a header and the records below it.
  ///
  /// - Throws: `JSONError` for misplaced quotes; the records before them are kept.
  mutating func readTable(_ scanner: inout CSVScanner) throws(JSONError) {
    var cells: [CSVScanner.Cell] = []
    guard try scanner.readRecord(into: &cells) else { return }
    let header = cells.map { cell in
      let key = scanner.text(of: cell) ?? ""
      return (key: key, target: target(of: key))
    }
    while try scanner.readRecord(into: &cells), !issues.isFull {
      beginRecord(at: cells[0].offset)
      if cells.count != header.count {
        issues.error(.invalidCSV, place(nil), "\(cells.count) cells, but the header has \(header.count)")
        issues.incompleteRoots.insert(entity.rootIndex)
        abandonRow()
        continue
      }
      for index in cells.indices {
        let (cell, target) = (cells[index], header[index].target)
        if assignPlain(target, scanner.bytes, cell) { continue }
        if let text = scanner.text(of: cell) {
          assign(target, header[index].key, text: text, at: cell.offset)
        } else {
          assign(target, header[index].key, .null, at: cell.offset)
        }
      }
      endRecord()
    }
  }
}
