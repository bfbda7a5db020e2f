import CDQIR

/// Properties and methods of Swift in a condition, with what the language has for them.
extension SwiftCondition {
  /// Reads what follows a value after dots.
  mutating func members(of start: SwiftOperand) throws(Unread) -> SwiftOperand {
    var result = start
    var optional: String?
    while let token {
      if token.text == "!", !token.hasSpace {
        _ = take("!")
        continue
      }
      guard token.kind == .sign, token.text == "." || token.text == "?." else { break }
      if token.text == "?." { optional = result.text }
      _ = take(token.text)
      let name = try word()
      let isCall = isNext("(") || (isNext("{") && SwiftCondition.closures.contains(name))
      result = isCall ? try call(name, on: result) : try property(name, of: result)
      if result.isCondition { result.optional = optional }
    }
    if case .range = result.form { return result }
    if case .path(nil, _) = result.form, result.key == "" { throw unread() }
    return result
  }

  /// Methods that take a closure.
  private static let closures: Set<String> = ["contains", "allSatisfy", "filter", "first", "map", "reduce", "min", "max"]

  // MARK: Properties

  private func property(_ name: String, of value: SwiftOperand) throws(Unread) -> SwiftOperand {
    switch value.form {
    case .path(let property, let entity):
      if value.collection != nil { return try member(name, ofCollection: value.text) }
      if let found = SwiftCondition.memberOfAttribute(name, property, value.text) { return found }
      // Nothing else follows the value of an attribute.
      if case .attribute(let attribute)? = property,
        attribute.type == .string || attribute.type == .date || attribute.type == .bool || attribute.type.isNumeric
      {
        throw unread(method: name)
      }
      return try step(name, from: value, entity)
    case .elements: return try member(name, ofCollection: value.text)
    case .mapped(let collection, _): return try member(name, ofCollection: collection)
    case .date where name == "now": return value
    default: throw unread(method: name)
    }
  }

  private func member(_ name: String, ofCollection text: String) throws(Unread) -> SwiftOperand {
    switch name {
    case "count": return SwiftOperand(text: text + ".@count")
    case "isEmpty": return .condition("\(text).@count == 0", opposite: "\(text).@count > 0")
    case "first" where text.hasPrefix("SUBQUERY"): return SwiftOperand(text: text, form: .elements)
    default: throw unread(method: name)
    }
  }

  private static func memberOfAttribute(_ name: String, _ property: Property?, _ text: String) -> SwiftOperand? {
    guard case .attribute(let attribute)? = property else { return nil }
    switch (name, attribute.type) {
    case ("count", .string): return SwiftOperand(text: text + ".length")
    case ("isEmpty", .string): return .condition("\(text) == \"\"", opposite: "\(text) != \"\"")
    case ("localizedLowercase", .string): return SwiftOperand(text: "lowercase(\(text))")
    case ("localizedUppercase", .string): return SwiftOperand(text: "uppercase(\(text))")
    case ("rawValue", .enumeration): return SwiftOperand(text: text, form: .path(property, entity: nil))
    default: return nil
    }
  }

  /// The path one property further.
  private func step(_ name: String, from value: SwiftOperand, _ entity: String?) throws(Unread) -> SwiftOperand {
    var property: Property?
    if let schema, let entity {
      property = schema.property(named: name, of: entity)
      guard property != nil else {
        let names = schema.allProperties(of: entity).prefix(8).map(\.name).joined(separator: ", ")
        throw Unread(help: "'\(entity)' has no property '\(name)'; it has \(names)")
      }
    }
    let isStart = value.key?.isEmpty ?? true
    let destination: String? = if case .relationship(let relationship)? = property { relationship.destination } else { nil }
    return SwiftOperand(
      text: isStart ? value.text + name : "\(value.text).\(name)", form: .path(property, entity: destination),
      key: isStart ? name : value.key.map { "\($0).\(name)" })
  }

  // MARK: Methods

  /// The operators of texts that methods are.
  private static let operators = [
    "contains": "CONTAINS", "hasPrefix": "BEGINSWITH", "hasSuffix": "ENDSWITH", "starts": "BEGINSWITH",
    "localizedStandardContains": "CONTAINS[cd]", "localizedCaseInsensitiveContains": "CONTAINS[c]",
    "localizedContains": "CONTAINS",
  ]

  /// Comparisons whose result is `.orderedSame`, with the options that they imply.
  private static let comparisons = [
    "caseInsensitiveCompare": "[c]", "localizedCaseInsensitiveCompare": "[c]", "compare": "", "localizedCompare": "",
  ]

  private static let functions = [
    "lowercased": "lowercase", "uppercased": "uppercase", "trimmingCharacters": "trimmed",
  ]

  private mutating func call(_ name: String, on value: SwiftOperand) throws(Unread) -> SwiftOperand {
    switch value.form {
    case .range(let low, let high, let isClosed):
      guard name == "contains" else { throw unread(method: name) }
      return SwiftCondition.within(try bracketedArgument(), low, high, isClosed)
    case .list:
      guard name == "contains", isNext("(") else { throw unread(method: name) }
      return SwiftCondition.member(try bracketedArgument(), of: value.text)
    case .elements, .mapped: return try aggregate(name, value)
    case .path where value.collection != nil: return try aggregate(name, value)
    default: break
    }
    if name == "contains", value.text.hasPrefix("$"), !value.isPath {
      // A variable of the program that holds several values.
      return SwiftCondition.member(try bracketedArgument(), of: value.text)
    }
    if name == "addingTimeInterval", value.isDate {
      guard let seconds = try bracketedArgument().number else { throw unread(method: name) }
      return SwiftOperand(text: "\(value.text) \(SwiftOperand.duration(seconds))", rank: .sum, form: .date)
    }
    if let operation = SwiftCondition.operators[name] {
      let right = try bracketedArgument()
      var condition = SwiftOperand.condition("\(value.text(in: .sum)) \(operation) \(right.text(in: .sum))")
      if let key = value.key, !right.isPath {
        condition.simple = .init(key: key, rest: "\(operation) \(right.text(in: .sum))")
      }
      return condition
    }
    if var options = SwiftCondition.comparisons[name] {
      try expect("(")
      let right = try expression()
      while take(",") {
        guard take("options"), take(":") else { throw unread() }
        options = "[\(try optionLetters())]"
      }
      try expect(")")
      return SwiftOperand(text: "", form: .order(left: value.text, right: right.text, options: options))
    }
    if name == "range", isNext("of", at: 1) { return try search(value) }
    if name == "prefix" || name == "suffix", isNext("(") {
      return SwiftOperand(text: "\(name)(\(value.text), \(try bracketedArgument().text))", key: nil)
    }
    if let function = SwiftCondition.functions[name] {
      try skipArguments()
      return SwiftOperand(text: "\(function)(\(value.text))", key: nil)
    }
    throw unread(method: name)
  }

  /// `.caseInsensitive`, `[.caseInsensitive, .diacriticInsensitive]`
  private mutating func optionLetters() throws(Unread) -> String {
    var letters = ""
    let isList = take("[")
    repeat {
      try expect(".")
      switch try word() {
      case "caseInsensitive": letters += "c"
      case "diacriticInsensitive": letters += "d"
      default:
        position -= 1
        throw unread()
      }
    } while isList && take(",")
    if isList { try expect("]") }
    return letters
  }

  /// `range(of: "x", options: .caseInsensitive)`, which is compared with nil.
  private mutating func search(_ value: SwiftOperand) throws(Unread) -> SwiftOperand {
    try expect("(")
    _ = take("of")
    try expect(":")
    let text = try expression()
    var options = ""
    while take(",") {
      guard take("options"), take(":") else { throw unread() }
      options = "[\(try optionLetters())]"
    }
    try expect(")")
    return .condition("\(value.text) CONTAINS\(options) \(text.text)")
  }

  /// Skips the parentheses after a method whose arguments change nothing.
  private mutating func skipArguments() throws(Unread) {
    try expect("(")
    var depth = 1
    while depth > 0 {
      guard let token else { throw unread() }
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      position += 1
    }
  }

  static func within(_ value: SwiftOperand, _ low: String, _ high: String, _ isClosed: Bool) -> SwiftOperand {
    guard isClosed else {
      return .condition("\(value.text) >= \(low) && \(value.text) < \(high)", .and)
    }
    var condition = SwiftOperand.condition("\(value.text(in: .sum)) BETWEEN {\(low), \(high)}")
    condition.simple = value.key.map { .init(key: $0, rest: "BETWEEN {\(low), \(high)}") }
    return condition
  }

  private static func member(_ value: SwiftOperand, of list: String) -> SwiftOperand {
    var condition = SwiftOperand.condition("\(value.text(in: .sum)) IN \(list)")
    condition.simple = value.key.map { .init(key: $0, rest: "IN \(list)") }
    return condition
  }

  // MARK: Collections

  /// A method of a collection.
  private mutating func aggregate(_ name: String, _ value: SwiftOperand) throws(Unread) -> SwiftOperand {
    if case .mapped(let collection, let key) = value.form { return try aggregate(name, of: key, in: collection) }
    let isPath = value.isPath
    guard isPath else { throw unread(method: name) }
    let start = position
    switch name {
    case "contains", "first":
      guard isNext("{") || isNext("where", at: 1) else { throw unread(method: name) }
      let (condition, variable) = try closure(about: value.collection)
      if name == "first" { return elements(value, variable, condition) }
      if let simple = SwiftCondition.simple(condition) {
        return .condition("ANY \(value.text).\(simple.key) \(simple.rest)")
      }
      let text = "\(elements(value, variable, condition).text).@count"
      return .condition("\(text) > 0", opposite: "\(text) == 0")
    case "allSatisfy":
      let (condition, variable) = try closure(about: value.collection)
      if let simple = SwiftCondition.simple(condition) {
        return .condition("ALL \(value.text).\(simple.key) \(simple.rest)")
      }
      let text = "\(elements(value, variable, condition.negated).text).@count"
      return .condition("\(text) == 0", opposite: "\(text) > 0")
    case "filter":
      let (condition, variable) = try closure(about: value.collection)
      return elements(value, variable, condition)
    case "map":
      let (body, _) = try closure(about: value.collection)
      guard let key = body.key, !key.isEmpty else { throw unread(method: name) }
      return SwiftOperand(text: "", form: .mapped(collection: value.text, key: key))
    case "reduce":
      // `reduce(0) { $0 + $1.total }`
      let words = tokens(6...10, from: start)
      guard words.count == 5, tokens(0...5, from: start).joined() == "(0){$0+", words[0...1].joined() == "$1.", words[3] == "}"
      else { throw unread(method: name) }
      position = start + 10
      return SwiftOperand(text: "\(value.text).@sum.\(words[2])")
    default: throw unread(method: name)
    }
  }

  private func elements(_ value: SwiftOperand, _ variable: String, _ condition: SwiftOperand) -> SwiftOperand {
    SwiftOperand(text: "SUBQUERY(\(value.text), \(variable), \(condition.text))", form: .elements)
  }

  private static func simple(_ condition: SwiftOperand) -> SwiftOperand.Simple? {
    if condition.isPath, let key = condition.key { return .init(key: key, rest: "== TRUE") }
    return condition.simple
  }

  private mutating func aggregate(_ name: String, of key: String, in collection: String) throws(Unread) -> SwiftOperand {
    switch name {
    case "max", "min", "sum":
      try skipArguments()
      return SwiftOperand(text: "\(collection).@\(name).\(key)")
    case "reduce":
      guard tokens(0...4, from: position).joined() == "(0,+)" else { throw unread(method: name) }
      try skipArguments()
      return SwiftOperand(text: "\(collection).@sum.\(key)")
    case "contains" where isNext("("): return .condition("ANY \(collection).\(key) == \(try bracketedArgument().text)")
    default: throw unread(method: name)
    }
  }
}
