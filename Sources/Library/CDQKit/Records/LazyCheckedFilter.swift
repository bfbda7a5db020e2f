public import CDQRuntime

/// The elements of a sequence that satisfy a predicate, tested when they are asked for.
///
///     let matches = try cities.lazy.filter(predicate, with: access, ["n": 1_000_000])
///     for city in matches { show(city) }
///     if let error = matches.error { throw error }
public struct LazyCheckedFilter<Base: Sequence>: Sequence {
  private let base: Base
  private let plan: Plan
  private let failure = Failure()

  fileprivate typealias Plan = () throws(ExecutionError) -> (Base.Element) throws(ExecutionError) -> Bool

  fileprivate final class Failure {
    var error: ExecutionError?
  }

  fileprivate init(
    _ base: Base, _ predicate: CheckedPredicate, _ access: RecordAccess<Base.Element>, _ arguments: Arguments
  ) throws(ExecutionError) {
    let query = try predicate.prepare(for: access)
    plan = { () throws(ExecutionError) in try query.test(arguments: arguments, options: predicate.runOptions) }
    // Wrong arguments are reported here, before the first element.
    _ = try plan()
    self.base = base
  }

  /// Why the last iteration ended early: a limit was reached. nil when it did not.
  public var error: ExecutionError? { failure.error }

  /// Starts an iteration, which plans the predicate.
  public func makeIterator() -> Iterator {
    failure.error = nil
    do throws(ExecutionError) {
      return Iterator(base: base.makeIterator(), test: try plan(), failure: failure)
    } catch {
      failure.error = error
      return Iterator(base: base.makeIterator(), test: nil, failure: failure)
    }
  }

  /// An iteration, which ends at the first error.
  public struct Iterator: IteratorProtocol {
    private var base: Base.Iterator
    private var test: ((Base.Element) throws(ExecutionError) -> Bool)?
    private let failure: Failure

    fileprivate init(
      base: Base.Iterator, test: ((Base.Element) throws(ExecutionError) -> Bool)?, failure: Failure
    ) {
      (self.base, self.test, self.failure) = (base, test, failure)
    }

    /// The next element that satisfies the predicate; nil at the end and after an error.
    public mutating func next() -> Base.Element? {
      guard let test else { return nil }
      while let element = base.next() {
        do throws(ExecutionError) {
          if try test(element) { return element }
        } catch {
          failure.error = error
          self.test = nil
          return nil
        }
      }
      return nil
    }
  }
}

extension LazySequenceProtocol {
  /// The elements that satisfy a predicate, tested when they are asked for.
  ///
  /// - Throws: `ExecutionError` when `access` lacks a property, or an argument is missing or of the wrong type. A limit
  ///   that is reached later ends the iteration; it is the `error` of the result.
  public func filter(
    _ predicate: CheckedPredicate, with access: RecordAccess<Elements.Element>, _ arguments: Arguments = [:]
  ) throws(ExecutionError) -> LazyCheckedFilter<Elements> {
    try LazyCheckedFilter(elements, predicate, access, arguments)
  }

  /// The elements that satisfy a predicate, tested when they are asked for.
  ///
  /// - Throws: `ExecutionError` as `filter(_:with:_:)` does.
  public func filter(
    _ predicate: CheckedPredicate, _ arguments: Arguments = [:]
  ) throws(ExecutionError) -> LazyCheckedFilter<Elements> where Elements.Element: QueryRecord {
    try LazyCheckedFilter(elements, predicate, Elements.Element.recordAccess, arguments)
  }

  /// The generated structs that satisfy a predicate, tested when they are asked for.
  ///
  /// - Throws: `ExecutionError` as `filter(_:with:_:)` does.
  public func filter(
    _ predicate: CheckedPredicate, _ arguments: Arguments = [:]
  ) throws(ExecutionError) -> LazyCheckedFilter<Elements> where Elements.Element: StoredModel {
    try LazyCheckedFilter(elements, predicate, predicate.access(to: Elements.Element.self), arguments)
  }
}
