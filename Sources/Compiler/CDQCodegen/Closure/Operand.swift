import CDQIR

/// A value in generated code: the Swift expression, its type in the language, and the conversion to that type. The
/// user's property `rank: Int?` has the expression `town.rank`, the type `.int64` and the form `.integer`.
struct Operand: Hashable {
  /// The conversion from the expression's Swift type to the Swift type of the language's values.
  enum Form: Hashable {
    /// None: the value is already a `Bool`, `Int64`, `Double`, `String`, `Date` and so on.
    case plain
    /// The user's property has some integer type: `Int64(…)`.
    case integer
    /// The user's property is a `Float` or `Double`: `Double(…)`.
    case floating
    /// An enum of the user with a `String` as raw value: `.rawValue`.
    case textEnum
    /// An enum of the user with an integer as raw value: `Int64(….rawValue)`.
    case integerEnum
    /// An instance of a type of the user.
    case object
  }
  var expression: SwiftExpression
  var type: ValueType
  var isOptional: Bool
  var form: Form
  /// Whether the expression is an optional chain whose last member is not optional: a further member needs no `?`.
  var isChained = false

  init(_ expression: SwiftExpression, _ type: ValueType, isOptional: Bool = false, form: Form = .plain) {
    self.expression = expression
    self.type = type
    self.isOptional = isOptional
    self.form = form
  }

  /// A name for a variable that holds the value, such as `nationName` for `town.nation?.name`.
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
        .tuple, .subscript, .attempt, .forced, .wrappedString, .lines, .closure:
        return parts.isEmpty ? "value" : SwiftNames.camelCase(parts.joined(separator: "."))
      }
    }
  }
}
