import CDQIR
import CDQValues
import Foundation

/// An expression as the engine evaluates it: one typed getter.
enum Scalar<Row> {
  case null
  case bool(Getter<Row, Bool>)
  case int(Getter<Row, Int64>)
  case double(Getter<Row, Double>)
  case decimal(Getter<Row, Decimal>)
  case string(Getter<Row, String>)
  case date(Getter<Row, Date>)
  case duration(Getter<Row, TimeSpan>)
  case data(Getter<Row, Data>)
  case uuid(Getter<Row, UUID>)
  case url(Getter<Row, URL>)
  case object(ObjectGetter<Row>)
  case opaque(isPresent: (Row) -> Bool)
}

/// An object as a value: its identity, or where its type declares none, only whether it is there.
struct ObjectGetter<Row> {
  /// Why there is no key, for the error of a query that needs one.
  private enum Key {
    case known(Getter<Row, ObjectKey>)
    case undeclared(entity: String, isPresent: (Row) -> Bool)
  }
  private let storage: Key

  init(key: Getter<Row, ObjectKey>) {
    storage = .known(key)
  }

  init(entityWithoutIdentity entity: String, isPresent: @escaping (Row) -> Bool) {
    storage = .undeclared(entity: entity, isPresent: isPresent)
  }

  /// The identity.
  func key() throws(ExecutionError) -> Getter<Row, ObjectKey> {
    switch storage {
    case .known(let getter): return getter
    case .undeclared(let entity, _): throw .missingIdentity(entity: entity)
    }
  }

  /// Whether there is no object.
  var isNull: Condition<Row> {
    switch storage {
    case .known(let getter): getter.isNull
    case .undeclared(_, let isPresent): .row { !isPresent($0) }
    }
  }

  func lifted<Outer>(_ project: @escaping (Outer) -> Row?) -> ObjectGetter<Outer> {
    switch storage {
    case .known(let getter):
      return ObjectGetter<Outer>(key: getter.lifted(project))
    case .undeclared(let entity, let isPresent):
      return ObjectGetter<Outer>(entityWithoutIdentity: entity) { outer in
        guard let row = project(outer) else { return false }
        return isPresent(row)
      }
    }
  }
}

/// Something done with a scalar whatever its type is.
protocol ScalarVisitor<Row, Result> {
  associatedtype Row
  associatedtype Result
  func visit<T: ScalarType>(_ getter: Getter<Row, T>) throws(ExecutionError) -> Result
}

extension Scalar {
  /// Gives the typed getter to `visitor`. NULL goes as a getter of nothing.
  func visit<Visitor: ScalarVisitor>(
    _ visitor: Visitor
  ) throws(ExecutionError) -> Visitor.Result where Visitor.Row == Row {
    switch self {
    case .null: return try visitor.visit(Getter<Row, NoValue>.constant(nil))
    case .bool(let getter): return try visitor.visit(getter)
    case .int(let getter): return try visitor.visit(getter)
    case .double(let getter): return try visitor.visit(getter)
    case .decimal(let getter): return try visitor.visit(getter)
    case .string(let getter): return try visitor.visit(getter)
    case .date(let getter): return try visitor.visit(getter)
    case .duration(let getter): return try visitor.visit(getter)
    case .data(let getter): return try visitor.visit(getter)
    case .uuid(let getter): return try visitor.visit(getter)
    case .url(let getter): return try visitor.visit(getter)
    case .object(let object): return try visitor.visit(object.key())
    case .opaque: throw .malformedQuery("a Transformable value can only be tested for nil")
    }
  }

  /// The same value of the row that `project` gives; nil when it gives none.
  func lifted<Outer>(_ project: @escaping (Outer) -> Row?) -> Scalar<Outer> {
    switch self {
    case .null: .null
    case .bool(let getter): .bool(getter.lifted(project))
    case .int(let getter): .int(getter.lifted(project))
    case .double(let getter): .double(getter.lifted(project))
    case .decimal(let getter): .decimal(getter.lifted(project))
    case .string(let getter): .string(getter.lifted(project))
    case .date(let getter): .date(getter.lifted(project))
    case .duration(let getter): .duration(getter.lifted(project))
    case .data(let getter): .data(getter.lifted(project))
    case .uuid(let getter): .uuid(getter.lifted(project))
    case .url(let getter): .url(getter.lifted(project))
    case .object(let object): .object(object.lifted(project))
    case .opaque(let isPresent):
      .opaque { outer in
        guard let row = project(outer) else { return false }
        return isPresent(row)
      }
    }
  }

  /// Whether the value is nil.
  var isNull: Condition<Row> {
    switch self {
    case .null: .constant(true)
    // Written out, these are compiled for their type.
    case .int(.row(let get)): .row { get($0) == nil }
    case .double(.row(let get)): .row { get($0) == nil }
    case .string(.row(let get)): .row { get($0) == nil }
    case .bool(.row(let get)): .row { get($0) == nil }
    case .date(.row(let get)): .row { get($0) == nil }
    case .bool(let getter): getter.isNull
    case .int(let getter): getter.isNull
    case .double(let getter): getter.isNull
    case .decimal(let getter): getter.isNull
    case .string(let getter): getter.isNull
    case .date(let getter): getter.isNull
    case .duration(let getter): getter.isNull
    case .data(let getter): getter.isNull
    case .uuid(let getter): getter.isNull
    case .url(let getter): getter.isNull
    case .object(let object): object.isNull
    case .opaque(let isPresent): .row { !isPresent($0) }
    }
  }

  /// What the type is called in an error.
  var typeName: String {
    switch self {
    case .null: "NULL"
    case .bool: "Bool"
    case .int: "Int64"
    case .double: "Double"
    case .decimal: "Decimal"
    case .string: "String"
    case .date: "Date"
    case .duration: "Duration"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    case .object: "an object"
    case .opaque: "Transformable"
    }
  }

  /// The value, dynamically typed.
  func boxed() throws(ExecutionError) -> (Row) -> Value {
    if case .opaque = self { return { _ in .null } }
    return try visit(Boxing())
  }

  /// What the value counts as in grouping, `distinct` and set operations.
  func equalityKey() throws(ExecutionError) -> (Row) -> EqualityKey {
    let boxed = try boxed()
    return { EqualityKey(boxed($0)) }
  }
}

private struct Boxing<Row>: ScalarVisitor {
  func visit<T: ScalarType>(_ getter: Getter<Row, T>) throws(ExecutionError) -> (Row) -> Value {
    switch getter {
    case .constant(let value):
      let boxed = value?.boxed ?? .null
      return { _ in boxed }
    case .row(let get):
      return { get($0)?.boxed ?? .null }
    }
  }
}

extension Getter {
  /// Whether the value is nil.
  var isNull: Condition<Row> {
    switch self {
    case .constant(let value): .constant(value == nil)
    case .row(let get): .row { get($0) == nil }
    }
  }
}
