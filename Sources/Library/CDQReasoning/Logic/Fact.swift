import CDQIR

/// A value as the reasoner sees it: an expression that it does not look into, and the folding under which texts are
/// compared. A literal is a constant.
struct Term: Hashable {
  let key: ExpressionKey
  let options: TextOptions
  var expression: ExpressionIR { key.expression }

  init(_ expression: ExpressionIR, _ options: TextOptions = []) {
    // The type of a literal does not matter to its order among others.
    if case .literal(let value, _) = expression {
      key = ExpressionKey(.literal(value, .null))
    } else {
      key = ExpressionKey(expression.normalized)
    }
    self.options = options
  }

  /// The value of a constant; nil for any other term.
  var constant: Value? {
    if case .literal(let value, _) = expression { value } else { nil }
  }
}

extension ExpressionIR {
  /// The same path whatever the type that the checker noted for it: an object may be known by the entity that declares
  /// the property after it, or by a sub-entity. Other expressions as they are.
  var normalized: ExpressionIR {
    guard case .path(var path) = self else { return self }
    if case .object = path.type.base { path.type.base = .object("") }
    path.type.isOptional = true
    return .path(path)
  }
}

/// What a value may be: nil, NaN, or a value that is equal to itself.
struct ValueStates: OptionSet, Hashable {
  let rawValue: UInt8
  static let null = ValueStates(rawValue: 1)
  static let notANumber = ValueStates(rawValue: 2)
  static let value = ValueStates(rawValue: 4)
  static let any: ValueStates = [.null, .notANumber, .value]
  /// Anything but nil.
  static let present: ValueStates = [.notANumber, .value]
}

/// A statement that is true in a branch of the search.
enum Fact {
  /// An expression is nil, NaN or a value.
  case state(ExpressionIR, ValueStates)
  /// Two values are in one of these orders; bits as in `ComparisonIR.Operator.accepted`, without NaN.
  case order(Term, Term, UInt8)
  /// A text matches a pattern, or does not. The text is not nil.
  case text(TextMatchIR.Operator, Term, pattern: String, holds: Bool)
  /// A value is one of these, or is none of them. It is not nil.
  case member(Term, [Value], holds: Bool)
  /// A condition that the reasoner does not look into is true or false.
  case opaque(PredicateIR, Bool)
}

/// Something that remains to be taken apart in a branch of the search.
indirect enum Goal {
  /// A condition has this truth.
  case truth(PredicateIR, Bool)
  case fact(Fact)
  case all([Goal])
  case any([Goal])
  /// Some element of a collection gives the condition this truth.
  case exists(CollectionIR, VariableIR, PredicateIR, Bool)
  /// Every element of a collection does.
  case forAll(CollectionIR, VariableIR, PredicateIR, Bool)
  /// Nothing: it is always reached.
  static var reached: Goal { .all([]) }
  /// Nothing reaches it.
  static var unreachable: Goal { .any([]) }
}
