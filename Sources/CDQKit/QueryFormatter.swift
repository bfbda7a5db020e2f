public import CDQSyntax

/// The canonical layout of cdq texts, as `cdq fmt` gives it.
///
///     let text = try QueryFormatter.format(contentsOfFile, name: "Cities.cdq")
///
/// Formatting needs no schema, works on texts that do not type-check, keeps every comment, never changes what a text
/// means, and changes nothing the second time.
public enum QueryFormatter {
  /// What a text is.
  public enum Kind: Hashable, Sendable {
    /// A `.cdq` file: declarations.
    case file
    /// One query, such as `City where population > 5 sort name`.
    case query
    /// One predicate, such as `population > 5`.
    case predicate
  }

  /// The text in its canonical layout. A file ends with a line break, a query or predicate without.
  ///
  /// - Parameters:
  ///   - text: UTF-8 with any line endings; the result has line feeds.
  ///   - name: what diagnostics call the text.
  ///   - kind: what the text is.
  ///   - limits: how large and how deeply nested the text may be, and whether it is in Apple's language.
  /// - Throws: `QueryError` with every mistake, when the text does not parse.
  public static func format(
    _ text: String, name: String = "<text>", as kind: Kind = .file, limits: ParseOptions = ParseOptions()
  ) throws(QueryError) -> String {
    let source = SourceText(name: name, text)
    let result = SourceFormatter.format(source, as: kind.syntax, options: limits)
    guard let formatted = result.text else { throw QueryError(result.diagnostics, [source]) }
    return formatted
  }
}

extension QueryFormatter.Kind {
  fileprivate var syntax: SourceFormatter.Kind {
    switch self {
    case .file: .document
    case .query: .query
    case .predicate: .predicate
    }
  }
}
