/// `enum Income: String { low = "5. Low income" }`
package struct EnumDeclaration: Hashable, Sendable {
  package var documentation: String?
  package var name: Identifier
  /// `String` or an integer type; nil when it is omitted (then `String`).
  package var rawType: Identifier?
  package var cases: [Case]
  package var span: SourceSpan

  package init(
    documentation: String?, name: Identifier, rawType: Identifier?, cases: [Case], span: SourceSpan
  ) {
    self.documentation = documentation
    self.name = name
    self.rawType = rawType
    self.cases = cases
    self.span = span
  }

  /// `low = "5. Low income"`; without a value the raw value is the name, or the next integer.
  package struct Case: Hashable, Sendable {
    package var documentation: String?
    package var name: Identifier
    package var rawValue: ExpressionNode?

    package init(documentation: String?, name: Identifier, rawValue: ExpressionNode?) {
      self.documentation = documentation
      self.name = name
      self.rawValue = rawValue
    }
  }
}

/// `abstract entity B: A { … }`
package struct EntityDeclaration: Hashable, Sendable {
  package var documentation: String?
  package var isAbstract: Bool
  package var name: Identifier
  package var parent: Identifier?
  package var members: [Member]
  package var span: SourceSpan

  package init(
    documentation: String?, isAbstract: Bool, name: Identifier, parent: Identifier?, members: [Member], span: SourceSpan
  ) {
    self.documentation = documentation
    self.isAbstract = isAbstract
    self.name = name
    self.parent = parent
    self.members = members
    self.span = span
  }

  package enum Member: Hashable, Sendable {
    /// `name: String @index`
    case property(PropertyDeclaration)
    /// `@@unique(a, b)`
    case annotation(Annotation)
  }
}

/// `country: Country? inverse cities @delete(nullify)`: an attribute or a relationship. Only the schema shows which of
/// the two: `Country` may name an entity or an enum.
package struct PropertyDeclaration: Hashable, Sendable {
  package var documentation: String?
  package var name: Identifier
  package var type: TypeReference
  /// A literal, `.case`, or an aggregate of literals.
  package var defaultValue: ExpressionNode?
  package var inverse: Identifier?
  package var annotations: [Annotation]
  package var span: SourceSpan

  package init(
    documentation: String?, name: Identifier, type: TypeReference, defaultValue: ExpressionNode?, inverse: Identifier?,
    annotations: [Annotation], span: SourceSpan
  ) {
    self.documentation = documentation
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.inverse = inverse
    self.annotations = annotations
    self.span = span
  }
}

/// `Int64?`, `[String]`, `ordered [City]`
package struct TypeReference: Hashable, Sendable {
  package var name: Identifier
  /// A `?` follows the whole type.
  package var isOptional: Bool
  /// The type is in brackets.
  package var isCollection: Bool
  /// `ordered` before the brackets.
  package var isOrdered: Bool
  package var span: SourceSpan

  package init(name: Identifier, isOptional: Bool, isCollection: Bool, isOrdered: Bool, span: SourceSpan) {
    self.name = name
    self.isOptional = isOptional
    self.isCollection = isCollection
    self.isOrdered = isOrdered
    self.span = span
  }
}

/// `@unique`, `@range(0...10)`, `@@index(a, b desc)`
package struct Annotation: Hashable, Sendable {
  /// The word after `@` or `@@`.
  package var name: Identifier
  /// True when it is written with `@@`, as a member of the entity.
  package var isCompound: Bool
  /// The arguments in parentheses; nil when there are no parentheses.
  package var arguments: [Argument]?
  package var span: SourceSpan

  package init(name: Identifier, isCompound: Bool, arguments: [Argument]?, span: SourceSpan) {
    self.name = name
    self.isCompound = isCompound
    self.arguments = arguments
    self.span = span
  }

  package struct Argument: Hashable, Sendable {
    /// `from` in `@renamed(from: "title")`
    package var label: Identifier?
    package var value: Value
    package var span: SourceSpan

    package init(label: Identifier?, value: Value, span: SourceSpan) {
      self.label = label
      self.value = value
      self.span = span
    }
  }

  package enum Value: Hashable, Sendable {
    /// A literal, including its sign.
    case literal(ExpressionNode)
    /// A word such as `cascade`, or a property in `@@index(a, b desc)`.
    case word(Identifier, descending: Bool)
    /// `0...10`; an end may be missing (`0...`, `...10`).
    case range(ExpressionNode?, ExpressionNode?)
  }
}
