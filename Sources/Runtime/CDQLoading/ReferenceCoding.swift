import CDQIR
package import CDQJSON
import CDQStore

/// The reader of references in data, which converts them to the keys of their targets.
package struct ReferenceCoding {
  package let layout: StoreLayout
  package let coding: ValueCoding

  package init(layout: StoreLayout, coding: ValueCoding) {
    self.layout = layout
    self.coding = coding
  }

  /// The key that a reference is looked up by. The object itself need not exist.
  ///
  /// - Throws: `ValueCodingError` when the value has not the type of an identity of the destination.
  @inline(__always)
  package func uniqueKey(
    _ json: JSONValue, _ relation: StoreLayout.RelationshipLayout
  ) throws(ValueCodingError) -> UniqueKey {
    let constraints = layout.entities[relation.destination].referenceConstraints
    if constraints.count == 1, layout.constraints[constraints[0]].slots.count == 1 {
      let constraint = layout.constraints[constraints[0]]
      switch (layout.entities[constraint.owner].attributes[constraint.slots[0]].type, json) {
      case (.string, .string(let text)): return .string(text)
      case (.int64, .integer(let number)): return .int(number)
      default: break
      }
    }
    return try convertedKey(json, relation)
  }

  private func convertedKey(
    _ json: JSONValue, _ relation: StoreLayout.RelationshipLayout
  ) throws(ValueCodingError) -> UniqueKey {
    let destination = relation.relationship.destination
    var json = json
    if case ("$ref", let inner)? = coding.wrapped(json) { json = inner }
    let identities = layout.entities[relation.destination].identities
    guard !identities.isEmpty else {
      guard case .integer(let number) = json, let record = Int(exactly: number), record >= 0 else {
        throw coding.mismatch(json, "a record number, because '\(destination)' has no unique attribute")
      }
      return .record(record)
    }
    var failure: ValueCodingError?
    for identity in identities {
      do throws(ValueCodingError) {
        if let key = UniqueKey(try coding.identityValues(from: json, identity)) { return key }
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? coding.mismatch(json, destination)
  }
}
