public import CDQIR

extension CheckedPredicate {
  /// Parses and checks a format string of Apple's language, as `NSPredicate(format:)` takes it, with its arguments.
  ///
  ///     let adults = try CheckedPredicate(format: "name == %@ AND age > %d", "Ann", 30, for: "Person", in: schema)
  ///     let found = try adults.filter(people, with: access)
  ///
  /// The arguments become part of the predicate, so that running it needs none; a `$variable` of the text stays a
  /// parameter. `%@` takes any value, `%K` a key path as a string, `%d %i %u %x %o %ld %llu …` an integer or Bool,
  /// `%f %e %g` a number, `%s` a string, `%c` a character. In quotes they are text, as Apple has it.
  ///
  /// - Parameters:
  ///   - format: a predicate in Apple's language and nothing else: no comments, no sugar, no typed literals.
  ///   - arguments: one for each conversion, in order; nil is a null.
  ///   - entity: the entity whose objects are tested.
  ///   - schema: what names in the text mean.
  ///   - limits: how large the text may be, and what its runs may cost.
  /// - Throws: `QueryError` with every mistake in the text, or with arguments of another number or kind, and where.
  public init(
    format: String, _ arguments: (any FormatArgument)?..., for entity: String, in schema: Schema,
    limits: Limits = Limits()
  ) throws(QueryError) {
    try self.init(format: format, argumentArray: arguments, for: entity, in: schema, limits: limits)
  }

  /// Parses and checks a format string with its arguments in an array.
  ///
  /// - Parameters:
  ///   - format: a predicate in Apple's language and nothing else.
  ///   - argumentArray: one value for each conversion, in order; nil is a null.
  ///   - entity: the entity whose objects are tested.
  ///   - schema: what names in the text mean.
  ///   - limits: how large the text may be, and what its runs may cost.
  /// - Throws: `QueryError` with every mistake in the text, or with arguments of another number or kind, and where.
  public init(
    format: String, argumentArray: [(any FormatArgument)?], for entity: String, in schema: Schema,
    limits: Limits = Limits()
  ) throws(QueryError) {
    let values = FormatValues(argumentArray.map { $0?.formatValue ?? .null })
    self.init(try CheckedQuery(format, entity: entity, schema, limits, values))
  }
}
