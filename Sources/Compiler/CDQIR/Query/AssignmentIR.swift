/// A property of an update's objects with its new value, as `population = population + 1`.
public struct AssignmentIR: Hashable, Sendable {
  /// The name of an attribute, or of a to-one relationship.
  public var property: String
  /// The value, from the object as it was. For a relationship it is a parameter or nil.
  public var value: ExpressionIR

  /// A new value of a property.
  public init(property: String, value: ExpressionIR) {
    self.property = property
    self.value = value
  }

  /// Whether the value is computed from the object; false for a value of the text and for an argument.
  package var isComputed: Bool {
    switch value {
    case .literal, .parameter: false
    default: true
    }
  }
}

extension QueryIR {
  /// The new values that are computed from each object.
  package var computedAssignments: [AssignmentIR] { assignments.filter(\.isComputed) }

  /// The objects that the query finds, without what it does with them.
  package var found: QueryIR {
    var result = self
    result.cardinality = .many
    result.assignments = []
    return result
  }

  /// The query for the new values that are computed, a column for each, with a row for each object that the query finds;
  /// nil when none is.
  package var newValues: QueryIR? {
    let computed = computedAssignments
    if computed.isEmpty { return nil }
    var result = found
    result.projection = ProjectionIR(
      isGrouped: false,
      items: computed.map {
        ProjectionIR.Item(
          name: $0.property, expression: $0.value, type: OptionalType($0.value.type, isOptional: true))
      })
    return result
  }
}

extension ExpressionIR {
  /// The indexes of the parameters that the value uses.
  package var parameters: Set<Int> {
    var found: Set<Int> = []
    IRNode.expression(self).walk { node in
      switch node {
      case .expression(.parameter(let index, _)), .collection(.parameter(let index, _)): found.insert(index)
      case .expression(.path(let path)), .collection(.path(let path)):
        if let index = path.parameter { found.insert(index) }
      case .predicate, .expression, .collection: break
      }
      return true
    }
    return found
  }
}
