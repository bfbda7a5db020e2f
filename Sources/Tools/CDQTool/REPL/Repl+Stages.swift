import CDQDatabase
import CDQExplanations
import CDQForeignTexts
import CDQIR
import CDQKit
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// The commands that show the output of a compiler stage.
extension Repl {
  /// `:type`: the type of an expression, or the result and the parameters of a query.
  mutating func showType(_ argument: String) {
    guard let text = text(argument) else { return }
    let source = SourceText(name: "<query>", text)
    let compiled = runner.compile(source, entity: entity)
    if let ir = compiled.ir {
      context.show(compiled.diagnostics, [source])
      console.print(result(of: ir))
      for parameter in ir.parameters {
        console.print("$\(parameter.name)\(parameter.isOmittable ? "?" : ""): \(parameter.type)")
      }
      return
    }
    if let type = expressionType(text) { return console.print(type.description) }
    show(compiled.diagnostics, in: [source])
  }

  /// The type of an expression that is no predicate, such as `population + 1`: it is compiled as the only item of a
  /// `select`. nil when that has errors or no entity is set.
  private func expressionType(_ text: String) -> OptionalType? {
    guard let entity else { return nil }
    let source = SourceText(name: "<query>", "\(entity) select \(text) as value")
    let compiled = runner.compile(source, entity: nil, form: .query)
    guard case .item(let item)? = compiled.ir?.projection?.columns.first, compiled.ir?.projection?.columns.count == 1
    else { return nil }
    return item.type
  }

  func result(of ir: QueryIR) -> String {
    switch ir.cardinality {
    case .many: "[\(row(of: ir))]"
    case .first: "\(row(of: ir))?"
    case .one: row(of: ir)
    case .count, .delete, .update: "Int"
    case .exists: "Bool"
    }
  }

  private func row(of ir: QueryIR) -> String {
    ir.projection.map { $0.signature(\.description) } ?? ir.entity
  }

  private var vocabulary: TextVocabulary { TextVocabulary(schema, entity: entity).translating }

  /// `:ast`: the syntax tree of a text.
  mutating func showTree(_ argument: String) {
    guard let text = text(argument) else { return }
    let source = SourceText(name: "<query>", text)
    let parsed = Pipeline.parse(source, options: ParseOptions(limits: runner.limits.text), vocabulary)
    console.output.write(TreeText.text(parsed.tree))
    guard !parsed.diagnostics.isEmpty else { return }
    context.show(parsed.diagnostics, [source])
    hasFailed = hasFailed || parsed.diagnostics.contains { $0.severity == .error }
  }

  /// `:ir`: the IR of a text.
  mutating func showIR(_ argument: String) {
    guard let text = text(argument), let ir = compile(SourceText(name: "<query>", text)) else { return }
    console.print(ir.dump)
  }

  /// `:sql`: the statement for a text, with the plan of the database if there is one, else in our own layout.
  mutating func showSQL(_ argument: String) {
    guard let text = text(argument), let ir = compile(SourceText(name: "<query>", text)) else { return }
    let values = values
    do throws(QueryFailure) {
      var arguments = SampleArguments.arguments(for: ir, schema)
      if let given = try? runner.arguments(for: ir, values, isExact: false) { arguments = given }
      for line in try runner.statement(ir, arguments) { console.print(line) }
    } catch {
      context.show(error, in: "<query>")
      hasFailed = true
    }
  }

  /// `:fmt`: a text in the canonical layout.
  mutating func showFormatted(_ argument: String) {
    guard let text = text(argument) else { return }
    let source = SourceText(name: "<query>", text).withoutFinalSemicolon
    let options = ParseOptions(limits: runner.limits.text)
    let start: SourceFormatter.StartSymbol =
      switch Pipeline.parse(source, options: options, vocabulary).tree {
      case .query: .query
      case .predicate: .predicate
      }
    let result = SourceFormatter.format(source, as: start, options: options)
    context.show(result.diagnostics, [source])
    if let text = result.text { console.print(text) } else { hasFailed = true }
  }

  /// `:nspredicate`: a predicate as a format string of `NSPredicate`.
  mutating func showNSPredicate(_ argument: String) {
    guard let text = text(argument) else { return }
    let source = SourceText(name: "<query>", text)
    let conversion = Conversion(source, entities: Set(schema.entities.map(\.name)), isStrict: false)
    let result = conversion.text(.nspredicate)
    context.show(result.diagnostics, [source])
    if let text = result.text { console.print(text) } else { hasFailed = true }
  }

  /// `:explain`: the explanation of a code, or of the last error or warning.
  mutating func explain(_ argument: String) {
    let isBracketed = argument.hasPrefix("[") && argument.hasSuffix("]") && argument.count > 2
    let word = isBracketed ? String(argument.dropFirst().dropLast()) : argument
    guard let code = word.isEmpty ? lastCode : DiagnosticCode(word) else {
      return fail("there was no error or warning yet", help: [":explain CODE"])
    }
    guard let entry = Catalogue.all.entry(of: code) else {
      let near = Catalogue.all.nearest(to: code.rawValue).map { ["did you mean '\($0)'?"] } ?? []
      return fail("there is no code '\(code)'", help: near + ["a message ends with its code in brackets"])
    }
    console.output.write(ExplanationText.text(entry, width: min(console.output.columns ?? 80, 100)))
  }

  /// The text of an argument, or the last one; the query alone where that gives it a name.
  mutating func text(_ argument: String) -> String? {
    if let text = argument.isEmpty ? lastText : argument { return Declaration.body(of: text) ?? text }
    fail("there is no query yet", help: ["write it after the command"])
    return nil
  }
}
