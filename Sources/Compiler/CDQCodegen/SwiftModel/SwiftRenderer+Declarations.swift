extension SwiftRenderer {
  mutating func declaration(_ declaration: SwiftDeclaration) {
    for text in declaration.documentation { comment(text, mark: "///") }
    declaration.attributes.forEach { line($0) }
    let access = declaration.access.isEmpty ? "" : declaration.access + " "
    switch declaration.kind {
    case .type(let keyword, let name, let conformances, let members):
      type(access, keyword, name, conformances, members)
    case .typealias(let name, let type):
      line("\(access)typealias \(SwiftNames.quoted(name)) = \(type.text)")
    case .enumCase(let name, let rawValue):
      line("case \(SwiftNames.quoted(name))" + (rawValue.map { " = \(SwiftText.expression($0))" } ?? ""))
    case .stored(let isStatic, let isConstant, let name, let type, let value):
      let start = access + (isStatic ? "static " : "") + (isConstant ? "let " : "var ")
      if let value {
        line("\(start)\(SwiftNames.quoted(name)): \(type.text) = ", value)
      } else {
        line("\(start)\(SwiftNames.quoted(name)): \(type.text)")
      }
    case .computed(let isStatic, let name, let type, let body):
      line("\(access)\(isStatic ? "static " : "")var \(SwiftNames.quoted(name)): \(type.text) {")
      indentedBlock(body)
      line("}")
    case .accessors(let name, let type, let get, let set):
      line("\(access)var \(SwiftNames.quoted(name)): \(type.text) {")
      indent()
      line("get {")
      indentedBlock(get)
      line("}")
      line("set {")
      indentedBlock(set)
      line("}")
      outdent()
      line("}")
    case .managed(let name, let type):
      line("@NSManaged \(access)var \(SwiftNames.quoted(name)): \(type.text)")
    case .managedFunction(let name, let parameters):
      // Unlike in other functions, `_` means that there is no label.
      let list = parameters.map { parameter in
        parameter.label == "_"
          ? "_ \(SwiftNames.quoted(parameter.name)): \(parameter.type.text)" : SwiftRenderer.parameter(parameter)
      }.joined(separator: ", ")
      line("@NSManaged \(access)func \(SwiftNames.quoted(name))(\(list))")
    case .function(let function):
      self.function(access, function)
    case .written(let text, isStored: _):
      append(text)
    }
  }

  /// Renders a member of a top-level type. The text takes less memory than the tree, and members can be rendered in
  /// parallel.
  static func written(_ member: SwiftDeclaration) -> SwiftDeclaration {
    var renderer = SwiftRenderer()
    renderer.indent()
    renderer.declaration(member)
    let isStored = if case .stored = member.kind { true } else { false }
    return SwiftDeclaration(.written(renderer.text, isStored: isStored))
  }

  private mutating func type(
    _ access: String, _ keyword: SwiftDeclaration.Keyword, _ name: String, _ conformances: [String],
    _ members: [SwiftDeclaration]
  ) {
    let list = conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", ")
    if members.isEmpty {
      line("\(access)\(keyword.rawValue) \(name)\(list) {}")
      return
    }
    line("\(access)\(keyword.rawValue) \(name)\(list) {")
    reserve(for: members)
    indent()
    for (index, member) in members.enumerated() {
      if index > 0, !SwiftRenderer.areClose(members[index - 1], member) { line("") }
      declaration(member)
    }
    outdent()
    line("}")
  }

  /// Whether there is no blank line between two members: undocumented properties and cases are adjacent.
  private static func areClose(_ first: SwiftDeclaration, _ second: SwiftDeclaration) -> Bool {
    switch (first.kind, second.kind) {
    case (.enumCase, .enumCase): true
    case (.managed, .managed): second.documentation.isEmpty
    case (.stored, .stored): second.access != "private"
    case (.written(_, isStored: true), .written(_, isStored: true)): true
    default: false
    }
  }

  private mutating func function(_ access: String, _ function: SwiftFunction) {
    let name = function.name.map { "func \(SwiftNames.quoted($0))" } ?? "init"
    let start = access + (function.isStatic ? (function.isOfClass ? "class " : "static ") : "") + name
    let effect = (function.isAsync ? " async" : "") + (function.isThrowing ? " throws" + (function.errorType.map { "(\($0))" } ?? "") : "")
    let end = effect + (function.result.map { " -> \($0.text)" } ?? "") + " {"
    let parameters = function.parameters.map(SwiftRenderer.parameter)
    let flat = "\(start)(\(parameters.joined(separator: ", ")))\(end)"
    if fits(flat) {
      line(flat)
    } else {
      line(start + "(")
      indent()
      for (index, text) in parameters.enumerated() { line(text + (index + 1 < parameters.count ? "," : "")) }
      outdent()
      line(")" + end)
    }
    indentedBlock(function.body)
    line("}")
  }

  private static func parameter(_ parameter: SwiftFunction.Parameter) -> String {
    let label = parameter.label.map { SwiftNames.label($0) + " " } ?? ""
    let value = parameter.defaultValue.map { " = \(SwiftText.expression($0))" } ?? ""
    return "\(label)\(SwiftNames.quoted(parameter.name)): \(parameter.type.text)\(value)"
  }
}
