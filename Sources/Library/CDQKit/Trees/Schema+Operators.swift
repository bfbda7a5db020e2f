public import CDQIR
import CDQSemantics
import CDQSyntax

/// What a filter editor offers for a property.
public struct PropertyOperators: Hashable, Sendable {
  /// The type of the property; a collection for a to-many relationship and what lies after one.
  public let type: OptionalType
  /// The operators that the property can stand before, in the order of a menu.
  public let operators: [PredicateOperator]
  /// The words that must stand before a comparison; empty for a property that has one value.
  public let quantifiers: [PredicateTree.Quantifier]
  /// The kind of editor for the other side of a comparison.
  public let editor: Editor

  /// A kind of editor.
  public enum Editor: Hashable, Sendable {
    case text
    /// A whole number within the bounds of the type.
    case integer(ClosedRange<Int64>)
    /// A number with a fraction.
    case number
    case toggle
    case date
    /// A number of seconds.
    case duration
    /// One of the cases of an enum, by their names.
    case choice([String])
    case uuid
    case url
    /// An object of an entity.
    case object(entity: String)
    /// Bytes, which one can only choose from a file.
    case data
    /// No editor: the value can only be compared with NULL.
    case none
  }
}

extension Schema {
  /// The operators that a property can stand before, and the kind of editor for its values.
  ///
  ///     let offered = schema.operators(for: "City.country.name")
  ///     menu.items = offered?.operators.map(\.rawValue) ?? []
  ///
  /// - Parameter property: an entity and a key path from it, with dots between the names.
  /// - Returns: nil when the schema has no such property.
  public func operators(for property: String) -> PropertyOperators? {
    let names = property.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.count > 1, entity(named: names[0]) != nil else { return nil }
    var (owner, type, isCollection): (String?, OptionalType, Bool) = (names[0], OptionalType(.null), false)
    for name in names.dropFirst() {
      guard let entity = owner, let property = self.property(named: name, of: entity) else { return nil }
      let target = property.type
      isCollection = isCollection || target.base.element != nil
      let base = target.base.element ?? target.base
      type = OptionalType(base, isOptional: type.isOptional || target.isOptional)
      owner = if case .object(let entity) = base { entity } else { nil }
    }
    return PropertyOperators(
      type: isCollection ? OptionalType(.collection(element: type.base, isOrdered: false)) : type,
      operators: ComparisonOperator.operators(for: type.base).compactMap { PredicateOperator(rawValue: $0.rawValue) },
      quantifiers: isCollection ? [.any, .all, .none] : [],
      editor: editor(for: type.base))
  }

  private func editor(for type: ValueType) -> PropertyOperators.Editor {
    switch type {
    case .bool: .toggle
    case .int16: .integer(Int64(Int16.min)...Int64(Int16.max))
    case .int32: .integer(Int64(Int32.min)...Int64(Int32.max))
    case .int64: .integer(Int64.min...Int64.max)
    case .float, .double, .decimal: .number
    case .string: .text
    case .date: .date
    case .duration: .duration
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    case .enumeration(let name): .choice(enumeration(named: name)?.cases.map(\.name) ?? [])
    case .object(let entity): .object(entity: entity)
    case .opaque, .null, .collection: .none
    }
  }
}
