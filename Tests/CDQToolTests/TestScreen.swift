import CDQSyntax
import CDQTerminal

@testable import CDQTool

/// The screen of a terminal: what the escape sequences that `cdq` writes make of it.
struct TestScreen {
  /// How a character is shown, as the sequence SGR sets it.
  struct Style: Hashable {
    var isBold = false
    var isDim = false
    var isReversed = false
    /// The parameter of the colour, such as 31 for red; nil for the colour of the terminal.
    var color: Int?
  }

  private struct Cell: Hashable {
    var character: Character = " "
    var style = Style()
  }

  let columns: Int
  let rows: Int
  private var cells: [[Cell]]
  /// The style of the characters that follow.
  private var style = Style()
  private var row = 0
  private var column = 0
  /// Whether the last Character filled the last column, so that the next one begins a new row.
  private var isWrapping = false
  /// The bytes of an escape sequence that is not finished.
  private var sequence: String?

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// The rows without spaces and empty rows at their ends.
  var text: String {
    var lines = cells.map { row -> String in
      // The second cell of a wide Character holds nothing.
      let line = String(row.map(\.character).filter { $0 != "\0" })
      return line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? ""
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// A part of a row with one style, and the column in which it begins.
  struct Run: Hashable {
    var column: Int
    var text: String
    var style: Style
  }

  /// The parts of each row that are not blank, without empty rows at the end.
  var runs: [[Run]] {
    var result = cells.map { row in
      var runs: [Run] = []
      for (column, cell) in row.enumerated() {
        if cell.character == "\0" { continue }
        if let last = runs.last, last.style == cell.style, last.column + DisplayWidth.of(last.text) == column {
          runs[runs.count - 1].text.append(cell.character)
        } else {
          runs.append(Run(column: column, text: String(cell.character), style: cell.style))
        }
      }
      return runs.compactMap { run -> Run? in
        guard !run.style.isReversed, let end = run.text.lastIndex(where: { $0 != " " }) else {
          return run.style.isReversed ? run : nil
        }
        return Run(column: run.column, text: String(run.text[...end]), style: run.style)
      }
    }
    while result.last?.isEmpty == true { result.removeLast() }
    return result
  }

  mutating func feed(_ text: String) {
    for character in text {
      // `\r\n` is one Character.
      for part in character == "\r\n" ? ["\r", "\n"] : [character] { take(part) }
    }
  }

  private mutating func take(_ character: Character) {
    if var open = sequence {
      open.append(character)
      sequence = open
      let isCommand = open.hasPrefix("]")
      let ends = isCommand ? character == "\u{7}" : open.count > 1 && character.asciiValue.map { 0x40...0x7E ~= $0 } == true
      if ends {
        sequence = nil
        if !isCommand { run(open) }
      }
      return
    }
    switch character {
    case "\u{1B}": sequence = ""
    case "\r": (column, isWrapping) = (0, false)
    case "\n": newLine()
    case "\u{7}": break
    default: put(character)
    }
  }

  private mutating func newLine() {
    // The terminal's driver makes a carriage return of it, too.
    (column, isWrapping) = (0, false)
    if row + 1 < rows {
      row += 1
    } else {
      cells.removeFirst()
      cells.append(Array(repeating: Cell(), count: columns))
    }
  }

  private mutating func put(_ character: Character) {
    let width = DisplayWidth.of(character)
    if width == 0 { return }
    if isWrapping || column + width > columns { newLine() }
    cells[row][column] = Cell(character: character, style: style)
    if width == 2 { cells[row][column + 1] = Cell(character: "\0", style: style) }
    column += width
    if column >= columns { (column, isWrapping) = (columns - 1, true) }
  }

  private mutating func run(_ sequence: String) {
    guard sequence.hasPrefix("["), let final = sequence.last else { return }
    let text = sequence.dropFirst().dropLast()
    let number = Int(text) ?? 1
    switch final {
    case "A": row = max(0, row - number)
    case "B": row = min(rows - 1, row + number)
    case "C": column = min(columns - 1, column + number)
    case "D": column = max(0, column - number)
    case "H": (row, column) = (0, 0)
    case "J":
      if text == "2" {
        cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
        return
      }
      clearLine()
      for below in (row + 1)..<max(row + 1, rows) { cells[below] = Array(repeating: Cell(), count: columns) }
    case "K": clearLine()
    case "m": for code in text.split(separator: ";", omittingEmptySubsequences: false) { setStyle(Int(code) ?? 0) }
    default: return
    }
    if !"JKm".contains(final) { isWrapping = false }
  }

  private mutating func clearLine() {
    for index in column..<columns { cells[row][index] = Cell() }
  }

  private mutating func setStyle(_ code: Int) {
    switch code {
    case 0: style = Style()
    case 1: style.isBold = true
    case 2: style.isDim = true
    case 7: style.isReversed = true
    case 30...37: style.color = code
    default: break
    }
  }
}
