import CDQIR
public import CDQRuntime

/// Filtering and sorting sequences by checked texts.
extension Sequence {
  /// The elements that satisfy a predicate, in their order.
  ///
  ///     let large = try cities.filter(predicate, with: access, ["n": 1_000_000])
  ///
  /// - Throws: `ExecutionError` when `access` lacks a property, an argument is missing or of the wrong type, or a limit
  ///   is reached.
  public func filter(
    _ predicate: CheckedPredicate, with access: RecordAccess<Element>, _ arguments: Arguments = [:],
    options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> [Element] {
    try predicate.filter(Array(self), with: access, arguments, options: options)
  }

  /// The elements in an order; equal ones keep theirs.
  ///
  /// - Throws: `ExecutionError` when `access` lacks a property that the order uses, or is about another entity.
  public func sorted(
    by order: CheckedOrder, with access: RecordAccess<Element>
  ) throws(ExecutionError) -> [Element] {
    let query = QueryIR(entity: order.entity ?? access.entity, sort: .keys(order.keys))
    return try PreparedQuery(query, access: access).records(in: Array(self))
  }
}

extension Sequence where Element: QueryRecord {
  /// The elements that satisfy a predicate, in their order.
  ///
  ///     let large = try cities.filter(predicate, ["n": 1_000_000])
  ///
  /// - Throws: `ExecutionError` as `filter(_:with:_:options:)` does.
  public func filter(
    _ predicate: CheckedPredicate, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> [Element] {
    try filter(predicate, with: Element.recordAccess, arguments, options: options)
  }

  /// The elements in an order; equal ones keep theirs.
  ///
  /// - Throws: `ExecutionError` as `sorted(by:with:)` does.
  public func sorted(by order: CheckedOrder) throws(ExecutionError) -> [Element] {
    try sorted(by: order, with: Element.recordAccess)
  }
}

extension Sequence where Element: StoredModel {
  /// The generated structs that satisfy a predicate, in their order.
  ///
  /// - Throws: `ExecutionError` as `filter(_:with:_:options:)` does.
  public func filter(
    _ predicate: CheckedPredicate, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> [Element] {
    try filter(predicate, with: predicate.access(to: Element.self), arguments, options: options)
  }

  /// The generated structs in an order; equal ones keep theirs.
  ///
  /// - Throws: `ExecutionError` as `sorted(by:with:)` does.
  public func sorted(by order: CheckedOrder) throws(ExecutionError) -> [Element] {
    try sorted(by: order, with: RecordAccess(Element.self, in: order.schema))
  }
}

extension AsyncSequence where Self: Sendable {
  /// The elements that satisfy a predicate, as they come.
  ///
  ///     for try await city in try cities.filter(predicate, with: access) { show(city) }
  ///
  /// - Throws: `ExecutionError` when `access` lacks a property, or an argument is missing or of the wrong type. The
  ///   iteration throws it when a limit is reached, which holds for each element.
  public func filter(
    _ predicate: CheckedPredicate, with access: RecordAccess<Element>, _ arguments: Arguments = [:]
  ) throws(ExecutionError) -> AsyncThrowingFilterSequence<Self> {
    let query = try predicate.prepare(for: access)
    _ = try query.test(arguments: arguments)
    return filter { try query.matches($0, arguments: arguments, options: predicate.runOptions) }
  }

  /// The elements that satisfy a predicate, as they come.
  ///
  /// - Throws: `ExecutionError` as `filter(_:with:_:)` does.
  public func filter(
    _ predicate: CheckedPredicate, _ arguments: Arguments = [:]
  ) throws(ExecutionError) -> AsyncThrowingFilterSequence<Self> where Element: QueryRecord {
    try filter(predicate, with: Element.recordAccess, arguments)
  }
}
