import CDQIR

/// The reader of a closure of Swift, which writes its condition in the language: `$0.email?.hasSuffix("x") ?? false` becomes
/// `email ENDSWITH "x"`.
///
/// What it cannot translate is an error that names the part: a translation never omits one.
struct SwiftCondition {
  /// A part that has no translation, in a sentence about it.
  struct Unread: Error {
    var help: String
  }

  /// An element whose properties a closure reads.
  struct Element {
    var names: [String]
    /// What the language writes before its properties.
    var prefix: String
    /// nil if the schema does not tell.
    var entity: String?
  }

  let schema: Schema?
  private let tokens: [SwiftToken]
  var position = 0
  private var depth = 0
  private(set) var elements: [Element]
  /// Names that `let` has given to expressions.
  private var locals: [String: SwiftOperand] = [:]

  /// The condition of a closure, without its braces.
  ///
  /// - Parameter names: The names of the closure's element besides those that the closure gives itself.
  static func text(_ closure: String, of entity: String?, _ schema: Schema?) throws(Unread) -> String {
    var reader = SwiftCondition(SwiftToken.tokens(of: closure), entity, schema)
    reader.readNames()
    let condition = try reader.block()
    guard reader.position == reader.tokens.count else { throw reader.unread() }
    switch condition.form {
    case .condition, .path: return condition.text
    case .bool(let value): return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    default: throw Unread(help: "'\(condition.text)' is a value and no condition")
    }
  }

  private init(_ tokens: [SwiftToken], _ entity: String?, _ schema: Schema?) {
    (self.tokens, self.schema) = (tokens, schema)
    elements = [Element(names: ["$0", "it", "_1"], prefix: "", entity: entity)]
  }

  // MARK: Tokens

  func text(at position: Int) -> String? { tokens.indices.contains(position) ? tokens[position].text : nil }

  var token: SwiftToken? { position < tokens.count ? tokens[position] : nil }

  func isNext(_ text: String, at offset: Int = 0) -> Bool {
    position + offset < tokens.count && tokens[position + offset].kind != .string && tokens[position + offset].text == text
  }

  mutating func take(_ text: String) -> Bool {
    guard isNext(text) else { return false }
    position += 1
    return true
  }

  mutating func expect(_ text: String) throws(Unread) { if !take(text) { throw unread() } }

  mutating func word() throws(Unread) -> String {
    guard let token, token.kind == .word else { throw unread() }
    position += 1
    return token.text
  }

  /// The error about what comes next.
  func unread() -> Unread {
    let rest = tokens.dropFirst(position).prefix(3).map(\.text).joined()
    return Unread(help: rest.isEmpty ? "the text ends too early" : "'\(rest)' has no counterpart in a condition")
  }

  func unread(method name: String) -> Unread { Unread(help: "'.\(name)' has no counterpart in a condition") }

  // MARK: Statements

  /// `city in`, `(city: City) in`
  private mutating func readNames() {
    let start = position
    var names: [String] = []
    let hasParentheses = take("(")
    while let token, token.kind == .word, token.text != "in" {
      position += 1
      names.append(token.text)
      if take(":"), let type = self.token, type.kind == .word {
        position += 1
        elements[elements.count - 1].entity = schema?.entity(named: type.text)?.name ?? elements[elements.count - 1].entity
      }
      if !take(",") { break }
    }
    if hasParentheses { _ = take(")") }
    guard take("in"), !names.isEmpty else {
      position = start
      return
    }
    elements[elements.count - 1].names = names
  }

  /// The value of statements: `let`, `if`, `guard` and one expression.
  private mutating func block() throws(Unread) -> SwiftOperand {
    depth += 1
    defer { depth -= 1 }
    // Each level of a text needs stack.
    guard depth < 16 else { throw Unread(help: "the closure is nested too deeply") }
    if take("return") { return try expression() }
    if isNext("let") || isNext("var"), isNext("=", at: 2) {
      position += 1
      let name = try word()
      position += 1
      locals[name] = try expression()
      return try block()
    }
    if take("guard") {
      let condition = try bindings()
      try expect("else")
      let otherwise = try braces()
      return SwiftCondition.choice(condition, try block(), otherwise)
    }
    if take("if") {
      let condition = try bindings()
      let then = try braces()
      let otherwise: SwiftOperand
      if take("else") {
        otherwise = isNext("if") ? try block() : try braces()
      } else {
        otherwise = try block()
      }
      return SwiftCondition.choice(condition, then, otherwise)
    }
    return try expression()
  }

  private mutating func braces() throws(Unread) -> SwiftOperand {
    try expect("{")
    let result = try block()
    try expect("}")
    return result
  }

  /// `let email = $0.email, email.count > 3`
  private mutating func bindings() throws(Unread) -> SwiftOperand {
    var result: SwiftOperand?
    repeat {
      var condition: SwiftOperand
      if take("let") || take("var") {
        let name = try word()
        let value = take("=") ? try expression() : locals[name]
        guard let value, value.isPath else { throw Unread(help: "'let \(name)' has no counterpart in a condition") }
        locals[name] = value
        condition = .condition("\(value.text) != nil", opposite: "\(value.text) == nil")
      } else {
        condition = try expression()
      }
      result = result.map { $0.joined("&&", condition) } ?? condition
    } while take(",")
    guard let result else { throw unread() }
    return result
  }

  /// The condition that one of two holds, as a third one decides.
  static func choice(_ condition: SwiftOperand, _ then: SwiftOperand, _ otherwise: SwiftOperand) -> SwiftOperand {
    if otherwise.bool != nil || then.bool != nil {
      if otherwise.bool == false { return condition.joined("&&", then) }
      if otherwise.bool == true { return condition.negated.joined("||", then) }
      return then.bool == true
        ? condition.joined("||", otherwise) : condition.negated.joined("&&", otherwise)
    }
    if then.isCondition || otherwise.isCondition {
      return condition.joined("&&", then).joined("||", condition.negated.joined("&&", otherwise))
    }
    return SwiftOperand(text: "TERNARY(\(condition.text), \(then.text), \(otherwise.text))")
  }

  // MARK: Operators

  mutating func expression() throws(Unread) -> SwiftOperand {
    depth += 1
    defer { depth -= 1 }
    guard depth < 16 else { throw Unread(help: "the closure is nested too deeply") }
    let condition = try connective("||")
    guard take("?") else { return condition }
    let then = try expression()
    try expect(":")
    return SwiftCondition.choice(condition, then, try expression())
  }

  private mutating func connective(_ sign: String) throws(Unread) -> SwiftOperand {
    var result = sign == "||" ? try connective("&&") : try comparison()
    while take(sign) {
      result = result.joined(sign, sign == "||" ? try connective("&&") : try comparison())
    }
    return result
  }

  private mutating func comparison() throws(Unread) -> SwiftOperand {
    let left = try alternative()
    for sign in ["==", "!=", "<=", ">=", "<", ">", "~="] where take(sign) {
      return try compared(left, sign, try alternative())
    }
    if isNext("is") || isNext("as") { throw unread() }
    return left
  }

  private mutating func alternative() throws(Unread) -> SwiftOperand {
    let left = try range()
    guard take("??") else { return left }
    let right = try alternative()
    guard let value = right.bool else {
      return SwiftOperand(text: "TERNARY(\(left.text) != nil, \(left.text), \(right.text))")
    }
    let condition = left.isPath ? .condition("\(left.text) == true") : left
    if !value { return condition }
    guard let optional = left.isPath ? left.text : left.optional else { return left }
    return SwiftOperand.condition("\(optional) == nil").joined("||", condition)
  }

  private mutating func range() throws(Unread) -> SwiftOperand {
    let low = try sum()
    for sign in ["...", "..<"] where take(sign) {
      let high = try sum()
      return SwiftOperand(text: "", form: .range(low: low.text, high: high.text, isClosed: sign == "..."))
    }
    return low
  }

  private mutating func sum() throws(Unread) -> SwiftOperand {
    var result = try product()
    while isNext("+") || isNext("-") {
      let sign = isNext("+") ? 1.0 : -1
      position += 1
      let right = try product()
      if let left = result.number, let right = right.number {
        result = SwiftCondition.number(left + sign * right)
      } else if result.isDate, let seconds = right.number {
        result = SwiftOperand(text: "\(result.text) \(SwiftOperand.duration(sign * seconds))", rank: .sum, form: .date)
      } else {
        result = SwiftOperand(
          text: "\(result.text(in: .sum)) \(sign > 0 ? "+" : "-") \(right.text(in: .product))", rank: .sum)
      }
    }
    return result
  }

  private mutating func product() throws(Unread) -> SwiftOperand {
    var result = try prefixed()
    while let sign = ["*", "/", "%"].first(where: { isNext($0) }) {
      position += 1
      let right = try prefixed()
      if sign == "*", let left = result.number, let right = right.number {
        result = SwiftCondition.number(left * right)
      } else {
        result = SwiftOperand(text: "\(result.text(in: .product)) \(sign) \(right.text(in: .primary))", rank: .product)
      }
    }
    return result
  }

  static func number(_ value: Double) -> SwiftOperand {
    let isWhole = value.rounded() == value && abs(value) < 1e15
    return SwiftOperand(text: isWhole ? String(Int(value)) : String(value), form: .number(value))
  }

  private mutating func prefixed() throws(Unread) -> SwiftOperand {
    depth += 1
    defer { depth -= 1 }
    guard depth < 16 else { throw Unread(help: "the closure is nested too deeply") }
    if take("!") { return try prefixed().negated }
    if take("-") {
      let value = try prefixed()
      return value.number.map { SwiftCondition.number(-$0) } ?? SwiftOperand(text: "-" + value.text(in: .primary))
    }
    return try members(of: primary())
  }

  // MARK: Names

  private mutating func primary() throws(Unread) -> SwiftOperand {
    guard let token else { throw unread() }
    position += 1
    switch token.kind {
    case .number:
      let digits = token.text.filter { $0 != "_" }
      guard let value = Double(digits) else { throw Unread(help: "'\(token.text)' is no number") }
      return SwiftOperand(text: digits, form: .number(value))
    case .string:
      guard !token.text.contains("\\(") else {
        throw Unread(help: "a text has no '\\(…)': write a parameter, $value")
      }
      return SwiftOperand(text: token.text)
    case .sign: return try bracketed(token.text)
    case .word: return try named(token.text)
    }
  }

  private mutating func bracketed(_ sign: String) throws(Unread) -> SwiftOperand {
    switch sign {
    case "(":
      let inner = try expression()
      try expect(")")
      return inner
    case "[":
      var items: [String] = []
      while !isNext("]") {
        items.append(try expression().text)
        if !take(",") { break }
      }
      try expect("]")
      return SwiftOperand(text: "{\(items.joined(separator: ", "))}", form: .list)
    case ".":
      let name = try word()
      return name == "now" ? SwiftOperand(text: "now()", form: .date) : SwiftOperand(text: "." + name)
    case "\\":
      // `\.isCapital`, `\City.isCapital`
      if let token, token.kind == .word { position += 1 }
      return element(elements.count - 1)
    default:
      position -= 1
      throw unread()
    }
  }

  /// The element of a closure as the start of a path.
  func element(_ index: Int) -> SwiftOperand {
    SwiftOperand(text: elements[index].prefix, form: .path(nil, entity: elements[index].entity), key: "")
  }

  private mutating func named(_ name: String) throws(Unread) -> SwiftOperand {
    switch name {
    case "true", "false": return SwiftOperand(text: name, form: .bool(name == "true"))
    case "nil": return SwiftOperand(text: "nil", form: .null)
    case "Date": return try date()
    case "Calendar": return try calendar()
    case "abs" where isNext("("):
      return SwiftOperand(text: "abs(\(try bracketedArgument().text))")
    default: break
    }
    if let local = locals[name] { return local }
    if let index = elements.lastIndex(where: { $0.names.contains(name) }) {
      guard isNext(".") || isNext("?.") || isNext("!") else { throw Unread(help: "'\(name)' alone is no property") }
      return element(index)
    }
    if name.first?.isUppercase == true {
      // `Int64(5)`, `Status.done`
      if isNext("(") {
        let value = try bracketedArgument()
        guard value.number != nil else { throw Unread(help: "'\(name)(…)' has no counterpart in a condition") }
        return value
      }
      guard schema?.enumeration(named: name) != nil || isNext("."), take(".") else { throw unread() }
      return SwiftOperand(text: "." + (try word()))
    }
    // A variable of the program, and its last member as the name: `model.minimum`.
    var variable = name
    while isNext(".") || isNext("?.") || isNext("!"), position + 1 < tokens.count, !isNext("(", at: 2), !isNext("{", at: 2) {
      if take("!") { continue }
      position += 1
      let member = try word()
      if member == "isEmpty" {
        return .condition("$\(variable) == \"\"", opposite: "$\(variable) != \"\"")
      }
      if ["count", "first", "last"].contains(member) {
        throw Unread(help: "'\(variable).\(member)' is about no object: pass it as a parameter")
      }
      variable = member
    }
    if isNext("(") { throw Unread(help: "'\(variable)(…)' is no function of the language: pass its result as a parameter") }
    return SwiftOperand(text: "$" + variable)
  }

  mutating func bracketedArgument() throws(Unread) -> SwiftOperand {
    try expect("(")
    if let token, token.kind == .word, isNext(":", at: 1) { position += 2 }
    let value = try expression()
    try expect(")")
    return value
  }

  /// Reads the closure in braces that comes next, or the key path in parentheses, about an element of a collection.
  mutating func closure(about entity: String?) throws(Unread) -> (condition: SwiftOperand, variable: String) {
    let isArgument = take("(")
    if isArgument, let token, token.kind == .word, isNext(":", at: 1) { position += 2 }
    let variable = "$" + ["x", "y", "z"][min(2, elements.count - 1)]
    elements.append(Element(names: ["$0", "it"], prefix: variable + ".", entity: entity))
    defer { elements.removeLast() }
    let result: SwiftOperand
    if take("{") {
      readNames()
      result = try block()
      try expect("}")
    } else {
      result = try expression()
    }
    if isArgument { try expect(")") }
    return (result, variable)
  }
}
