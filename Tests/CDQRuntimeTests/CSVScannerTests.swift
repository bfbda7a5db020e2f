import CDQRandom
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// The scanner searches for the ends of cells eight bytes at a time; the result must not depend on the length, the
/// place or the neighbours of a cell.
@Suite struct CSVScannerTests {
  /// Characters next to the comma and the quote in the order of bytes, characters above ASCII, and usual ones.
  private static let pieces = [" ", "!", "+", "-", "#", "\t", "é", "京", "🇫🇷", "0", "z", "~", ".", "\u{1}"]

  @Test func findsWhereCellsEnd() throws {
    var generator = SplitMix(seed: 65)
    for _ in 0..<400 {
      let rows = (0..<3).map { _ in
        (0..<Int.random(in: 1...5, using: &generator)).map { _ in
          (0..<Int.random(in: 0...20, using: &generator)).map { _ in Self.pieces.randomElement(using: &generator) ?? ""
          }
          .joined()
        }
      }
      // An empty line is no record.
      .filter { $0 != [""] }
      let end = Bool.random(using: &generator) ? "\n" : "\r\n"
      // The header has more separators of the one kind than of others, by which the scanner finds it.
      let separator = [",", ";", "|"].randomElement(using: &generator) ?? ","
      let header = ["a", "b", "c", "d", "e", "f"]
      let text = ([header] + rows).map { $0.joined(separator: separator) }.joined(separator: end)
      #expect(try Self.cells(text) == ([header] + rows).map { $0.map { $0.isEmpty ? nil : $0 } }, "\(text)")
    }
  }

  @Test func findsAQuoteWhereverItIs() {
    for length in 1...20 {
      for place in 1...length {
        var text = Array(repeating: UInt8(ascii: "a"), count: length + 1)
        text[place] = UInt8(ascii: "\"")
        #expect(throws: JSONError(at: place, "a quote in a cell that does not start with one")) {
          try Self.cells(String(decoding: text, as: UTF8.self))
        }
      }
    }
  }

  private static func cells(_ text: String) throws -> [[String?]] {
    try Array(text.utf8).withUnsafeBufferPointer { bytes in
      var scanner = CSVScanner(valid: bytes)
      var cells: [CSVScanner.Cell] = []
      var rows: [[String?]] = []
      while try scanner.readRecord(into: &cells) { rows.append(cells.map { scanner.text(of: $0) }) }
      return rows
    }
  }
}
