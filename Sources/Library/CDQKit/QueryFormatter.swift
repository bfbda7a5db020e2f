public import CDQSyntax

/// A formatter that gives cdq texts their canonical layout, like `cdq fmt`.
///
///     let text = try QueryFormatter.format(contentsOfFile, name: "Cities.cdq")
///
/// Formatting needs no schema, works on texts that do not type-check, keeps every comment, never changes what a text
/// means, and changes nothing the second time.
public enum QueryFormatter {
  /// The form of a text to format, which decides how it is parsed.
  public enum TextForm: Hashable, Sendable {
    /// A `.cdq` file, which consists of declarations.
    case file
    /// One query, such as `City where population > 5 sort name`.
    case query
    /// One predicate, such as `population > 5`.
    case predicate
  }

  /// The text in its canonical layout. A file ends with a line break, a query or predicate does not.
  ///
  /// - Parameters:
  ///   - text: the text, with any line endings; those of the result are line feeds.
  ///   - name: the name of the text in diagnostics.
  ///   - form: the form of the text.
  ///   - limits: limits on the size and nesting of the text, and whether it is in Apple's language.
  /// - Throws: `QueryError` with every mistake when the text does not parse.
  public static func format(
    _ text: String, name: String = "<text>", as form: TextForm = .file, limits: ParseOptions = ParseOptions()
  ) throws(QueryError) -> String {
    let source = SourceText(name: name, text)
    let result = SourceFormatter.format(source, as: form.startSymbol, options: limits)
    guard let formatted = result.text else { throw QueryError(result.diagnostics, [source]) }
    return formatted
  }
}

extension QueryFormatter.TextForm {
  fileprivate var startSymbol: SourceFormatter.StartSymbol {
    switch self {
    case .file: .document
    case .query: .query
    case .predicate: .predicate
    }
  }
}
