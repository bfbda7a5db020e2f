package import CDQIR

/// What the oracle knows of a value: nothing, a scalar, an object by its number in the world, or several.
package indirect enum Datum: Hashable, Sendable {
  case null
  case scalar(Value)
  case object(Int)
  case list([Datum])

  var isNull: Bool { self == .null }

  /// The elements of a list; nothing has none.
  var elements: [Datum] {
    if case .list(let elements) = self { elements } else { [] }
  }
}

/// One object: a dictionary.
package struct OracleObject: Sendable {
  package var entity: String
  package var key: ObjectKey
  /// By property name; a name without an entry is nil.
  package var values: [String: Datum]

  package init(entity: String, key: ObjectKey, values: [String: Datum]) {
    self.entity = entity
    self.key = key
    self.values = values
  }
}

/// All objects, in insertion order.
package struct OracleWorld: Sendable {
  package var schema: Schema
  package var objects: [OracleObject]
  /// Numbers of objects that were deleted. References to them lead nowhere.
  package var deleted: Set<Int> = []

  package init(schema: Schema, objects: [OracleObject]) {
    self.schema = schema
    self.objects = objects
  }

  /// The number of the object of that key.
  func number(of key: ObjectKey) -> Int? {
    objects.firstIndex { $0.key == key }.flatMap { deleted.contains($0) ? nil : $0 }
  }

  /// What an object has under a name.
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

/// What a query gives.
package enum OracleResult: Equatable, Sendable {
  /// Numbers of objects.
  case objects([Int])
  case rows([[Datum]])
  case number(Int)
  case truth(Bool)
  case deleted(Int)
  /// The code of the error.
  case failure(String)
}
