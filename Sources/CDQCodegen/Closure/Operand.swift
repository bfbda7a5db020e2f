import CDQIR

/// A value in generated code: the Swift expression that gives it, and what has to be done to compare it.
struct Operand: Hashable {
  /// How the expression's value becomes the language's.
  enum Form: Hashable {
    /// It is the language's: `Bool`, `Int64`, `Double`, `String`, `Date` and so on.
    case plain
    /// Some integer type of the user's: `Int64(…)`.
    case integer
    /// `Float` or `Double`: `Double(…)`.
    case floating
    /// An enum of the user's with a text as raw value.
    case textEnum
    /// An enum of the user's with an integer as raw value.
    case integerEnum
    /// An object of the user's.
    case object
  }
  var expression: SwiftExpression
  var type: ValueType
  var isOptional: Bool
  var form: Form
  /// Whether it is an optional chain whose last member is not optional itself: further members follow without `?`.
  var isChained = false

  init(_ expression: SwiftExpression, _ type: ValueType, isOptional: Bool = false, form: Form = .plain) {
    self.expression = expression
    self.type = type
    self.isOptional = isOptional
    self.form = form
  }

  /// A short name for a variable that holds it.
  var hint: String {
    var parts: [String] = []
    var rest = expression
    while true {
      switch rest {
      case .member(let base, let name), .optionalMember(let base, let name):
        parts.insert(name, at: 0)
        rest = base
      case .name(let name):
        return SwiftNames.camelCase((parts.isEmpty ? [name] : parts).joined(separator: "."))
      case .integer, .double, .string, .boolean, .null, .implicitMember, .call, .binary, .prefix, .ternary, .array,
        .tuple, .subscript, .attempt, .wrappedString, .closure:
        return parts.isEmpty ? "value" : SwiftNames.camelCase(parts.joined(separator: "."))
      }
    }
  }
}
