public import CDQRuntime

/// A type of the program's own whose values predicates test and orders sort.
///
///     extension City: QueryRecord {
///       static let recordAccess = RecordAccess<City>("City") {
///         $0.attribute("name", \.name)
///         $0.attribute("population", \.population)
///       }
///     }
///     let large = try cities.filter(predicate)
///
/// Generated structs need no conformance: the same functions take them as they are.
public protocol QueryRecord {
  /// The description of the type: its entity, and how its properties are read.
  static var recordAccess: RecordAccess<Self> { get }
}
