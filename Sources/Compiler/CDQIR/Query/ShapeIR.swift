/// A shape: values of the objects that an object is related to, in one column of its row. The shape
/// `cities { name sort population desc limit 3 } as largest` of a country is a list of three rows of one column.
///
/// A to-many relationship gives a list of rows, in the order of the relationship unless the shape sorts; a to-one
/// relationship gives one row, or null without an object. A row is a list of the values of its columns.
public struct ShapeIR: Hashable, Sendable {
  /// The name of the column: the word after `as`, or the last step of the path.
  public var name: String
  /// The number of columns of the result before it, values and shapes. Invariant: greater than that of the shape before.
  public var position: Int
  /// The to-one steps from the object of the row to the relationship, and the relationship itself, which may be
  /// to-many. Invariant: not empty, and none is an attribute.
  public var steps: [StepIR]
  /// Whether a to-one relationship may lead to no object; false for a to-many one.
  public var isOptional: Bool
  /// The entity of the related objects.
  public var entity: String
  /// The condition that selects related objects; `.constant(true)` without `where`. Each is its variable 0.
  public var predicate: PredicateIR
  /// How the related objects are ordered; without keys as in the relationship.
  public var sort: SortIR
  /// The greatest number of related objects of each object; nil for no limit.
  public var limit: CountIR?
  /// The columns, values of a related object or shapes. Invariant: neither grouped nor distinct.
  public var projection: ProjectionIR

  /// A shape of the given parts.
  public init(
    name: String, position: Int, steps: [StepIR], isOptional: Bool, entity: String,
    predicate: PredicateIR = .constant(true), sort: SortIR = .keys([]), limit: CountIR? = nil, projection: ProjectionIR
  ) {
    self.name = name
    self.position = position
    self.steps = steps
    self.isOptional = isOptional
    self.entity = entity
    self.predicate = predicate
    self.sort = sort
    self.limit = limit
    self.projection = projection
  }

  /// Whether the column holds a list of rows.
  public var isToMany: Bool { steps.last?.kind == .toMany }

  /// The path to the related objects.
  package var path: PathIR {
    PathIR(variable: 0, steps: steps, type: OptionalType(.object(entity), isOptional: true))
  }

  /// The root of the path.
  package var pathNode: IRNode { isToMany ? .collection(.path(path)) : .expression(.path(path)) }

  /// The roots of the path, and of the conditions and values in the braces.
  package var nodes: [IRNode] { [pathNode] + query([]).nodes }

  /// The query whose rows the related objects of one object give.
  ///
  /// - Parameter parameters: Those of the query that has the shape.
  package func query(_ parameters: [ParameterIR]) -> QueryIR {
    QueryIR(
      entity: entity, parameters: parameters, predicate: predicate, sort: sort, limit: limit, projection: projection)
  }
}

extension ProjectionIR {
  /// A column of the result, in the order of `select`.
  public enum Column: Hashable, Sendable {
    /// A value.
    case item(Item)
    /// Rows of related objects.
    case shape(ShapeIR)

    /// The name of the column.
    public var name: String {
      switch self {
      case .item(let item): item.name
      case .shape(let shape): shape.name
      }
    }
  }

  /// The types of the columns, such as `(name: String, cities: [(name: String)])`.
  ///
  /// - Parameter type: The text of a value's type.
  package func signature(_ type: (OptionalType) -> String) -> String {
    let members = columns.map { column -> String in
      switch column {
      case .item(let item): return "\(item.name): \(type(item.type))"
      case .shape(let shape):
        let row = shape.projection.signature(type)
        return "\(shape.name): \(shape.isToMany ? "[\(row)]" : shape.isOptional ? "\(row)?" : row)"
      }
    }
    return "(\(members.joined(separator: ", ")))"
  }

  /// The columns of the result, values and shapes, in the order of `select`.
  public var columns: [Column] {
    var result: [Column] = []
    var values = items.makeIterator()
    for shape in shapes {
      while result.count < shape.position, let item = values.next() { result.append(.item(item)) }
      result.append(.shape(shape))
    }
    while let item = values.next() { result.append(.item(item)) }
    return result
  }

  /// Whether each shape can have as many columns before it as it says.
  var hasShapesInOrder: Bool {
    var least = 0
    for (index, shape) in shapes.enumerated() {
      guard shape.position >= least, shape.position <= items.count + index else { return false }
      least = shape.position + 1
    }
    return true
  }
}
