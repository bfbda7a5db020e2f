public import CDQIR
import CDQSyntax

extension CheckedPredicate {
  /// Parses and checks a format string of Apple's language, as `NSPredicate(format:)` takes it, with its arguments.
  ///
  ///     let adults = try CheckedPredicate(format: "name == %@ AND age > %d", "Ann", 30, for: "Person", in: schema)
  ///     let found = try adults.filter(people, with: access)
  ///
  /// The arguments become part of the predicate, so that a run needs none; a `$variable` in the text stays a parameter.
  /// `%@` takes any value, `%K` a key path as a string, `%d %i %u %x %o %ld %llu …` an integer or Bool, `%f %e %g` a
  /// number, `%s` a string, `%c` a character. A conversion in quotes is plain text, as in Apple's language.
  ///
  /// - Parameters:
  ///   - format: a predicate in Apple's language only: no comments, no lone Bool paths, no typed literals.
  ///   - arguments: one for each conversion, in order; nil is NULL.
  ///   - entity: the entity whose objects are tested.
  ///   - schema: the schema that the names in the text belong to.
  ///   - limits: limits on the size of the text and on the cost of its runs.
  /// - Throws: `QueryError` with every mistake in the text and its place, also when the number or the types of the
  ///   arguments are wrong.
  public init(
    format: String, _ arguments: (any FormatArgument)?..., for entity: String, in schema: Schema,
    limits: Limits = Limits()
  ) throws(QueryError) {
    try self.init(format: format, argumentArray: arguments, for: entity, in: schema, limits: limits)
  }

  /// Parses and checks a format string with its arguments in an array.
  ///
  /// - Parameters:
  ///   - format: a predicate in Apple's language only.
  ///   - argumentArray: one value for each conversion, in order; nil is NULL.
  ///   - entity: the entity whose objects are tested.
  ///   - schema: the schema that the names in the text belong to.
  ///   - limits: limits on the size of the text and on the cost of its runs.
  /// - Throws: `QueryError` with every mistake in the text and its place, also when the number or the types of the
  ///   arguments are wrong.
  public init(
    format: String, argumentArray: [(any FormatArgument)?], for entity: String, in schema: Schema,
    limits: Limits = Limits()
  ) throws(QueryError) {
    let values = FormatValues(argumentArray.map { $0?.formatValue ?? .null })
    self.init(
      try CheckedText(SourceText(name: "<query>", format), entity: entity, schema, limits, values: values))
  }
}
