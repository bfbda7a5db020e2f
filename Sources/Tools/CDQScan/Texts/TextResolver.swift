import CDQSyntax

/// Finds the text that an expression gives, from the literals and the constants of its file.
struct TextResolver {
  let constants: ConstantTable
  /// The constants of other files.
  let module: ModuleTypes
  /// The constants that are being read, so that one that names itself ends.
  private var open: [String] = []
  private var steps = 0

  init(_ constants: ConstantTable, _ module: ModuleTypes) {
    (self.constants, self.module) = (constants, module)
  }

  /// The text of an expression; nil when no part of it is a literal.
  mutating func text(_ range: Range<Int>, of file: CodeFile) -> BuiltText? {
    steps += 1
    guard steps < 500, !range.isEmpty else { return nil }
    var range = range
    // `("…")`, `"…" as String`, `@("…")`
    while let first = range.first, file.byte(first) == UInt8(ascii: "("), file.partner(first) == range.upperBound - 1 {
      range = (first + 1)..<(range.upperBound - 1)
    }
    if let cast = range.first(where: { file.holds($0, "as") }), cast > range.lowerBound {
      range = range.lowerBound..<cast
    }
    let terms = operands(range, of: file)
    guard terms.count > 1 else { return term(range, of: file, isPart: false) }
    var result = BuiltText()
    result.isOneLiteral = false
    for (index, operand) in terms.enumerated() {
      if let part = term(operand, of: file, isPart: true) {
        result.append(part)
        continue
      }
      let span = file.span(operand)
      let before = index > 0 ? file.tokens[operand.lowerBound - 1].start : span.start
      result.append(
        BuiltText.Gap(
          offset: 0, content: content(operand, of: file), span: span, wholeSpan: SourceSpan(before, span.end),
          isInterpolation: false))
    }
    return result.bytes.isEmpty ? nil : result
  }

  /// The operands of `+` in a range.
  private func operands(_ range: Range<Int>, of file: CodeFile) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if file.holds(index, "+"), index > start {
        result.append(start..<index)
        start = index + 1
      } else if file.holds(index, "?") || file.holds(index, "??") || file.holds(index, "==") {
        return [range]
      }
      index = file.after(index)
    }
    result.append(start..<range.upperBound)
    return result
  }

  // MARK: terms

  private mutating func term(_ range: Range<Int>, of file: CodeFile, isPart: Bool) -> BuiltText? {
    guard let first = range.first else { return nil }
    let last = range.upperBound - 1
    switch file.kind(first) {
    case .string:
      // Adjacent literals are one in Objective-C.
      if file.language == .objectiveC, range.allSatisfy({ file.kind($0) == .string || isNameOfLiteral($0, file) }) {
        return adjacent(range, of: file)
      }
      return range.count == 1 ? filled(SourceLiteralReader.read(file, first), file) : nil
    case .open where file.partner(first) == last:
      if file.byte(first) == UInt8(ascii: "[") { return message(first, of: file) }
      return file.byte(first) == UInt8(ascii: "(") ? text((first + 1)..<last, of: file) : nil
    case .hash where file.holds(first, "#keyPath") && file.partner(first + 1) == last:
      return keyPath(file.inside(first + 1), file)
    case .at where file.partner(first + 1) == last && file.text(first).lowercased() == "@keypath":
      return keyPath(file.inside(first + 1), file)
    // `NSPredicate(format: .byName, …)`, a constant in an extension of `String`
    case .mark where range.count == 2 && file.holds(first, ".") && file.isWord(last) && file.language == .swift:
      return imported(file.text(last), "String", false).map { named($0, range, file) }
    case .word:
      if file.holds(first, "String") || file.holds(first, "NSString"), file.partner(first + 1) == last {
        return call(first + 1, of: file)
      }
      if file.holds(first, "NSStringFromSelector"), file.partner(first + 1) == last {
        let inner = file.inside(first + 1)
        guard let at = inner.first, file.holds(at, "@selector"), file.isWord(at + 2) else { return nil }
        return named(file.text(at + 2), range, file)
      }
      if file.language == .objectiveC, range.count > 1,
        range.allSatisfy({ file.kind($0) == .string || isNameOfLiteral($0, file) })
      {
        return adjacent(range, of: file)
      }
      return constant(range, of: file)
    default: return nil
    }
  }

  private func named(_ text: String, _ range: Range<Int>, _ file: CodeFile) -> BuiltText {
    var result = BuiltText()
    result.append(text, for: file.span(range))
    result.isOneLiteral = false
    return result
  }

  /// Whether a token is the name of a macro that stands for a literal.
  private func isNameOfLiteral(_ index: Int, _ file: CodeFile) -> Bool {
    guard file.isWord(index) else { return false }
    let definition = constants.definition(of: file.text(index), owner: nil, at: file.tokens[index].start)
    return definition.map { !$0.value.isEmpty && !$0.isVariable } ?? false
  }

  private mutating func adjacent(_ range: Range<Int>, of file: CodeFile) -> BuiltText? {
    if range.count == 1, file.kind(range.lowerBound) == .string { return SourceLiteralReader.read(file, range.lowerBound) }
    var result = BuiltText()
    result.isOneLiteral = false
    for index in range {
      if file.kind(index) == .string {
        result.append(SourceLiteralReader.read(file, index))
      } else if let part = constant(index..<(index + 1), of: file) {
        result.append(part)
      }
    }
    return result
  }

  /// The literal with the values of interpolations that the file knows.
  private mutating func filled(_ literal: BuiltText, _ file: CodeFile) -> BuiltText {
    guard !literal.gaps.isEmpty else { return literal }
    var texts: [BuiltText?] = []
    var contents: [BuiltText.Gap.Content] = []
    for gap in literal.gaps {
      let inner = CodeFile(file.source, file.language, span: gap.span)
      let range = inner.tokens.indices
      let known = constantText(range, of: inner)
      texts.append(known)
      contents.append(content(range, of: inner))
    }
    var result = BuiltText()
    var open = 0
    let (shell, places) = literal.filled { _ in "\u{0}" }
    for (offset, byte) in shell.bytes.enumerated() {
      let span = SourceSpan(UInt32(truncatingIfNeeded: offset), UInt32(truncatingIfNeeded: offset + 1))
      let place = shell.place(span) ?? SourceSpan(at: 0)
      guard open < places.count, places[open] == offset else {
        result.append(byte, at: place.start, place.end)
        continue
      }
      var gap = literal.gaps[open]
      if let text = texts[open], text.gaps.isEmpty {
        result.append(text.string, for: gap.wholeSpan)
      } else {
        gap.content = contents[open]
        result.append(gap)
      }
      open += 1
    }
    result.isOneLiteral = true
    return result
  }

  /// The text of an interpolated expression, where it is known without a doubt.
  private mutating func constantText(_ range: Range<Int>, of file: CodeFile) -> BuiltText? {
    if range.count == 1, let first = range.first, file.kind(first) == .number {
      return named(file.text(first), range, file)
    }
    return text(range, of: file)
  }

  // MARK: names

  /// The value of `name`, `Keys.name`, `self.name`, `Keys.name.rawValue`.
  private mutating func constant(_ range: Range<Int>, of file: CodeFile) -> BuiltText? {
    var names: [String] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard file.isWord(index) else { return nil }
      names.append(file.text(index))
      index += 1
      guard index < range.upperBound else { break }
      guard file.holds(index, ".") || file.holds(index, "->") else { return nil }
      index += 1
    }
    // The `stringValue` of a coding key is its raw value.
    let isRawValue = names.count > 1 && (names.last == "rawValue" || names.last == "stringValue")
    if isRawValue { names.removeLast() }
    guard let name = names.last, !open.contains(name), open.count < 8 else { return nil }
    var owner = names.count > 1 ? names[names.count - 2] : nil
    if owner == "self" || owner == "Self" { owner = nil }
    guard let found = constants.definition(of: name, owner: owner, at: file.tokens[range.lowerBound].start) else {
      return imported(name, owner, isRawValue).map { named($0, range, file) }
    }
    guard found.isCase == isRawValue, !(found.isVariable && constants.changed.contains(name)) else { return nil }
    // Only an enum of texts has the names of its cases as raw values.
    if found.isCase, found.value.isEmpty {
      return found.owner.flatMap { imported(name, $0, true) }.map { named($0, range, file) }
    }
    guard !found.value.isEmpty, let main else { return nil }
    open.append(name)
    defer { open.removeLast() }
    var result = text(found.value, of: main)
    result?.isOneLiteral = false
    return result
  }

  /// The text of a constant or a raw value that another file declares.
  private func imported(_ name: String, _ owner: String?, _ isRawValue: Bool) -> String? {
    if isRawValue { return owner.flatMap { module.rawText(name, of: $0) } }
    return module.text(name, of: owner)
  }

  /// The file whose tokens the constants' values are.
  var main: CodeFile?

  /// `#keyPath(City.country.name)` is `country.name`.
  private func keyPath(_ range: Range<Int>, _ file: CodeFile) -> BuiltText? {
    guard let text = file.keyPathText(range) else { return nil }
    var result = BuiltText()
    result.append(text, for: file.span((range.lowerBound - 2)..<(range.upperBound + 1)))
    result.isOneLiteral = false
    return result
  }

  // MARK: formats

  /// `String(format: "…", …)`, `String("…")`, `NSString(format: "…", …)`
  private mutating func call(_ open: Int, of file: CodeFile) -> BuiltText? {
    let arguments = file.arguments(open)
    guard let first = arguments.first else { return nil }
    guard let label = first.label else { return arguments.count == 1 ? text(first.value, of: file) : nil }
    guard file.holds(label, "format"), let format = text(first.value, of: file) else { return nil }
    let rest = arguments.dropFirst().filter { $0.label == nil }.map(\.value)
    return formatted(format, rest, file)
  }

  /// `[NSString stringWithFormat:@"…", …]`, `[@"…" stringByAppendingString:…]`, `[@"…" stringByAppendingFormat:…]`
  private mutating func message(_ open: Int, of file: CodeFile) -> BuiltText? {
    guard
      let selector = file.inside(open).first(where: {
        file.isWord($0) && file.holds($0 + 1, ":") && file.parent($0) == open
      })
    else { return nil }
    let parts = file.messageParts(selector)
    guard let first = parts.first else { return nil }
    switch file.text(selector) {
    case "stringWithFormat", "localizedStringWithFormat", "initWithFormat":
      guard let format = text(first.value, of: file) else { return nil }
      return formatted(format, parts.dropFirst().map(\.value), file)
    case "stringWithString", "initWithString":
      return text(first.value, of: file)
    case "stringByAppendingString":
      guard let receiver = file.receiver(selector), var result = text(receiver, of: file) else { return nil }
      result.isOneLiteral = false
      if let part = text(first.value, of: file) { result.append(part) } else { result.append(gap(first.value, file)) }
      return result
    case "stringByAppendingFormat":
      guard let receiver = file.receiver(selector), var result = text(receiver, of: file),
        let format = text(first.value, of: file)
      else { return nil }
      result.append(formatted(format, parts.dropFirst().map(\.value), file))
      result.isOneLiteral = false
      return result
    default: return nil
    }
  }

  private func gap(_ range: Range<Int>, _ file: CodeFile) -> BuiltText.Gap {
    BuiltText.Gap(
      offset: 0, content: content(range, of: file), span: file.span(range), wholeSpan: file.span(range),
      isInterpolation: false)
  }

  /// A text with its `%@`, `%d` and so on replaced by gaps, or by the texts of the arguments.
  private mutating func formatted(_ format: BuiltText, _ arguments: [Range<Int>], _ file: CodeFile) -> BuiltText {
    var result = BuiltText()
    result.isOneLiteral = false
    let bytes = format.bytes
    var (index, next) = (0, 0)
    func place(_ from: Int, _ to: Int) -> SourceSpan {
      format.place(SourceSpan(UInt32(truncatingIfNeeded: from), UInt32(truncatingIfNeeded: to))) ?? SourceSpan(at: 0)
    }
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%"), index + 1 < bytes.count else {
        let span = place(index, index + 1)
        result.append(bytes[index], at: span.start, span.end)
        index += 1
        continue
      }
      if bytes[index + 1] == UInt8(ascii: "%") {
        let span = place(index, index + 2)
        result.append(UInt8(ascii: "%"), at: span.start, span.end)
        index += 2
        continue
      }
      let end = TextResolver.conversionEnd(bytes, index + 1)
      let whole = place(index, end)
      index = end
      guard next < arguments.count else {
        result.append(
          BuiltText.Gap(offset: 0, content: .number, span: whole, wholeSpan: whole, isInterpolation: false))
        continue
      }
      let argument = arguments[next]
      next += 1
      if let text = text(argument, of: file), text.gaps.isEmpty {
        result.append(text.string, for: whole)
      } else {
        let isObject = bytes[end - 1] == UInt8(ascii: "@") || bytes[end - 1] == UInt8(ascii: "s")
        result.append(
          BuiltText.Gap(
            offset: 0, content: isObject ? content(argument, of: file) : .number, span: file.span(argument),
            wholeSpan: whole, isInterpolation: false))
      }
    }
    return result
  }

  /// The end of a conversion such as `%1$@` or `%-5.2lf`, from after the `%`.
  private static func conversionEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "$"), UInt8(ascii: "l"), UInt8(ascii: "h"), UInt8(ascii: "q"), UInt8(ascii: "z"),
        UInt8(ascii: "t"):
        index += 1
      default: return index + 1
      }
    }
    return max(start, index)
  }

  // MARK: unknown values

  private static let numbers: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
    "CGFloat",
    "Bool", "UUID", "Date", "TimeInterval", "Decimal", "NSInteger", "NSUInteger", "int", "long", "float", "double",
    "BOOL",
    "int32_t", "int64_t", "uint32_t", "uint64_t", "unsigned", "NSTimeInterval", "NSNumber", "NSDate", "NSUUID",
  ]
  private static let textless: Set<String> = [
    "count", "rawValue", "uuidString", "UUIDString", "hashValue", "timeIntervalSince1970",
    "timeIntervalSinceReferenceDate",
    "intValue", "integerValue", "doubleValue", "boolValue", "int64Value", "length",
  ]

  /// What kind of text an unknown expression can give.
  private func content(_ range: Range<Int>, of file: CodeFile) -> BuiltText.Gap.Content {
    guard let first = range.first else { return .number }
    let last = range.upperBound - 1
    if file.kind(first) == .number { return .number }
    if file.isWord(first), TextResolver.numbers.contains(file.text(first)), file.kind(first + 1) == .open {
      return .number
    }
    if file.isWord(last), range.count > 1, TextResolver.textless.contains(file.text(last)) { return .number }
    // `Keys.name`: a constant of a type in another file. `NSStringFromClass([X class])` and `String(describing: X.self)`
    // name a type.
    if range.allSatisfy({ file.isWord($0) || file.holds($0, ".") }) {
      let name = file.text(first)
      if name.first?.isUppercase == true || (name.first == "k" && name.dropFirst().first?.isUppercase == true) {
        return .constant
      }
      if range.count == 1 || (range.count == 3 && name == "self"),
        let type = constants.definition(of: file.text(last), owner: nil, at: file.tokens[first].start)?.type,
        TextResolver.numbers.contains(type)
      {
        return .number
      }
    }
    if file.holds(first, "NSStringFromSelector") || file.holds(first, "NSStringFromClass")
      || file.holds(first, "#keyPath")
    {
      return .constant
    }
    if file.holds(first, "String"), file.holds(first + 2, "describing") { return .constant }
    return .unknown
  }
}
