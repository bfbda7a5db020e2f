#if canImport(ObjectiveC)
  public import CDQIR
  public import CDQRuntime
  import CDQSyntax
  public import Foundation

  extension CheckedPredicate {
    /// The predicate as an `NSPredicate`, for Core Data and other frameworks of Apple's systems.
    ///
    ///     request.predicate = try large.nsPredicate(["n": 1_000_000])
    ///
    /// - Parameter arguments: The arguments of the predicate, which become values in the result.
    /// - Throws: `QueryError` with every part that Apple's language cannot express; `ExecutionError` when an argument is
    ///   missing or of the wrong type.
    public func nsPredicate(_ arguments: Arguments = [:]) throws -> NSPredicate {
      let bound = try arguments.values.isEmpty ? self : binding(arguments)
      if let name = bound.parameters.first?.name { throw ExecutionError.missingArgument(name: name) }
      // In a combination, the arguments of a format string are literals, or parameters when they have none.
      let combined = try CheckedPredicate.all([bound])
      if let value = combined.checked?.bound.values.first(where: { !$0.isNull && ExpressionNode.literal($0) == nil }) {
        throw ExecutionError.malformedQuery("a format has no literal for \(value.described)")
      }
      return NSPredicate(format: try combined.nsPredicateFormat, argumentArray: nil)
    }

    /// Checks an `NSPredicate` that a program already has.
    ///
    /// - Parameters:
    ///   - predicate: The predicate; its format is parsed. One that is made of a block has no format.
    ///   - entity: The entity whose objects are tested.
    ///   - schema: The schema that the names in the format belong to.
    ///   - limits: Limits on the size of the text and on the cost of its runs.
    /// - Throws: `QueryError` with every mistake in the format and its place.
    public init(
      _ predicate: NSPredicate, for entity: String, in schema: Schema, limits: Limits = Limits()
    ) throws(QueryError) {
      try self.init(format: predicate.predicateFormat, argumentArray: [], for: entity, in: schema, limits: limits)
    }
  }
#endif
