import CDQIR
import CDQSQL
import CDQSemantics

/// Writes the bodies of the functions of a query: the text of its statement with the arguments, and its run.
struct StatementBody {
  let signature: QuerySignature
  let types: SwiftTypeNames
  let dialect: SQLDialect
  let statement: SQLQuery
  /// The statements for shapes.
  let levels: StatementLevels
  /// The function that gives the statement.
  private let function: SwiftExpression
  private let text: String
  private let now: String
  private let arguments: String
  private let parts: String
  private let words: [String]
  /// The names of the text, the arguments and the statement of each shape.
  private let locals: [(text: String, arguments: String, statement: String)]

  init(
    signature: QuerySignature, types: SwiftTypeNames, dialect: SQLDialect, statement: SQLQuery, levels: StatementLevels,
    function: SwiftExpression
  ) {
    self.function = function
    self.signature = signature
    self.types = types
    self.dialect = dialect
    self.statement = statement
    var names = signature.names
    text = names.unique("text")
    now = names.unique("now")
    arguments = names.unique("arguments")
    parts = names.unique("parts")
    self.levels = levels
    locals = levels.levels.map { level in
      let name = SwiftNames.lowerFirst(level.shape.name)
      return (names.unique(name + "Text"), names.unique(name + "Arguments"), names.unique(name + "Statement"))
    }
    words = SQLLayout.words(in: ([statement] + levels.levels.map(\.statement)).map(\.statement.text).joined())
  }

  private var query: QueryIR { signature.query.ir }

  private var usesNow: Bool {
    (statement.bindings + levels.levels.flatMap(\.statement.bindings)).contains { binding in
      if case .computed(.now, _) = binding { true } else { false }
    }
  }

  /// Whether the body has types of Foundation.
  var needsFoundation: Bool { usesNow }

  // MARK: the statement

  /// The statements that give the `SelectStatement`; `read` makes the value of a row. Without it they give the
  /// `DeleteStatement`.
  func statements(read: SwiftExpression?) -> [SwiftStatement] {
    var result: [SwiftStatement] = []
    var call = add(statement, text, arguments, to: &result)
    for (level, local) in zip(levels.levels, locals) {
      var related = add(level.statement, local.text, local.arguments, to: &result, isFirst: false)
      if level.keyCount != 1 { related.append(SwiftArgument("key", .integer(Int64(level.keyCount)))) }
      let closure = StatementLevels.closure(level.type, hasShapes: !level.shapes.isEmpty, types)
      let made = SwiftExpression.call(
        .name(types.runtime("RelatedStatement")), related + [SwiftArgument("read", closure)])
      result.append(.let(local.statement, nil, .attempt(made)))
    }
    if !locals.isEmpty { call.append(SwiftArgument("related", .array(locals.map { .name($0.statement) }))) }
    call.append(read.map { SwiftArgument("read", $0) } ?? SwiftArgument("of", .string(query.entity)))
    result.append(.return(.attempt(.call(.name(types.runtime(read == nil ? "DeleteStatement" : "SelectStatement")), call))))
    return result
  }

  /// Adds the text of a statement and its arguments, and returns what its initializer takes of them.
  ///
  /// - Parameter isFirst: Whether the locals that all statements share are added, too.
  private func add(
    _ statement: SQLQuery, _ text: String, _ arguments: String, to result: inout [SwiftStatement], isFirst: Bool = true
  ) -> [SwiftArgument] {
    result.append(.let(text, nil, .lines(SQLLayout.lines(statement.statement.text, width: StatementBody.width))))
    if isFirst, usesNow { result.append(.let(now, nil, .call(types.foundation("Date")))) }
    var call = [SwiftArgument(.implicitMember(dialect.name.rawValue)), SwiftArgument(.name(text))]
    if !statement.bindings.isEmpty {
      let type = SwiftType.array(.named(types.runtime("SQLArgument")))
      result.append(.let(arguments, type, .array(statement.bindings.map(argument))))
      call.append(SwiftArgument(.name(arguments)))
    }
    if words.isEmpty { return call }
    if isFirst { result.append(.let(parts, .array(.named(types.runtime("SQLPart"))), .array(words.map(part)))) }
    return call + [SwiftArgument("parts", .name(parts))]
  }

  /// The length of a line of SQL, which is indented in the file.
  private static let width = 100

  private func make(_ name: String, _ arguments: SwiftArgument...) -> SwiftExpression {
    .call(.implicitMember(name), arguments)
  }

  private func argument(_ binding: SQLBinding) -> SwiftExpression {
    switch binding {
    case .datum(.null): return .implicitMember("null")
    case .datum(.int(let number)): return make("int", SwiftArgument(.integer(number)))
    case .datum(.real(let number)): return make("real", SwiftArgument(.double(number)))
    case .datum(.text(let text)): return make("text", SwiftArgument(.string(text)))
    case .datum(.blob(let data)): return make("blob", SwiftArgument(.array(data.map { .integer(Int64($0)) })))
    case .computed(let source, let form): return computed(source, form)
    }
  }

  private func computed(_ source: SQLBinding.Source, _ form: SQLBinding.Form) -> SwiftExpression {
    let value = SwiftArgument(value(source))
    func letters(_ letters: String) -> SwiftArgument { SwiftArgument(.string(letters)) }
    switch form {
    case .value: return isKey(source) ? make("recordNumber", value) : make("value", value)
    case .stored: return make("stored", value)
    case .folded(let options): return make("folded", value, letters(options))
    case .spellings: return make("spellings", value)
    case .beginning(let index): return make("beginning", value, SwiftArgument(.integer(Int64(index))))
    case .beginningEnd(let index): return make("beginningEnd", value, SwiftArgument(.integer(Int64(index))))
    case .prefixEnd(let options): return make("prefixEnd", value, letters(options))
    case .pattern(let word): return make("pattern", value, letters(word))
    case .instant(let rounding): return make("instant", value, SwiftArgument(.implicitMember(rounding.rawValue)))
    case .list(""): return make("list", value)
    case .list(let options): return make("list", value, letters(options))
    case .recordNumber: return make("recordNumber", value)
    case .keyPart(let index, let count, let type):
      return make(
        "keyPart", value, SwiftArgument(.integer(Int64(index))), SwiftArgument("of", .integer(Int64(count))),
        SwiftArgument(.implicitMember(type.caseName)))
    case .limit(let most):
      let name = SwiftArgument("name", .string(name(source)))
      guard let most else { return make("limit", value, name) }
      return make("limit", value, SwiftArgument("most", .integer(Int64(most))), name)
    case .offset: return make("offset", value, SwiftArgument("name", .string(name(source))))
    }
  }

  private func name(_ source: SQLBinding.Source) -> String {
    if case .parameter(let index) = source { query.parameters[index].name } else { "" }
  }

  /// Whether the argument is an `ObjectKey`.
  private func isKey(_ source: SQLBinding.Source) -> Bool {
    guard case .parameter(let index) = source, case .object(let entity) = query.parameters[index].type.base else { return false }
    return types.identityAttribute(of: entity) == nil
  }

  /// The argument as a value of a Swift type that columns have.
  private func value(_ source: SQLBinding.Source) -> SwiftExpression {
    switch source {
    case .literal(let text): return .string(text)
    case .now: return .name(now)
    case .parameter(let index):
      let local = SwiftExpression.name(signature.parameterNames[index])
      let parameter = query.parameters[index]
      func member(_ name: String) -> SwiftExpression {
        parameter.mayBeNil ? .optionalMember(local, name) : .member(local, name)
      }
      switch parameter.type.base {
      case .enumeration: return member("rawValue")
      case .collection(.enumeration, _):
        let closure = SwiftClosure(
          parameters: [], result: .named(""), body: [.expression(.member(.name("$0"), "rawValue"))])
        return .call(member("map"), [SwiftArgument(.closure(closure))])
      default: return local
      }
    }
  }

  /// `.part("name", name != nil)`, `.part("!name", name == nil)`
  private func part(_ word: String) -> SwiftExpression {
    let condition: SwiftExpression
    if let mark = word.firstIndex(of: "=") {
      let key = String(word[word.index(after: mark)...])
      let name = signature.sortCases.first { $0.key == key }?.name ?? key
      condition = .binary(local(word[..<mark]), "==", .implicitMember(name))
    } else if word.hasPrefix("!") {
      condition = .binary(local(word.dropFirst()), "==", .null)
    } else {
      condition = .binary(local(word), "!=", .null)
    }
    return make("part", SwiftArgument(.string(word)), SwiftArgument(condition))
  }

  private func local(_ name: some StringProtocol) -> SwiftExpression {
    let index = query.parameters.firstIndex { $0.name == name } ?? 0
    return .name(signature.parameterNames[index])
  }

  // MARK: the run

  /// `return try await Queries.citiesNamed(prefix: prefix).all(in: connection)`
  func run(on connection: String, isAwaited: Bool) -> SwiftStatement {
    let arguments = zip(query.parameters, signature.parameterNames).map { SwiftArgument($0.name, .name($1)) }
    let made = SwiftExpression.call(function, arguments)
    let method =
      switch query.cardinality {
      case .many: "all"
      case .first: "first"
      case .one, .count, .exists: "only"
      case .delete, .update: "run"
      }
    // The errors name the entity. A struct for it has its name; the rows of a 'select' have another type.
    let entity = query.cardinality == .one && query.projection != nil ? [SwiftArgument(.string(query.entity))] : []
    var call = SwiftExpression.call(.member(made, method), entity + [SwiftArgument("in", .name(connection))])
    if isAwaited { call = .prefix("await ", call) }
    return .return(.attempt(query.cardinality == .exists ? .binary(call, ">", .integer(0)) : call))
  }

  /// The documentation of the function that gives the statement.
  func documentation(of name: String) -> [String] {
    var lines = ["The statement of `\(name)` for \(dialect.title), with its arguments."]
    if !words.isEmpty {
      lines += ["", "A part of the text in braces is there only if the argument in front of the colon is given, and one with an",
        "exclamation mark only if it is not."]
    }
    if !locals.isEmpty {
      lines += ["", "It brings the statements for the rows of shapes, which a run reads in the same transaction."]
    }
    lines += ["", "- Throws: `DatabaseError.refused` for an argument that \(dialect.title) cannot hold."]
    return lines
  }
}
