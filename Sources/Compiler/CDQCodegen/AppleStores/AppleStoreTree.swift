package import CDQIR

/// A condition of the `NSPredicate` that Core Data turns into SQL.
///
/// A `#Predicate` becomes one by `AppleStoreLowering`. `AppleStoreJudge` looks for shapes in it of which the list of reports says
/// whether they run.
package indirect enum AppleStoreCondition: Sendable {
  /// The relation of a comparison, with the options of texts.
  package enum Relation: Sendable {
    case compare(ComparisonIR.Operator, TextOptions)
    case text(TextMatchIR.Operator, TextOptions)
    /// `IN` a list of values.
    case isIn(TextOptions)
    /// `BETWEEN` the two values of a list.
    case isBetween
  }

  case constant(Bool)
  /// A Bool value that is true: `value == YES`.
  case holds(AppleStoreValue)
  case and([AppleStoreCondition])
  case or([AppleStoreCondition])
  case not(AppleStoreCondition)
  case comparison(AppleStoreValue, Relation, AppleStoreValue)
  /// `ANY`, or for `isAll` `ALL`, of the values that a path leads to.
  case quantified(isAll: Bool, AppleStoreCondition)
}

/// A value of an `NSPredicate`.
package indirect enum AppleStoreValue: Sendable {
  case null
  /// A literal or a captured value.
  case constant(SwiftExpression)
  case path(AppleStorePath)
  /// `TERNARY(condition, then, otherwise)`
  case choice(AppleStoreCondition, AppleStoreValue, AppleStoreValue)
  /// `TERNARY(value != nil, value, otherwise)`, for `value ?? otherwise`.
  case coalesced(AppleStoreValue, AppleStoreValue)
  /// `TERNARY(value != nil, result, nil)`, for `value.flatMap { … }` and a call after `value?`.
  case unwrapped(AppleStoreValue, AppleStoreValue)
  /// `TERNARY(condition, true, false)`: a condition where a value is wanted.
  case truth(AppleStoreCondition)
  /// A list of values, such as `{1, 2}`.
  case list([AppleStoreValue])
  /// `value.@count`
  case count(AppleStoreValue)
  /// `SUBQUERY(value, $variable, condition)`
  case subquery(AppleStoreValue, variable: String, AppleStoreCondition)
  /// A function or an operator of arithmetic by its name, such as `length` or `+`.
  case function(String, [AppleStoreValue])
  /// What has no form in an `NSPredicate`, or none that a store runs.
  case unsupported(AppleStoreShape)

  var isNull: Bool { if case .null = self { true } else { false } }
}

/// A key path of an `NSPredicate` from the object or from an element of a SUBQUERY.
package struct AppleStorePath: Sendable {
  package enum Kind: Sendable {
    case attribute, toOne, toMany
    /// A to-many relationship that may be nil, which a hand-written class can have.
    case optionalToMany
    /// An attribute that holds several values.
    case values
    /// The identifier of an object: `persistentModelID`.
    case identity
  }

  package struct Step: Sendable {
    package var name: String
    package var kind: Kind

    package init(_ name: String, _ kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }

  /// The name of the closure's parameter, or of the SUBQUERY's variable.
  package var variable: String
  package var steps: [Step]
  /// The entity of the objects that the path leads to; nil where it leads to values.
  package var entity: String?

  package init(variable: String, steps: [Step] = [], entity: String?) {
    self.variable = variable
    self.steps = steps
    self.entity = entity
  }

  /// The number of first steps that a TERNARY around the value has tested for nil.
  var known = 0

  /// The number of relationships to one object that another step follows, without those that are tested. Each is a
  /// TERNARY of its own, and only a single one becomes a key path.
  var hops: Int { steps.dropLast().dropFirst(known).count { $0.kind == .toOne } }

  func appending(_ name: String, _ kind: Kind, entity: String? = nil) -> AppleStorePath {
    var path = self
    path.steps.append(Step(name, kind))
    path.entity = entity
    return path
  }
}
