import CDQSQL

/// The text of a generated statement with its arguments, from which the text for a driver is made.
///
/// Most texts are complete. In others, a part in braces such as `{name: AND t1."name" = ?2}` is left out unless the
/// argument is given; `a&b` means both of two arguments, `a|b` one of them and `!a` one that is nil. The part `{~?3: …}` is
/// there if an index can find argument 3, which has few spellings. `?3...` is replaced by all values of a list. The
/// parameters get their numbers anew then, since a database wants all of them to be used.
struct SQLTemplate {
  private let source: [UInt8]
  private let mark: UInt8
  private let arguments: [SQLArgument]
  private let wanted: Set<String>
  private let dialect: SQLDialect
  private var index = 0
  private var text: [UInt8] = []
  private var bindings: [SQLDatum] = []
  /// The new numbers of the arguments that the text has used.
  private var numbers: [Int: Int] = [:]

  /// The statement for a driver.
  static func statement(
    _ text: String, _ arguments: [SQLArgument], _ parts: [SQLPart], _ name: SQLDialect.Name
  ) throws(DatabaseError) -> SQLStatement {
    guard let dialect = SQLDialect.named(name) else {
      throw .refused([SQLRefusal("no code is generated for \(name.rawValue)")])
    }
    for argument in arguments { try argument.checkCount() }
    if parts.isEmpty, !arguments.contains(where: { $0.decidesPart || ($0.isList && !dialect.hasArrays) }) {
      var bindings: [SQLDatum] = []
      for argument in arguments { bindings += try argument.data(dialect) }
      return SQLStatement(text: text, bindings: bindings)
    }
    var template = SQLTemplate(text, arguments, parts, dialect)
    try template.expand(isWanted: true)
    return SQLStatement(text: String(decoding: template.text, as: UTF8.self), bindings: template.bindings)
  }

  private init(_ text: String, _ arguments: [SQLArgument], _ parts: [SQLPart], _ dialect: SQLDialect) {
    source = Array(text.utf8)
    mark = dialect.parameterMark.utf8.first ?? 0
    (self.arguments, self.dialect) = (arguments, dialect)
    wanted = Set(parts.filter(\.isThere).map(\.word))
  }

  /// Copies the text up to the end of the part that it is in.
  private mutating func expand(isWanted: Bool) throws(DatabaseError) {
    // For each open part, whether it and those around it are wanted.
    var open = [isWanted]
    var quote: UInt8?
    while index < source.count {
      let byte = source[index]
      index += 1
      let isWanted = open.last ?? true
      if let end = quote {
        if byte == end { quote = nil }
        if isWanted { text.append(byte) }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        quote = byte
        if isWanted { text.append(byte) }
      case UInt8(ascii: "{"): open.append(isThere(word()) && isWanted)
      case UInt8(ascii: "}"): open.removeLast()
      case mark:
        let number = digits()
        let isList = source[index...].starts(with: [0x2E, 0x2E, 0x2E])
        if isList { index += 3 }
        if isWanted { try append(number) }
      default: if isWanted { text.append(byte) }
      }
    }
  }

  /// Whether the part after a word is there.
  private func isThere(_ word: String) -> Bool {
    guard word.first == "~" else {
      if wanted.contains(word) { return true }
      guard word.utf8.contains(where: { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "&") }) else { return false }
      return word.split(separator: "|").contains { $0.split(separator: "&").allSatisfy { wanted.contains(String($0)) } }
    }
    guard let number = Int(word.dropFirst(2)), arguments.indices.contains(number - 1) else { return false }
    return arguments[number - 1].isThere
  }

  private mutating func word() -> String {
    let start = index
    while index < source.count, source[index] != UInt8(ascii: ":") { index += 1 }
    defer { index += 1 }
    return String(decoding: source[start..<index], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    var number = 0
    while index < source.count, (0x30...0x39).contains(source[index]), number < 1_000_000 {
      number = number * 10 + Int(source[index] - 0x30)
      index += 1
    }
    return number
  }

  private mutating func append(_ number: Int) throws(DatabaseError) {
    guard arguments.indices.contains(number - 1) else { throw .failed(code: "template", message: "there is no argument \(number)") }
    if let known = numbers[number] {
      append(mark: known)
      return
    }
    let data = try arguments[number - 1].data(dialect)
    if data.count == 1 { numbers[number] = bindings.count + 1 }
    for (place, datum) in data.enumerated() {
      if place > 0 { text += [UInt8(ascii: ","), UInt8(ascii: " ")] }
      bindings.append(datum)
      append(mark: bindings.count)
    }
  }

  private mutating func append(mark number: Int) {
    text.append(mark)
    text += Array(String(number).utf8)
  }
}
