import CDQIR
import CDQKit
import CDQSyntax

/// What people write around a query: brackets around names, a clause without an entity, a name before the query.
extension ForeignQuery {
  /// A statement with spaces for the brackets and the quotation marks around its names, as in `SELECT [Name] FROM "City"`.
  static func withoutQuotes(_ source: SourceText, _ vocabulary: TextVocabulary) -> SourceText {
    let start = source.text(SourceSpan(0, 6))
    let (quote, bracket) = (UInt8(ascii: "\""), UInt8(ascii: "["))
    // In small letters, a change is one of the language.
    guard start.lowercased() == "select" || start == "UPDATE" || start == "DELETE",
      source.utf8.contains(where: { $0 == quote || $0 == bracket })
    else { return source }
    var names = Set(vocabulary.entities.map { $0.lowercased() })
    if let schema = vocabulary.schema {
      for entity in schema.entities { names.formUnion(schema.allProperties(of: entity.name).map { $0.name.lowercased() }) }
    }
    var bytes = source.utf8
    var open: (quote: UInt8, index: Int)?
    for index in 0..<bytes.count {
      let byte = bytes[index]
      if let (mark, start) = open {
        guard byte == mark else { continue }
        open = nil
        // Other texts in double quotation marks are values.
        guard mark == quote, names.contains(String(decoding: bytes[(start + 1)..<index], as: UTF8.self).lowercased()) else {
          continue
        }
        bytes[start] = 0x20
        bytes[index] = 0x20
      } else if byte == quote || byte == UInt8(ascii: "'") {
        open = (byte, index)
      } else if byte == bracket || byte == UInt8(ascii: "]") {
        bytes[index] = 0x20
      }
    }
    return SourceText(name: source.name, utf8: bytes)
  }

  /// The finding for `update first City …`: a change is made to every object that its condition finds.
  static func limitedChange(_ source: SourceText, _ tokens: [Token], _ vocabulary: TextVocabulary) -> Diagnostic? {
    guard tokens.count > 4 else { return nil }
    let words = tokens.prefix(4).map { source.text($0.span) }
    let verb = words[0].lowercased()
    let place = tokens[2].kind == .number ? 3 : 2
    guard ["update", "delete"].contains(verb), ["first", "last", "one", "top"].contains(words[1].lowercased()),
      !vocabulary.entities.contains(words[1]), tokens[place].kind == .word, tokens[place].keyword.clause == nil,
      let entity = vocabulary.entity(meantBy: words[place])
    else { return nil }
    let key = vocabulary.schema?.identity(of: entity).first?.name ?? "id"
    let change = "\(verb) \(entity) where \(key) == …\(verb == "update" ? " set …" : "")"
    return Diagnostic(
      .error, DiagnosticCode(SyntaxCode.foreignSyntax), stage: .parse,
      "'\(verb)' changes every object that 'where' finds, and has no '\(words[1])'",
      file: source.name, at: tokens[1].span, help: ["find the object first, and name it: \(change)"])
  }

  /// The finding for a text that begins with a clause, such as `where population > 5`, with the entities that it may be about.
  static func headless(
    _ source: SourceText, _ tokens: [Token], _ vocabulary: TextVocabulary, _ parsed: ParseResult<Pipeline.Tree>
  ) -> Diagnostic? {
    guard tokens[0].kind == .word, let clause = tokens[0].keyword.clause,
      parsed.diagnostics.contains(where: { $0.severity == .error }),
      tokens.count < 2 || !["is", "are", "do", "does", "can"].contains(source.text(tokens[1].span).lowercased()),
      clause == .predicate || (clause == .sort || clause == .selection) && tokens.count > 2
    else { return nil }
    let entities = vocabulary.entity.map { [$0] } ?? vocabulary.entities
    let word = source.text(tokens[0].span)
    return Diagnostic(
      .error, DiagnosticCode(SyntaxCode.foreignSyntax), stage: .parse,
      "'\(word)' follows the entity: a query starts with it",
      file: source.name, at: tokens[0].span, help: ["a query: \(vocabulary.example)"],
      fixIts: entities.prefix(8).map {
        FixIt("write \($0) \(word) …", .maybe, [.init(SourceSpan(at: tokens[0].start), "\($0) ")])
      })
  }

  /// The finding for a query with a name, such as `let big = City where population > 5`.
  static func assigned(
    _ source: SourceText, _ tokens: [Token], _ vocabulary: TextVocabulary, _ options: ParseOptions,
    _ parsed: ParseResult<Pipeline.Tree>
  ) -> Diagnostic? {
    guard tokens.count > 4, tokens[0].kind == .word, tokens[1].kind == .word, tokens[2].kind == .equal,
      ["let", "var", "const", "val", "query", "set", "auto"].contains(source.text(tokens[0].span))
    else { return nil }
    let rest = SourceText(name: source.name, source.text(SourceSpan(tokens[3].start, UInt32(source.utf8.count))))
    let inner = Pipeline.parse(rest, options: options, vocabulary)
    guard case .query = inner.tree else { return nil }
    let span = trimmed(SourceSpan(0, UInt32(source.utf8.count)), source)
    let finding = inner.diagnostics.first { $0.severity == .error }
    let texts =
      finding?.fixIts.compactMap(\.edits.first?.newText) ?? [rest.text(SourceSpan(0, UInt32(rest.utf8.count)))]
    return Diagnostic(
      .error, DiagnosticCode(SyntaxCode.foreignSyntax), stage: .parse,
      finding?.message ?? "a query has no name here: it starts with its entity",
      file: source.name, at: span, help: finding?.help ?? [],
      fixIts: texts.map { FixIt("write \($0)", .maybe, [FixIt.Edit(span, $0)]) })
  }

  /// The finding for a query with braces around its columns, as in GraphQL: `{ countries { name cities { name } } }`, which
  /// may have `query` or `query Name` before it.
  static func braced(
    _ source: SourceText, _ tokens: [Token], _ vocabulary: TextVocabulary, _ options: ParseOptions
  ) -> Diagnostic? {
    var start = 0
    if source.text(tokens[0].span) == "query", let brace = tokens.prefix(3).firstIndex(where: { $0.kind == .leftBrace }) {
      start = brace
    }
    let isWrapped = tokens[start].kind == .leftBrace
    if isWrapped { start += 1 }
    guard tokens.count > start + 4, tokens[start].kind == .word, tokens[start + 1].kind == .leftBrace,
      let entity = vocabulary.entity(meantBy: source.text(tokens[start].span)),
      let end = tokens.indices.last(where: { tokens[$0].kind == .rightBrace }), end - (isWrapped ? 1 : 0) > start + 2
    else { return nil }
    var text = "\(entity) select"
    for index in start + 2..<end - (isWrapped ? 1 : 0) {
      text += isColumn(tokens[index], after: tokens[index - 1]) && index > start + 2 ? ", " : " "
      text += source.text(tokens[index].span)
    }
    text = text.replacing(" ,", with: ",").replacing(" . ", with: ".")
    let span = trimmed(SourceSpan(0, UInt32(source.utf8.count)), source)
    let isRight = !Parser.parseQuery(SourceText(name: source.name, text), options: options).hasErrors
    return Diagnostic(
      .error, DiagnosticCode(SyntaxCode.foreignSyntax), stage: .parse,
      "the columns of a query follow 'select', and braces stand around those of related objects", file: source.name,
      at: span, help: ["a query: \(entity) select name, cities { name }"].filter { _ in !isRight },
      fixIts: isRight ? [FixIt("write \(text)", .maybe, [FixIt.Edit(span, text)])] : [])
  }

  /// Whether a word begins another column, though no comma is before it.
  private static func isColumn(_ token: Token, after before: Token) -> Bool {
    guard token.kind == .word, token.keyword == .none else { return false }
    return before.kind == .rightBrace || before.kind == .word && before.keyword == .none
  }

  static func trimmed(_ span: SourceSpan, _ source: SourceText) -> SourceSpan {
    var end = span.end
    while end > span.start, [0x20, 0x09, 0x0A, 0x0D].contains(source.utf8[Int(end) - 1]) { end -= 1 }
    return SourceSpan(span.start, end)
  }
}
