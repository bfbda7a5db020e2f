import CDQCodegen
import CDQSyntax

/// Reads the closure of a `#Predicate`: the part of Swift that the macro accepts.
struct MacroReader {
  /// What the reader does not read, with its place.
  struct Unread: Error {
    var what: String
  }

  let file: CodeFile
  private var index: Int
  private let end: Int
  private var depth = 0
  private var nodes = 0
  /// The number of operands of `&&` and `||`.
  private(set) var conditions = 1
  /// The names of members that are read, and of methods that are called.
  private(set) var members: Set<String> = []
  private(set) var calls: Set<String> = []
  /// The names of parameters and of captured values.
  private(set) var names: Set<String> = []

  private static let nesting = 48
  private static let size = 2000

  init(_ file: CodeFile, body open: Int) {
    self.file = file
    let inside = file.inside(open)
    (index, end) = (inside.lowerBound, inside.upperBound)
  }

  /// The closure's parameters and statements.
  mutating func closure() throws(Unread) -> SwiftClosure {
    let names = parameters()
    let body = try statements(until: end)
    guard !body.isEmpty else { throw Unread(what: "an empty closure") }
    return SwiftClosure(parameters: names.isEmpty ? ["$0"] : names, result: .named("Bool"), body: body)
  }

  /// `town in`, `(town: Town) -> Bool in`; none when the closure uses `$0`.
  private mutating func parameters() -> [String] {
    var next = index
    var names: [String] = []
    if file.byte(next) == UInt8(ascii: "("), file.kind(next) == .open {
      for argument in file.arguments(next) {
        if let label = argument.label {
          names.append(file.text(label))
        } else if let first = argument.value.first {
          names.append(file.text(first))
        }
      }
      next = file.after(next)
    } else {
      while file.isWord(next), next < end {
        names.append(file.text(next))
        next += 1
        guard file.holds(next, ",") else { break }
        next += 1
      }
    }
    if file.holds(next, "->") { next = file.after(next + 1) }
    guard file.holds(next, "in"), next < end else { return [] }
    index = next + 1
    return names
  }

  private mutating func nested<Result>(_ body: (inout MacroReader) throws(Unread) -> Result) throws(Unread) -> Result {
    depth += 1
    nodes += 1
    defer { depth -= 1 }
    guard depth < MacroReader.nesting, nodes < MacroReader.size else { throw Unread(what: "a condition of this size") }
    return try body(&self)
  }

  private func at(_ sign: StaticString) -> Bool { index < end && file.holds(index, sign) }

  private func atOpen(_ byte: UInt8) -> Bool { index < end && file.kind(index) == .open && file.byte(index) == byte }

  /// The statements between braces whose `{` is at `open`.
  private mutating func block() throws(Unread) -> [SwiftStatement] {
    guard atOpen(UInt8(ascii: "{")) else { throw Unread(what: "'if' without braces") }
    let inside = file.inside(index)
    let after = file.after(index)
    index = inside.lowerBound
    let body = try statements(until: inside.upperBound)
    index = after
    return body
  }

  private mutating func statements(until last: Int) throws(Unread) -> [SwiftStatement] {
    var result: [SwiftStatement] = []
    while index < last {
      if at(";") {
        index += 1
      } else {
        result.append(try nested { (reader) throws(Unread) in try reader.statement() })
      }
    }
    guard result.count <= 1 else { throw Unread(what: "several statements") }
    return result
  }

  private mutating func statement() throws(Unread) -> SwiftStatement {
    if at("return") {
      index += 1
      return .return(try expression())
    }
    if at("if") { return try branch() }
    for word in ["let", "var", "guard", "switch", "for", "while", "do"] where file.text(index) == word {
      throw Unread(what: "'\(word)'")
    }
    return .expression(try expression())
  }

  private mutating func branch() throws(Unread) -> SwiftStatement {
    index += 1
    var tests: [SwiftCondition] = []
    while true {
      if at("let") || at("var") {
        guard file.isWord(index + 1) else { throw Unread(what: "a pattern") }
        let name = file.text(index + 1)
        index += 2
        if at(":") { throw Unread(what: "a typed binding") }
        if at("=") {
          index += 1
          tests.append(.unwrap(name, try expression(trailing: false)))
        } else {
          tests.append(.unwrap(name, .name(name)))
        }
      } else if at("case") {
        throw Unread(what: "'if case'")
      } else {
        tests.append(.holds(try expression(trailing: false)))
      }
      guard at(",") else { break }
      index += 1
    }
    let then = try block()
    guard at("else") else { throw Unread(what: "'if' without 'else'") }
    index += 1
    let otherwise = at("if") ? [try nested { (reader) throws(Unread) in try reader.branch() }] : try block()
    // Several conditions are one `if` in another.
    return tests.dropLast().reversed().reduce(.if([tests[tests.count - 1]], then: then, else: otherwise)) {
      .if([$1], then: [$0], else: otherwise)
    }
  }

  // MARK: expressions

  private static let levels: [[String]] = [
    ["||"], ["&&"], ["==", "!=", "<", ">", "<=", ">="], ["??"], ["as", "is"], ["...", "..<"], ["+", "-"],
    ["*", "/", "%"],
  ]

  private mutating func expression(trailing: Bool = true) throws(Unread) -> SwiftExpression {
    try nested { (reader) throws(Unread) in
      let test = try reader.binary(0, trailing)
      guard reader.at("?") else { return test }
      reader.index += 1
      let then = try reader.expression(trailing: trailing)
      guard reader.at(":") else { throw Unread(what: "'?'") }
      reader.index += 1
      return .ternary(test, then, try reader.expression(trailing: trailing))
    }
  }

  private mutating func binary(_ level: Int, _ trailing: Bool) throws(Unread) -> SwiftExpression {
    guard level < MacroReader.levels.count else { return try prefix(trailing) }
    var left = try binary(level + 1, trailing)
    var count = 0
    while index < end, MacroReader.levels[level].contains(file.text(index)) {
      let sign = file.text(index)
      count += 1
      nodes += 1
      guard count < MacroReader.nesting, nodes < MacroReader.size else {
        throw Unread(what: "a condition of this size")
      }
      if level < 2 { conditions += 1 }
      index += 1
      if sign == "as" || sign == "is" {
        var mark = sign
        if at("?") || at("!") {
          mark += file.text(index)
          index += 1
        }
        let type = file.text(index)
        index += 1
        while at("."), file.isWord(index + 1) { index += 2 }
        if mark == "as" { continue }
        left = .binary(left, mark, .name(type))
      } else if level == 3 {
        left = .binary(left, sign, try nested { (reader) throws(Unread) in try reader.binary(level, trailing) })
      } else {
        left = .binary(left, sign, try binary(level + 1, trailing))
      }
    }
    return left
  }

  private mutating func prefix(_ trailing: Bool) throws(Unread) -> SwiftExpression {
    if at("!") || at("-") {
      let sign = file.text(index)
      index += 1
      return .prefix(sign, try nested { (reader) throws(Unread) in try reader.prefix(trailing) })
    }
    return try nested { (reader) throws(Unread) in try reader.postfix(try reader.primary(), trailing) }
  }

  private mutating func primary() throws(Unread) -> SwiftExpression {
    guard index < end else { throw Unread(what: "an incomplete expression") }
    switch file.kind(index) {
    case .number:
      let text = file.text(index).replacing("_", with: "")
      index += 1
      return Int64(text).map { .integer($0) } ?? Double(text).map { .double($0) } ?? .name("number")
    case .string:
      let text = SourceLiteralReader.read(file, index)
      index += 1
      return text.gaps.isEmpty ? .string(text.string) : .name("text")
    case .word:
      let name = file.text(index)
      if ["if", "switch", "try", "await"].contains(name) { throw Unread(what: "'\(name)' as a value") }
      index += 1
      switch name {
      case "true": return .boolean(true)
      case "false": return .boolean(false)
      case "nil": return .null
      default:
        names.insert(name)
        return .name(name)
      }
    case .mark where file.holds(index, "."):
      guard file.isWord(index + 1) else { throw Unread(what: "'.'") }
      index += 2
      return .implicitMember(file.text(index - 1))
    case .open where file.byte(index) == UInt8(ascii: "("):
      let after = file.after(index)
      let elements = try list()
      index = after
      return .tuple(elements)
    case .open where file.byte(index) == UInt8(ascii: "["):
      let after = file.after(index)
      let elements = try list()
      index = after
      return .array(elements.map(\.value))
    case .hash, .at, .mark, .open, .close, nil: throw Unread(what: "'\(file.text(index))'")
    }
  }

  /// The elements between the bracket at `index` and its partner.
  private mutating func list() throws(Unread) -> [SwiftArgument] {
    let inside = file.inside(index)
    var result: [SwiftArgument] = []
    for range in file.elements(inside) {
      index = range.lowerBound
      var label: String?
      if file.isWord(index), file.holds(index + 1, ":") {
        label = file.text(index)
        index += 2
      }
      let value = try expression()
      guard index == range.upperBound else { throw Unread(what: "'\(file.text(index))'") }
      result.append(SwiftArgument(label, value))
    }
    return result
  }

  private mutating func postfix(_ base: SwiftExpression, _ trailing: Bool) throws(Unread) -> SwiftExpression {
    var result = base
    var count = 0
    while index < end {
      count += 1
      guard count < MacroReader.nesting else { throw Unread(what: "a condition of this size") }
      if at("."), file.isWord(index + 1) {
        result = .member(result, member())
      } else if at("?"), file.holds(index + 1, "."), file.isWord(index + 2) {
        index += 1
        result = .optionalMember(result, member())
      } else if at("!") {
        index += 1
        result = .forced(result)
      } else if atOpen(UInt8(ascii: "(")), isOnLine {
        let after = file.after(index)
        var arguments = try list()
        index = after
        if trailing, atOpen(UInt8(ascii: "{")) { arguments.append(SwiftArgument(try innerClosure())) }
        note(result)
        result = .call(result, arguments)
      } else if trailing, atOpen(UInt8(ascii: "{")), case .member = result {
        let closure = try innerClosure()
        note(result)
        result = .call(result, [SwiftArgument(closure)])
      } else if atOpen(UInt8(ascii: "[")), isOnLine {
        let after = file.after(index)
        let arguments = try list()
        index = after
        guard let first = arguments.first else { throw Unread(what: "'[]'") }
        result = .subscript(result, first.value)
      } else {
        break
      }
    }
    return result
  }

  /// Whether the bracket at `index` follows the token before it directly.
  private var isOnLine: Bool { index > 0 && file.tokens[index - 1].end == file.tokens[index].start }

  private mutating func member() -> String {
    let name = file.text(index + 1)
    members.insert(name)
    index += 2
    return name
  }

  private mutating func note(_ callee: SwiftExpression) {
    switch callee {
    case .member(_, let name), .optionalMember(_, let name), .name(let name): calls.insert(name)
    default: break
    }
  }

  private mutating func innerClosure() throws(Unread) -> SwiftExpression {
    let after = file.after(index)
    var inner = MacroReader(file, body: index)
    (inner.depth, inner.nodes) = (depth + 1, nodes)
    let closure = try inner.closure()
    nodes = inner.nodes
    conditions += inner.conditions - 1
    members.formUnion(inner.members)
    calls.formUnion(inner.calls)
    names.formUnion(inner.names)
    index = after
    return .closure(closure)
  }
}
