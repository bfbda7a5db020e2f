public import CDQIR
import CDQSQL
import CDQValues
public import Foundation

/// The value of one parameter of a generated statement, in the form that the statement compares it in.
///
/// Generated functions make them, one for each number in the statement's text.
public struct SQLArgument: Sendable {
  /// The value, which depends on how the dialect holds values.
  private enum Content: Sendable {
    case value(Value, ValueType)
    case datum(SQLDatum)
    case stored(String?)
    case folded(String?, String)
    case prefixEnd(String?, String)
    /// The spellings of some texts; nil where they have too many.
    case spellings([String]?)
    /// A spelling of the beginning of a text, or the end of the texts that begin with it; nil where there is none.
    case beginning(String?)
    case pattern(String?, String)
    case instant(Date?, Rounding)
    case list([Value], ValueType, String)
    /// A key that is of no object of the entity.
    case foreignKey(ObjectKey)
    case limit(Int64?, most: Int64?, name: String)
    case offset(Int64?, name: String)
  }

  /// How a date between two instants of a database is bound: dates of PostgreSQL have microseconds.
  public enum Rounding: Sendable {
    case up, down
    /// As NULL, since no column holds the date.
    case exact
  }

  private let content: Content

  private init(_ content: Content) {
    self.content = content
  }

  /// The values that a driver binds: one, or those of a list in a dialect without arrays.
  ///
  /// - Throws: `DatabaseError.refused` for a value that the database does not have, `.execution` for a negative count.
  func data(_ dialect: SQLDialect) throws(DatabaseError) -> [SQLDatum] {
    do throws(SQLRefusal) {
      return try values(dialect)
    } catch {
      throw .refused([error])
    }
  }

  /// Refuses a count that is negative, as the engine in memory does.
  func checkCount() throws(DatabaseError) {
    switch content {
    case .limit(let number?, _, let name), .offset(let number?, let name):
      if number < 0 { throw .execution(.negativeCount(name: name, value: number)) }
    default: break
    }
  }

  /// Whether the argument is a list, which may have any number of values.
  var isList: Bool {
    switch content {
    case .list, .spellings: true
    default: false
    }
  }

  /// Whether a part of a statement depends on the argument: one that an index serves.
  var decidesPart: Bool {
    switch content {
    case .spellings, .beginning: true
    default: false
    }
  }

  /// Whether the part of a statement is there that compares a column with the argument as it is.
  var isThere: Bool {
    switch content {
    case .spellings(let texts): texts?.isEmpty == false
    case .beginning(let text): text != nil
    default: true
    }
  }

  private func values(_ dialect: SQLDialect) throws(SQLRefusal) -> [SQLDatum] {
    switch content {
    case .value(let value, let type): return [try dialect.datum(value, type)]
    case .datum(let datum): return [datum]
    case .foreignKey(let key): throw SQLRefusal("the key of an object of '\(key.root)' does not have its identifying values")
    case .stored(let text): return [try SQLArgument.text(text, dialect)]
    case .folded(let text, let letters): return [try SQLArgument.text(text.map { SQLArgument.folded($0, letters) }, dialect)]
    case .prefixEnd(let text, let letters): return [try SQLArgument.end(text, letters, dialect)]
    case .spellings(let texts):
      var data: [SQLDatum] = []
      for text in texts ?? [] { data.append(try SQLArgument.text(text, dialect)) }
      return dialect.hasArrays ? [.text(SQLDialect.arrayText(data))] : data
    case .beginning(let text): return [try SQLArgument.text(text, dialect)]
    case .pattern(let text, let word): return [try SQLArgument.pattern(text, word, dialect)]
    case .instant(let date, let rounding): return [try SQLArgument.instant(date, rounding, dialect)]
    case .list(let elements, let type, let letters): return try SQLArgument.list(elements, type, letters, dialect)
    case .limit(let number, let most, _):
      guard let limit = [number, most].compactMap(\.self).min() else {
        // Without an argument there is no limit.
        return [dialect.noLimit]
      }
      return [.int(limit)]
    case .offset(let number, _): return [.int(number ?? 0)]
    }
  }

  private static func text(_ text: String?, _ dialect: SQLDialect) throws(SQLRefusal) -> SQLDatum {
    guard let text else { return .null }
    try dialect.requireText(text)
    return .text(text)
  }

  private static func folded(_ text: String, _ letters: String) -> String {
    TextFolding.folded(text, TextOptions(letters: letters)).composed
  }

  /// The end of the range of texts that begin with a text. Nothing begins with an empty text, in this language.
  private static func end(_ text: String?, _ letters: String, _ dialect: SQLDialect) throws(SQLRefusal) -> SQLDatum {
    guard let text else { return .null }
    let needle = folded(text, letters)
    if needle.isEmpty { return .text("") }
    if let end = SQLGenerator.successor(of: needle) { return .text(end) }
    if let end = dialect.behindTexts { return end }
    throw SQLRefusal("no text follows all that begin with U+10FFFF")
  }

  private static func pattern(_ text: String?, _ word: String, _ dialect: SQLDialect) throws(SQLRefusal) -> SQLDatum {
    guard let text else { return .null }
    let name = word.prefix { $0 != "[" }
    guard let operation = TextMatchIR.Operator(rawValue: String(name)) else { throw SQLRefusal("'\(name)' is no operator") }
    let needle = folded(text, String(word.dropFirst(name.count)))
    // No text has a beginning after a letter.
    if text.isEmpty { return .text("x^") }
    guard SimpleNeedle.isSimple(needle) else {
      throw SQLRefusal(
        "\(dialect.title) finds a text by '\(name)' only if it begins and ends with a letter, digit or mark of Latin, Greek or Cyrillic",
        help: "use the product CDQDatabase, which tests other texts in memory")
    }
    guard case .superset(let tests) = dialect.textMatching else { throw SQLRefusal("\(dialect.title) has a function for '\(name)'") }
    return try self.text(SimpleNeedle.regularExpression(needle, at: operation.place, tests), dialect)
  }

  private static func instant(_ date: Date?, _ rounding: Rounding, _ dialect: SQLDialect) throws(SQLRefusal) -> SQLDatum {
    guard let date else { return .null }
    let nearest = try Microseconds(nearest: date)
    if nearest.date == date { return .text(nearest.text) }
    switch rounding {
    case .exact: return .null
    case .up: return .text(nearest.date < date ? Microseconds(nearest.count + 1).text : nearest.text)
    case .down: return .text(nearest.date > date ? Microseconds(nearest.count - 1).text : nearest.text)
    }
  }

  private static func list(
    _ elements: [Value], _ type: ValueType, _ letters: String, _ dialect: SQLDialect
  ) throws(SQLRefusal) -> [SQLDatum] {
    var data: [SQLDatum] = []
    data.reserveCapacity(elements.count)
    for element in elements {
      switch element {
      // nil and NaN are equal to no value of a list.
      case .null: continue
      case .double(let number), .duration(let number): if number.isNaN { continue }
      case .decimal(let number): if number.isNaN { continue }
      case .date(let date) where dialect.hasMicroseconds:
        guard case .text(let text) = try instant(date, .exact, dialect) else { continue }
        data.append(.text(text))
        continue
      case .string(let text):
        data.append(try self.text(folded(text, letters), dialect))
        continue
      default: break
      }
      data.append(try dialect.datum(element, type))
    }
    if dialect.hasArrays { return [.text(SQLDialect.arrayText(data))] }
    guard data.count <= dialect.longestList else {
      throw SQLRefusal("\(dialect.title) takes no list of more than \(dialect.longestList) values", help: "shorten the list")
    }
    return data
  }
}

// What generated functions write. A value is nil for an argument that is nil, or is not given.
extension SQLArgument {
  /// A number of the query's text.
  public static func int(_ number: Int64) -> SQLArgument { SQLArgument(.datum(.int(number))) }
  /// A number of the query's text.
  public static func real(_ number: Double) -> SQLArgument { SQLArgument(.datum(.real(number))) }
  /// A text of the query, or another value of it in the database's text form.
  public static func text(_ text: String) -> SQLArgument { SQLArgument(.datum(.text(text))) }
  /// Bytes of the query's text.
  public static func blob(_ bytes: [UInt8]) -> SQLArgument { SQLArgument(.datum(.blob(Data(bytes)))) }
  /// NULL.
  public static var null: SQLArgument { SQLArgument(.datum(.null)) }

  /// An argument in the usual form of its type; a text in NFC.
  public static func value(_ value: (some SQLValue)?) -> SQLArgument {
    SQLArgument(.value(value.map(\.sqlValue) ?? .null, .null))
  }

  /// A text as it is given, for functions that see texts as they are stored.
  public static func stored(_ text: String?) -> SQLArgument { SQLArgument(.stored(text)) }

  /// A text folded under the options of these letters, such as `cd`.
  public static func folded(_ text: String?, _ letters: String) -> SQLArgument { SQLArgument(.folded(text, letters)) }

  /// All spellings of a text, by which an index of a column finds it that need not be in NFC.
  public static func spellings(_ text: String?) -> SQLArgument { spellings(text.map { [$0] } ?? []) }

  /// All spellings of the texts of a list.
  public static func spellings(_ texts: [String]?) -> SQLArgument {
    var all: [String] = []
    for text in texts ?? [] {
      guard let more = CanonicalForms.all(of: text, limit: SQLGenerator.mostSpellings - all.count) else {
        return SQLArgument(.spellings(nil))
      }
      all += more
    }
    return SQLArgument(.spellings(all))
  }

  /// The first or the second spelling of the beginning of a text; the first again if there is only one.
  public static func beginning(_ text: String?, _ index: Int) -> SQLArgument {
    SQLArgument(.beginning(beginnings(text)?[index]))
  }

  /// The least text after all texts that begin with a spelling, which `beginning` gives.
  public static func beginningEnd(_ text: String?, _ index: Int) -> SQLArgument {
    SQLArgument(.beginning((beginnings(text)?[index]).flatMap { SQLGenerator.end(ofTextsWith: $0) }))
  }

  /// Two spellings; nil where there are none or more, or no text follows those that begin with one.
  private static func beginnings(_ text: String?) -> [String]? {
    guard let text, let found = CanonicalForms.beginnings(of: text, limit: 2), let first = found.first, let last = found.last,
      SQLGenerator.end(ofTextsWith: first) != nil, SQLGenerator.end(ofTextsWith: last) != nil
    else { return nil }
    return [first, last]
  }

  /// The least text after all texts that begin with the folded text.
  public static func prefixEnd(_ text: String?, _ letters: String) -> SQLArgument {
    SQLArgument(.prefixEnd(text, letters))
  }

  /// The regular expression of an operator such as `BEGINSWITH[c]`.
  public static func pattern(_ text: String?, _ operation: String) -> SQLArgument {
    SQLArgument(.pattern(text, operation))
  }

  /// A date in the database's resolution.
  public static func instant(_ date: Date?, _ rounding: Rounding) -> SQLArgument {
    SQLArgument(.instant(date, rounding))
  }

  /// The elements of a list, folded under the options of these letters. Without a list it is empty.
  public static func list<Element: SQLValue>(_ elements: [Element]?, _ letters: String = "") -> SQLArgument {
    SQLArgument(.list((elements ?? []).map(\.sqlValue), .null, letters))
  }

  /// The insertion number of an object; -1, which no object has, for a key of another kind.
  public static func recordNumber(_ key: ObjectKey?) -> SQLArgument {
    guard let key else { return .null }
    if case .record(let number) = key.identity { return .int(Int64(number)) }
    return .int(-1)
  }

  /// One of the values that identify an object together, which its key has as texts.
  ///
  /// - Parameters:
  ///   - index: Which of them.
  ///   - count: How many there are. A key with another number of values is refused when the statement is made.
  public static func keyPart(_ key: ObjectKey?, _ index: Int, of count: Int, _ type: ValueType) -> SQLArgument {
    guard let key else { return .null }
    guard case .composite(let texts) = key.identity, texts.count == count, texts.indices.contains(index) else {
      return SQLArgument(.foreignKey(key))
    }
    guard let value = Value(keyText: texts[index], type) else { return SQLArgument(.foreignKey(key)) }
    return SQLArgument(.value(value, type))
  }

  /// A `limit`; none without a number.
  public static func limit(_ number: (some BinaryInteger)?, most: Int64? = nil, name: String) -> SQLArgument {
    SQLArgument(.limit(number.map { Int64(clamping: $0) }, most: most, name: name))
  }

  /// An `offset`; 0 without a number.
  public static func offset(_ number: (some BinaryInteger)?, name: String) -> SQLArgument {
    SQLArgument(.offset(number.map { Int64(clamping: $0) }, name: name))
  }
}
