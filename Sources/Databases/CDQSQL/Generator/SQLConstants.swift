package import CDQIR

/// What a query's arguments say: the values of all expressions that are the same for every row.
///
/// The generator asks while it writes a statement, because the SQL of a comparison depends on whether a value is nil,
/// NaN or beyond the column's type.
package protocol SQLConstants {
  /// The value of an expression that reads no row.
  func value(of expression: ExpressionIR) throws(SQLRefusal) -> Value
  /// The value of a list parameter, or of a list whose elements read no row.
  func values(of collection: CollectionIR) throws(SQLRefusal) -> [Value]
  /// The value of a condition that reads no row.
  func truth(of predicate: PredicateIR) throws(SQLRefusal) -> Bool
  /// The identifying attributes of an object and their values, if the key can belong to an object of the entity; nil if
  /// it cannot. No attributes stand for a record number, `number`.
  func identity(of key: ObjectKey, entity: String) -> SQLIdentity?
  /// A text folded under the options of a comparison, in NFC.
  func folded(_ text: String, _ options: TextOptions) -> String
}

/// The values that identify an object.
package enum SQLIdentity: Hashable, Sendable {
  /// The values of identifying attributes.
  case attributes([String], [Value])
  /// The insertion number of an object without identity.
  case number(Int)
}
