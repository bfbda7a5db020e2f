import CDQIR

/// How an index serves a column, of which the text of an operand is not the column as it is.
indirect enum ColumnAccess {
  /// The column is compared as it is, after a test for values of other types.
  case indexed(IndexedColumn)
  /// The column is compared with each spelling of a text.
  case spelled(SpelledColumn)
  /// The column is compared as it is, with a constant or an argument that the form makes one of the column's type.
  case typed(String, form: String)
  /// Beside the comparison, the column as it is lies between bounds of the date that it is compared with.
  case bounded(BoundedColumn)
}

/// A column of texts that need not be in NFC, as it is, because it has an index.
struct SpelledColumn {
  let text: String
  /// The column with the test for values that are no texts; nil where the database holds none.
  let indexed: IndexedColumn?
  /// The test that the column is among the texts of the array `#1`, for a column of another type; nil for one of texts.
  var membership: String?
  /// The same for one text, and whether it is exact.
  var equality: (form: String, isExact: Bool)?
  /// Whether the index ignores the case of letters of ASCII.
  var isCaseless = false
}

// A condition on the NFC form of a column uses no index. Beside it stands one on the column as it is: that it has one of
// the spellings of the text. It finds at least the rows of the exact condition, whatever the collation of the column, so
// that the two together are exact.
extension SQLGenerator {
  /// The greatest number of spellings that a statement lists. With more, there is only the exact condition.
  package static let mostSpellings = 256
  /// The greatest number of ranges of spellings of the beginning of a text.
  private static let mostRanges = 8

  /// The exact condition that a column equals a constant or an argument, with that on the column as it is; nil where the
  /// column has no index, or the other operand is from the database.
  func spelled(_ exact: SQLCondition, _ column: SQLOperand, as other: SQLOperand) throws(SQLRefusal) -> SQLCondition? {
    if let constant = other.constant { return try spelled(exact, column, as: [constant]) }
    guard case .spelled(let column)? = column.access, let source = other.source, case .parameter = source else { return nil }
    return spelled(exact, column, asArgument: source)
  }

  /// The exact condition that a column is among some texts, with that on the column as it is.
  ///
  /// - Parameter options: Those of the comparison. Only an index that ignores case serves `[c]`.
  func spelled(
    _ exact: SQLCondition, _ column: SQLOperand, as texts: [Value], _ options: TextOptions = []
  ) throws(SQLRefusal) -> SQLCondition? {
    guard case .spelled(let column)? = column.access, exact.constant == nil,
      options.isEmpty || options == .caseInsensitive && column.isCaseless
    else { return nil }
    var spellings: [String] = []
    for case .string(let text) in texts {
      let forms = options.isEmpty ? [text] : CaselessForms.all(of: text, limit: SQLGenerator.mostSpellings)
      guard let forms else { return nil }
      for form in forms {
        guard let all = CanonicalForms.all(of: form, limit: SQLGenerator.mostSpellings - spellings.count) else { return nil }
        spellings += all
      }
    }
    if spellings.isEmpty { return nil }
    var data: [SQLDatum] = []
    for spelling in spellings { data.append(try datum(spelling)) }
    let list: String
    if data.count == 1, let (form, isExact) = column.equality {
      list = SQLDialect.Form.fill(form, [bind(data[0], .text)])
      if isExact { return SQLCondition(text: "\(column.text) \(list)", isTwoValued: false) }
    } else if let form = column.membership {
      bindings.append(.text(SQLDialect.arrayText(data)))
      list = SQLDialect.Form.fill(form, ["\(dialect.parameter(bindings.count))::text[]"])
    } else if data.count == 1 {
      list = "= \(tested(bind(data[0], .text), column))"
    } else if case .array = dialect.lists {
      bindings.append(.text(SQLDialect.arrayText(data)))
      list = anyElement(of: dialect.parameter(bindings.count), .text)
    } else {
      let marks = data.enumerated().map { $0 == 0 ? tested(bind($1, .text), column) : bind($1, .text) }
      list = "IN (\(marks.joined(separator: ", ")))"
    }
    return both("\(column.text)\(spellingCollation) \(list)", exact, column)
  }

  /// The same for an argument that is not known yet. The condition on the column as it is stands in a part that is there
  /// if the argument has few spellings.
  func spelled(_ exact: SQLCondition, _ column: SpelledColumn, asArgument source: SQLBinding.Source) -> SQLCondition {
    let mark = bind(source, .spellings, nil)
    var list = "\(column.text)\(spellingCollation) IN (\(mark)...)"
    if case .array = dialect.lists {
      let form = column.membership.map { SQLDialect.Form.fill($0, ["\(mark)::text[]"]) }
      list = "\(column.text) \(form ?? anyElement(of: mark, .text))"
    }
    if let indexed = column.indexed { list = "(\(list) AND \(indexed.test))" }
    var result = exact
    result.text = "({~\(mark): \(list) AND }\(exact.text))"
    return result
  }

  /// A condition in front of the exact one that a column begins with a needle: that it begins with the scalars of one of
  /// the spellings of the needle. It ends with `AND`; it is empty where there is none.
  func spelledRange(_ column: SpelledColumn, _ pattern: SQLOperand, _ options: TextOptions) throws(SQLRefusal) -> String {
    // The order of bytes is that of an index in SQLite; elsewhere the index may have any.
    guard dialect.name == .sqlite, column.membership == nil,
      options.isEmpty || options == .caseInsensitive && column.isCaseless
    else { return "" }
    if let source = pattern.source, pattern.constant == nil, case .parameter = source {
      return column.isCaseless ? "" : spelledRange(column, asArgument: source)
    }
    guard case .string(let needle)? = pattern.constant, let beginnings = SQLGenerator.beginnings(of: needle, column, options)
    else { return "" }
    let collated = column.text + spellingCollation
    var bounds: [(start: String, end: String?)] = beginnings.map { ($0, SQLGenerator.end(ofTextsWith: $0)) }
    if column.isCaseless, bounds.count > 2, let all = SQLGenerator.hull(bounds) { bounds = [all] }
    var ranges: [String] = []
    for (index, (beginning, end)) in bounds.enumerated() {
      let start = bind(try datum(beginning), .text)
      var range = "\(collated) >= \(index == 0 ? tested(start, column) : start)"
      if let end { range += " AND \(collated) < \(bind(.text(end), .text))" }
      ranges.append(range)
    }
    let condition = SQLCondition(text: "(\(ranges.joined(separator: " OR ")))", isTwoValued: false)
    return (column.indexed?.tested(condition, .equal).text ?? condition.text) + " AND "
  }

  /// The range from the least start to the greatest end. SQLite prefers a table as a whole to many ranges.
  private static func hull(_ bounds: [(start: String, end: String?)]) -> (start: String, end: String?)? {
    let ends = bounds.compactMap(\.end)
    func isBefore(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
    return bounds.map(\.start).min(by: isBefore).map { ($0, ends.count == bounds.count ? ends.max(by: isBefore) : nil) }
  }

  /// The beginnings of the texts that begin with a needle, in the order of the column's index; nil where they are many.
  private static func beginnings(of needle: String, _ column: SpelledColumn, _ options: TextOptions) -> [String]? {
    let forms = options.isEmpty ? [needle] : CaselessForms.beginnings(of: needle, limit: mostRanges)
    guard let forms else { return nil }
    var result: [String] = []
    for form in forms {
      guard let beginnings = CanonicalForms.beginnings(of: form, limit: mostRanges - result.count) else { return nil }
      // An index without case has small letters in the places of all, and the end of a range follows them.
      result += column.isCaseless ? beginnings.map(CaselessForms.lowercased) : beginnings
    }
    return result
  }

  /// The same for an argument that is not known yet, for two beginnings at most, of which both may be one.
  private func spelledRange(_ column: SpelledColumn, asArgument source: SQLBinding.Source) -> String {
    let collated = column.text + spellingCollation
    var first = ""
    let ranges = [0, 1].map { index in
      let (start, end) = (bind(source, .beginning(index), .text), bind(source, .beginningEnd(index), .text))
      if index == 0 { first = start }
      return "\(collated) >= \(start) AND \(collated) < \(end)"
    }
    let test = column.indexed.map { " AND \($0.test)" } ?? ""
    return "{~\(first): (\(ranges.joined(separator: " OR ")))\(test) AND }"
  }

  private func datum(_ spelling: String) throws(SQLRefusal) -> SQLDatum {
    try dialect.requireText(spelling)
    return .text(spelling)
  }

  /// In SQLite, an index has the order of its column; one with another collation than that of bytes is not used, since a
  /// connection need not know it.
  private var spellingCollation: String { dialect.name == .sqlite ? dialect.collations[.text] ?? "" : "" }

  /// The mark of a parameter that the column is compared with, with the test of the column.
  private func tested(_ mark: String, _ column: SpelledColumn) -> String {
    column.indexed.map { "(SELECT \(mark) WHERE \($0.test))" } ?? mark
  }

  private func both(_ spelled: String, _ exact: SQLCondition, _ column: SpelledColumn) -> SQLCondition {
    let found = SQLCondition(text: spelled, isTwoValued: false)
    var result = exact
    result.text = "(\(column.indexed?.tested(found, .equal).text ?? spelled) AND \(exact.text))"
    return result
  }
}
