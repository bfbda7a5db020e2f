package import CDQIR

/// A value in the oracle: nil, a scalar, an object by its number in the world, or a list.
package indirect enum Datum: Hashable, Sendable {
  case null
  case scalar(Value)
  case object(Int)
  case list([Datum])

  var isNull: Bool { self == .null }

  /// The elements of a list; empty for any other value.
  var elements: [Datum] {
    if case .list(let elements) = self { elements } else { [] }
  }
}

/// An object with a dictionary of its properties.
package struct OracleObject: Sendable {
  package var entity: String
  package var key: ObjectKey
  /// Values by property name; a missing name means nil.
  package var values: [String: Datum]

  package init(entity: String, key: ObjectKey, values: [String: Datum]) {
    self.entity = entity
    self.key = key
    self.values = values
  }
}

/// All objects of a test, in insertion order. The number of an object is its index.
package struct OracleWorld: Sendable {
  package var schema: Schema
  package var objects: [OracleObject]
  /// Numbers of deleted objects. A reference to a deleted object is nil.
  package var deleted: Set<Int> = []

  package init(schema: Schema, objects: [OracleObject]) {
    self.schema = schema
    self.objects = objects
  }

  /// The number of the object with a key; nil when there is none or it was deleted.
  func number(of key: ObjectKey) -> Int? {
    objects.firstIndex { $0.key == key }.flatMap { deleted.contains($0) ? nil : $0 }
  }

  /// The value of an object's property, without references to deleted objects.
  package func value(_ object: Int, _ property: String) -> Datum {
    if deleted.contains(object) { return .null }
    switch objects[object].values[property] {
    case .object(let target)?: return deleted.contains(target) ? .null : .object(target)
    case .list(let elements)?:
      return .list(
        elements.filter { element in
          if case .object(let target) = element { !deleted.contains(target) } else { true }
        })
    case let other?: return other
    case nil: return .null
    }
  }
}

/// The result of a query.
package enum OracleResult: Equatable, Sendable {
  /// Numbers of objects in the order of the result.
  case objects([Int])
  case rows([[Datum]])
  case number(Int)
  case truth(Bool)
  case deleted(Int)
  case updated(Int)
  /// The code of an execution error, such as `not-found`.
  case failure(String)
}
