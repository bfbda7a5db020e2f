import CDQJSON
import CDQSyntax

extension FeatureContext {
  /// `textDocument/foldingRange`: declarations of several lines, comments, and runs of imports.
  func foldingRanges() -> JSONValue {
    var result: [JSONValue] = []
    let source = document.source
    func add(_ first: Int, _ last: Int, kind: String? = nil) {
      guard last > first else { return }
      result.append(
        .fields(["startLine": .int(first), "endLine": .int(last), "kind": kind.map { .string($0) }]))
    }
    var imports: ClosedRange<Int>?
    for item in document.tree.items {
      let first = source.line(at: item.span.start)
      var last = source.line(at: max(item.span.start, item.span.end == 0 ? 0 : item.span.end - 1))
      if case .schemaImport = item { imports = (imports?.lowerBound ?? first)...last }
      switch item {
      // The closing brace stays visible.
      case .entity, .enumeration, .mapping: last -= 1
      case .query, .schemaImport: break
      }
      add(first, last)
    }
    if let imports { add(imports.lowerBound, imports.upperBound, kind: "imports") }
    var run: (first: Int, last: Int)?
    for piece in Lexer.lex(source).trivia {
      let line = source.line(at: piece.start)
      switch piece.kind {
      case .blockComment: add(line, source.line(at: piece.end), kind: "comment")
      case .lineComment, .documentation:
        if let open = run, open.last + 1 == line {
          run?.last = line
        } else {
          if let run { add(run.first, run.last, kind: "comment") }
          run = (line, line)
        }
      case .byteOrderMark, .whitespace, .unexpected: break
      }
    }
    if let run { add(run.first, run.last, kind: "comment") }
    return .array(result)
  }

  /// `textDocument/selectionRange`: the name, then the declaration around a position, then the file.
  func selectionRanges(_ places: [Position]) -> JSONValue {
    .array(
      places.map { place in
        let offset = positions.offset(of: place)
        let all = SourceSpan(0, UInt32(truncatingIfNeeded: document.source.utf8.count))
        var spans = [all]
        if let item = document.item(at: offset) {
          spans.append(item.span)
          if case .query(let query) = item { spans += SelectionSpans.around(offset, query.query) }
          if let name = occurrence(at: offset) { spans.append(name.span) }
        }
        var result = JSONValue.fields(["range": json(all)])
        var last = all
        for span in spans where last.start <= span.start && span.end <= last.end && span != last {
          result = .fields(["range": json(span), "parent": result])
          last = span
        }
        return result
      })
  }
}

/// The parts of a query around a place, from the outside to the inside.
private enum SelectionSpans {
  /// More levels than these help nobody, and JSON has a limit of nesting.
  static let most = 32

  static func around(_ offset: UInt32, _ query: QueryNode) -> [SourceSpan] {
    var spans = [query.span]
    SyntaxNode.walk(query.children) { node in
      let span =
        switch node {
        case .predicate(let node): node.span
        case .expression(let node): node.span
        }
      if span.start <= offset, offset <= span.end, spans.count < most { spans.append(span) }
    }
    return spans
  }
}
