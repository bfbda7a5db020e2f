package import CDQIR
package import CDQValues
import Foundation

/// The new values of an update with its arguments bound. An assignment whose parameter has no argument is absent.
package struct BoundAssignments {
  /// Where the new value of a property comes from.
  package enum Source {
    /// The value is the same for all objects.
    case constant(Value)
    /// The index of a column of `QueryIR.newValues`.
    case column(Int)
  }

  /// The properties with their new values, in the order of the text.
  package private(set) var items: [(property: String, source: Source)] = []

  package init(
    _ ir: QueryIR, _ arguments: Arguments, limits: ValueLimits = ValueLimits()
  ) throws(ExecutionError) {
    let binding = try ArgumentBinding(arguments, to: ir.parameters, limits: limits)
    var columns = 0
    for assignment in ir.assignments {
      let source: Source
      switch assignment.value {
      case .literal(let value, _): source = .constant(value)
      case .parameter(let index, _):
        guard binding.values.indices.contains(index) else { throw .malformedQuery("there is no parameter \(index)") }
        source = .constant(binding.values[index])
      default:
        source = .column(columns)
        columns += 1
      }
      guard assignment.value.parameters.isDisjoint(with: binding.absent) else { continue }
      items.append((assignment.property, source))
    }
  }

  /// The new value of a property of one object.
  ///
  /// - Parameter row: The computed values of the object.
  package static func value(_ source: Source, _ row: [Value]) -> Value {
    switch source {
    case .constant(let value): value
    case .column(let index): row.indices.contains(index) ? row[index] : .null
    }
  }

  /// A new value in the form of its attribute.
  ///
  /// - Throws: `StoreError.wrongType`.
  package static func checked(
    _ value: Value, _ attribute: Attribute, of entity: String, in schema: Schema
  ) throws(StoreError) -> Value {
    let value = value.assigned(to: attribute.type)
    guard value.isNull || schema.matches(value, attribute.type) else {
      throw .wrongType(
        entity: entity, property: attribute.name, expected: attribute.type.description, value: value)
    }
    // As for a to-many, nil leaves a required collection without elements.
    let isEmptied = value.isNull && !attribute.isOptional && attribute.type.element != nil
    return isEmptied ? .list([]) : value
  }
}

extension QueryIR {
  /// Fails where an `update` has a form that no text has, as one that was decoded may: its new values would not be those of
  /// the objects that it finds.
  package func requireAssignments() throws(ExecutionError) {
    guard cardinality == .update else {
      if !assignments.isEmpty { throw .malformedQuery("only an update sets new values") }
      return
    }
    var isSorted = true
    if case .keys(let keys) = sort { isSorted = !keys.isEmpty }
    if isSorted || limit != nil || limitPerKey != nil || offset != nil || projection != nil {
      throw .malformedQuery("an update has no order, limit, offset or columns")
    }
    if assignments.isEmpty { throw .malformedQuery("an update sets nothing") }
    guard Set(assignments.map(\.property)).count == assignments.count else {
      throw .malformedQuery("an update sets a property twice")
    }
  }
}

extension Value {
  /// The value in the form that an attribute of a type holds: an integer as a Double or Decimal, a Double rounded to a
  /// Float. Other values stay as they are, and the rules of the attribute decide about them.
  package func assigned(to type: ValueType) -> Value {
    switch (type, self) {
    case (.double, .int(let number)): .double(Double(number))
    case (.float, .int(let number)): .double(Double(Float(number)))
    case (.float, .double(let number)): .double(Double(Float(number)))
    case (.decimal, .int(let number)): .decimal(Decimal(number))
    default: self
    }
  }
}
