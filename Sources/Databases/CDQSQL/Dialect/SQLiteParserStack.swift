/// The places that SQLite's parser needs on its stack for a statement. Versions of SQLite before 3.46 have 100, and say
/// "parser stack overflow" for a statement that needs more: thirty calls within calls, or eight subqueries.
///
/// It counts what the grammar of SQLite has pushed where a bracket opens: the word or name in front of it, the clause that
/// it is in, and the operators whose right side it is.
enum SQLiteParserStack {
  /// The places that a statement may need. The parser keeps a few for what is around a statement.
  static let size = 95

  /// A bracket or CASE that is open.
  private struct Level {
    /// The places of the clause or the list that is open.
    var clause = 0
    /// The operators that wait for their right side, by the bit of their precedence.
    var operators: UInt16 = 0
    /// Whether it is a list of arguments.
    var isCall = false
    var isCase = false
    /// The places in front of it and its own.
    var start = 0

    // NOT has nothing on its left.
    var places: Int { start + clause + 2 * operators.nonzeroBitCount - (operators & 4 == 0 ? 0 : 1) }

    mutating func begin(_ places: Int) { (clause, operators) = (places, 0) }

    /// Adds an operator. Those that bind as strongly have their right side now.
    mutating func add(_ precedence: UInt16) {
      operators = operators & (precedence &- 1) | precedence
    }
  }

  /// The places of a clause after its first word.
  private static let clauses: [String: Int] = [
    "SELECT": 4, "FROM": 5, "JOIN": 7, "ON": 12, "WHERE": 5, "GROUP": 7, "ORDER": 8, "LIMIT": 9, "UNION": 2, "INTERSECT": 2, "EXCEPT": 2,
  ]
  /// The places of CASE after its words.
  private static let cases = ["WHEN": 3, "THEN": 5, "ELSE": 4]
  /// The bits of operators that are words.
  private static let words: [String: UInt16] = ["OR": 1, "AND": 2, "NOT": 4, "IS": 8, "IN": 8, "LIKE": 8]

  /// The greatest number of places that a statement needs.
  static func places(for text: String) -> Int {
    var levels = [Level(clause: 0, start: 3)]
    var most = 0
    var last = ""
    let source = Array(text.utf8)
    var index = 0
    while index < source.count {
      let byte = source[index]
      let start = index
      index += 1
      let top = levels.count - 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while index < source.count, source[index] != byte { index += 1 }
        index += 1
        last = ""
      case UInt8(ascii: "("):
        let isCall = !last.isEmpty && clauses[last] == nil && cases[last] == nil && words[last] == nil && last != "AS"
        let places = levels[top].places + (isCall ? 3 : 1)
        levels.append(Level(isCall: isCall && last != "EXISTS", start: places - (last == "EXISTS" ? 1 : 0)))
        last = ""
      case UInt8(ascii: ")"):
        if levels.count > 1 { levels.removeLast() }
        last = ""
      case UInt8(ascii: ","):
        levels[top].operators = 0
        if levels[top].isCall { levels[top].clause = 2 }
        last = ""
      case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"): levels[top].add(16)
      case UInt8(ascii: "&"), UInt8(ascii: "|"): levels[top].add(32)
      case UInt8(ascii: "+"), UInt8(ascii: "-"): levels[top].add(64)
      case UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"): levels[top].add(128)
      case UInt8(ascii: "~"): levels[top].add(256)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
        while index < source.count, isWord(source[index]) { index += 1 }
        last = String(decoding: source[start..<index], as: UTF8.self)
        if last == "CASE" {
          levels.append(Level(clause: 2, isCase: true, start: levels[top].places))
        } else if levels[top].isCase, let places = cases[last] {
          levels[top].begin(places)
        } else if levels[top].isCase, last == "END" {
          levels.removeLast()
          last = ""
        } else if let places = clauses[last] {
          levels[top].begin(places)
        } else if let bit = words[last] {
          levels[top].add(bit)
        }
      default: break
      }
      most = max(most, (levels.last?.places ?? 0) + 1)
    }
    return most
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"): true
    default: false
    }
  }
}
