import CDQIR
import Foundation

extension SQLGenerator {
  /// A text folded under the options of a comparison.
  func folded(_ operand: SQLOperand, _ options: TextOptions) throws(SQLRefusal) -> SQLOperand {
    if options.isEmpty || operand.family != .text || operand.isNullConstant { return operand }
    if options.contains(.localeSensitive) {
      throw SQLRefusal("no database compares by the rules of this machine's locale")
    }
    if let argument = foldedArgument(operand, options) { return argument }
    if case .string(let text)? = operand.constant {
      return SQLOperand(constant: .string(constants.folded(text, options)), operand.type)
    }
    if let column = operand.folds[options.letters] {
      return SQLOperand(column, operand.type, isOptional: operand.isOptional, isColumn: true)
    }
    guard let form = dialect.folded else {
      throw SQLRefusal(
        "\(dialect.title) folds texts by other rules than [\(options.letters)]",
        help: "our own layout has a folded column for [c] and [cd]")
    }
    let text = SQLDialect.Form.fill(form, [operand.stored ?? operand.text, "'\(options.letters)'"])
    return SQLOperand(text, operand.type, isOptional: operand.isOptional)
  }

  func textMatch(_ node: TextMatchIR) throws(SQLRefusal) -> SQLCondition {
    let (text, pattern) = (try value(node.text), try value(node.pattern))
    if text.isNullConstant || pattern.isNullConstant { return .never }
    if node.operator.hasNeedle, pattern.constant == .string("") { return .never }
    if node.options.contains(.localeSensitive) {
      throw SQLRefusal("no database compares by the rules of this machine's locale")
    }
    switch dialect.textMatching {
    case .function(let form):
      let call = SQLCondition(
        text: SQLDialect.Form.fill(
          form,
          [
            try storedText(text), try storedText(pattern),
            "'\(node.operator.rawValue)\(node.options.suffix)'",
          ]),
        isTwoValued: true)
      // The function may report a malformed pattern, which the engine in memory reports better.
      if !node.operator.hasNeedle {
        if avoidsErrors { throw SQLRefusal("a pattern is malformed, or takes too long") }
        mayRaise = true
      }
      // A range lets an index find the texts that begin with the needle.
      if node.operator.place == .prefix, case .spelled(let column)? = text.access, text.folds[node.options.letters] == nil {
        var condition = call
        let range = try spelledRange(column, pattern, node.options)
        if !range.isEmpty { condition.text = "(\(range)\(call.text))" }
        return condition
      }
      guard node.operator.place == .prefix, let range = try prefixRange(text, pattern, node.options) else { return call }
      return SQLCondition(text: "(\(range) AND \(call.text))", isTwoValued: !text.isOptional && !pattern.isOptional)
    case .superset(let tests):
      let weaker = try asciiCandidates(text, pattern, node.options) { text throws(SQLRefusal) in
        try superset(node, text, folded: text, pattern, tests)
      }
      if let weaker { return weaker }
      return try superset(node, text, folded: try folded(text, node.options), pattern, tests)
    }
  }

  /// A text of a column in NFC.
  func normalized(_ text: String) throws(SQLRefusal) -> String {
    guard let form = dialect.normalized else {
      throw SQLRefusal(
        "\(dialect.title) has no normalization of texts", help: "a mapping can say '\"isNormalized\": true' of a column in NFC")
    }
    return SQLDialect.Form.fill(form, [text])
  }

  /// The text of a value that may become part of the result. A constant must not be changed by normalization.
  func valueText(_ operand: SQLOperand, as type: ValueType? = nil) throws(SQLRefusal) -> String {
    if case .string(let text)? = operand.constant, !text.isNFC {
      throw SQLRefusal("a text in the query is not in NFC, as those of the database are")
    }
    return try text(operand, as: type)
  }

  /// The text as the column holds it, which functions of the driver see.
  func storedText(_ operand: SQLOperand) throws(SQLRefusal) -> String {
    if let stored = operand.stored { return stored }
    if operand.family == .text, let source = operand.source { return bind(source, .stored, .text) }
    if case .string(let text)? = operand.constant, !text.isNFC {
      try dialect.requireText(text)
      return bind(.text(text), .text)
    }
    return try text(operand)
  }

  /// `name >= 'os' AND name < 'ot'`: a range of bytes with all texts that begin with a needle, for a column that holds
  /// the compared form; nil where there is none.
  ///
  /// - Parameter test: The test of the column, which runs once when the database looks for the start in the index.
  private func prefixRange(
    _ text: SQLOperand, _ pattern: SQLOperand, _ options: TextOptions, test: String? = nil
  ) throws(SQLRefusal) -> String? {
    guard text.stored == nil, text.isColumn, text.source == nil else { return nil }
    if options.isEmpty, case .indexed(let indexed)? = text.access {
      // The index holds the column as it is.
      var column = text
      (column.text, column.access) = (indexed.text, nil)
      guard let range = try prefixRange(column, pattern, options, test: indexed.test) else { return nil }
      return indexed.tested(SQLCondition(text: range, isTwoValued: false), .equal).text
    }
    func tested(_ start: String) -> String { test.map { "(SELECT \(start) WHERE \($0))" } ?? start }
    let column = options.isEmpty ? text.text : text.folds[options.letters]
    if let column, !options.isEmpty || pattern.constant == nil, let range = argumentRange(column, pattern, options, tested) {
      return range
    }
    guard let column, case .string = pattern.constant, case .string(let needle)? = try folded(pattern, options).constant else { return nil }
    let collated = column + (dialect.collations[.text] ?? "")
    let from = "\(collated) >= \(tested(bind(try dialect.datum(.string(needle), .string), .text)))"
    guard let end = SQLGenerator.successor(of: needle) else { return from }
    return "\(from) AND \(collated) < \(bind(.text(end), .text))"
  }

  /// The least text by bytes that follows all texts that begin with a prefix; nil if there is none.
  package static func successor(of prefix: String) -> String? {
    end(ofTextsWith: prefix.composed)
  }

  /// The least text by bytes that follows all texts that begin with the scalars of a prefix; nil if there is none.
  package static func end(ofTextsWith prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      // Surrogates are no scalars; the scalar after them follows those in front of them.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      return String(String.UnicodeScalarView(scalars))
    }
    return nil
  }

  // MARK: Conditions that find more rows

  /// A condition by bytes, for a dialect that does not know Characters: it finds texts that contain the needle in the
  /// middle of a Character, too.
  private func superset(
    _ node: TextMatchIR, _ text: SQLOperand, folded value: SQLOperand, _ pattern: SQLOperand,
    _ tests: SQLDialect.TextTests
  ) throws(SQLRefusal) -> SQLCondition {
    var value = value
    value.text = try self.text(value)
    let reason = SQLRefusal("\(dialect.title) does not know where a Character ends, so '\(node.operator.rawValue)' is tested again")
    func weaker(_ condition: String) -> SQLCondition {
      note(reason)
      return SQLCondition(text: condition, isExact: false, isTwoValued: false)
    }
    if node.operator.pattern == .expression { throw SQLRefusal("\(dialect.title) has other regular expressions than ICU's") }
    if node.operator.pattern == .wildcards {
      guard case .string(let pattern)? = pattern.constant else {
        throw SQLRefusal("\(dialect.title) has other patterns than LIKE's")
      }
      let wildcards = wildcards(pattern, node.options)
      return weaker(fill(tests.like, value.text, bind(try dialect.datum(.string(wildcards), .string), .text)))
    }
    if textSource(pattern) != nil, pattern.constant == nil || !node.options.isEmpty {
      if case .string(let text)? = pattern.constant, !SimpleNeedle.isSimple(text) { throw reason }
      let range = node.operator.place == .prefix ? try prefixRange(text, pattern, node.options) : nil
      if let match = argumentMatch(node, value, pattern, tests, range: range) { return match }
    }
    let needle = try folded(pattern, node.options)
    if case .string(let constant)? = needle.constant {
      let isExact = SimpleNeedle.isSimple(constant)
      let range = node.operator.place == .prefix ? try prefixRange(text, pattern, node.options) : nil
      if isExact {
        let regex = bind(
          try dialect.datum(.string(SimpleNeedle.regularExpression(constant, at: node.operator.place, tests)), .string), .text)
        var test = try narrowed(fill(tests.matches, value.text, regex), value, tests, range: range) { () throws(SQLRefusal) in
          try self.text(needle)
        }
        if range != nil, let form = tests.prefix {
          test = SQLDialect.Form.fill(form, [value.text, try self.text(needle), test])
        }
        return SQLCondition(
          text: range.map { "(\($0) AND \(test))" } ?? test, isTwoValued: !text.isOptional)
      }
      if let range { return weaker("(\(range))") }
    }
    let part = try self.text(needle)
    switch node.operator.place {
    case .prefix: return weaker(fill(tests.begins, value.text, part))
    case .suffix: return weaker(fill(needle.constant != nil ? tests.ends : tests.contains, value.text, part))
    case .whole, .anywhere, nil: return weaker(fill(tests.contains, value.text, part))
    }
  }

  /// The test by a regular expression, after one by the needle alone if the statement has many. PostgreSQL keeps 32
  /// compiled expressions, so that a row with more would compile each of them again.
  func narrowed<Failure: Error>(
    _ test: String, _ value: SQLOperand, _ tests: SQLDialect.TextTests, range: String?,
    _ needle: () throws(Failure) -> String
  ) throws(Failure) -> String {
    patterns += 1
    guard patterns > 16, range == nil else { return test }
    return "(\(fill(tests.contains, value.text, try needle())) AND \(test))"
  }

  private func fill(_ form: String, _ text: String, _ other: String) -> String {
    SQLDialect.Form.fill(form, [text, other])
  }

  /// A pattern of SQL's LIKE that matches all texts that a pattern of ours matches.
  private func wildcards(_ pattern: String, _ options: TextOptions) -> String {
    var result = ""
    var literal = ""
    func flush() {
      let folded = constants.folded(literal, options)
      for scalar in folded.unicodeScalars {
        if scalar == "%" || scalar == "_" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
      literal = ""
    }
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        literal.unicodeScalars.append(scalar)
        isEscaped = false
      case "\\": isEscaped = true
      case "*":
        flush()
        result += "%"
      case "?":
        flush()
        // A Character has one scalar or more; its folding may be empty.
        result += "%"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    flush()
    return result
  }
}

extension String {
  /// Whether the text has the same scalars in NFC.
  fileprivate var isNFC: Bool { utf8.elementsEqual(composed.utf8) }
}
