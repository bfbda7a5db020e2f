import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax

/// What is known at a place of a text that is being written, from the constructs around it.
struct CompletionScope {
  let schema: Schema
  /// The constructs around the place, innermost first.
  let frames: ArraySlice<Expectations.Frame>
  /// The entity of bare paths; nil where there is none.
  let entity: String?
  /// The clause around the place; that of a predicate without a query is `.predicate`.
  let clause: Clause?
  /// The variables of the SUBQUERYs around the place with their types, innermost last.
  private(set) var variables: [(name: String, type: OptionalType?)] = []
  /// The declared parameters.
  let parameters: [ParameterDeclaration]

  /// - Parameter entity: the entity of a predicate; nil for a query, which names its own.
  init(_ schema: Schema, _ frames: ArraySlice<Expectations.Frame>, entity: String?) {
    self.schema = schema
    self.frames = frames
    var (owner, clause): (String?, Clause?) = (nil, nil)
    var parameters: [ParameterDeclaration] = []
    // The paths of the shapes around the place, innermost first.
    var shapes: [ExpressionNode] = []
    for frame in frames {
      switch frame {
      case .shape(let path): shapes.append(path)
      case .query(let name), .mapping(let name), .entity(let name): owner = owner ?? name
      case .clause(let word): clause = clause ?? word
      case .declaration(let declared): parameters = declared
      default: break
      }
    }
    self.entity = shapes.reversed().reduce(owner ?? entity) { entity, path in
      let type = NameResolver.type(of: path, entity: entity ?? "", variables: [], parameters: [], schema)
      return type?.base.objectName
    }
    self.clause = clause ?? (entity == nil ? nil : .predicate)
    self.parameters = parameters
    for case .subquery(let collection, let name?, 2) in frames.reversed() {
      variables.append((name, type(of: collection)?.base.element.map { OptionalType($0) }))
    }
  }

  /// Whether the place is directly in its clause, outside of brackets and comparisons.
  var isTop: Bool { if case .clause? = frames.first { true } else { false } }

  /// Whether a key path must be here: a sort key, which can be a call as well, or a key of a limit.
  var isKey: Bool {
    if case .limitKeys? = frames.first { return true }
    return isTop && clause == .sort
  }

  /// Whether the place is the number of a limit or an offset.
  var isRowCount: Bool {
    guard clause == .limit || clause == .offset else { return false }
    return !frames.contains { if case .limitKeys = $0 { true } else { false } }
  }

  /// Whether the place is a side of a comparison, one of its elements, or the new value of a property.
  var isCompared: Bool { comparison != nil || isAssigned }

  /// Whether the place is the new value of a property, or one of its choices.
  private var isAssigned: Bool {
    for frame in frames {
      switch frame {
      case .assignment: return true
      case .parenthesis: continue
      case .ternary(let argument) where argument > 0: continue
      default: return false
      }
    }
    return false
  }

  private var comparison: (left: ExpressionNode, operation: ComparisonOperator?, isQuantified: Bool)? {
    for frame in frames {
      switch frame {
      case .comparison(let left, let operation, let isQuantified): return (left, operation, isQuantified)
      case .parenthesis, .list, .chain: continue
      case .ternary(let argument) where argument > 0: continue
      default: return nil
      }
    }
    return nil
  }

  func type(of node: ExpressionNode) -> OptionalType? {
    NameResolver.type(
      of: node, entity: entity ?? "", variables: variables.map { ($0.name, $0.type?.base.objectName) },
      parameters: parameters, schema)
  }

  /// The type that the place calls for; nil when any will do.
  var expected: OptionalType? {
    if let comparison {
      guard let left = type(of: comparison.left) else { return nil }
      let isElement = comparison.operation == .contains || comparison.isQuantified
      return isElement ? left.base.element.map { OptionalType($0) } ?? left : left
    }
    for frame in frames {
      switch frame {
      case .parenthesis, .list: continue
      case .ternary(let argument) where argument > 0: continue
      case .index: return OptionalType(.int64)
      case .chain(let first): return type(of: first)
      case .call(let name, let argument):
        guard case .function(let function)? = CallTable.callees[CallTable.key(name)] else { return nil }
        let parameters = function.entry.parameters
        return argument < parameters.count ? parameters[argument].type : nil
      case .mappingMember(let name), .assignment(let name): return entity.flatMap { schema.property(named: name, of: $0)?.type }
      case .declaredValue(let type):
        return TypeNames.builtIn[type].map { OptionalType($0) }
          ?? schema.enumeration(named: type).map { OptionalType(.enumeration($0.name)) }
      default: return nil
      }
    }
    return nil
  }

  /// Whether a value alone is a condition: a Bool, or a collection of them after a quantifier.
  func isCondition(_ value: ExpressionNode) -> Bool {
    guard let type = type(of: value)?.base else { return false }
    return (type.element ?? type) == .bool
  }

  /// Whether values of two types can be compared.
  static func fits(_ type: ValueType, _ expected: ValueType) -> Bool {
    let (left, right) = (type.element ?? type, expected.element ?? expected)
    if left.isNumeric, right.isNumeric { return true }
    if case .object = left, case .object = right { return true }
    return left == right
  }
}

extension FunctionEntry.Parameter {
  /// The type that fits best.
  fileprivate var type: OptionalType? {
    switch self {
    case .number, .double, .amount: OptionalType(.double)
    case .integer: OptionalType(.int64)
    case .text, .textOrData, .timeZone: OptionalType(.string)
    case .date: OptionalType(.date)
    }
  }
}
