/// A Swift declaration with its documentation and access level.
package struct SwiftDeclaration: Hashable, Sendable {
  /// The lines of the doc comment, without `///`.
  package var documentation: [String]
  /// The access modifier, such as `public`; empty for none.
  package var access: String
  /// Lines of attributes, such as `@objc(City)`.
  package var attributes: [String]
  package var kind: Kind

  package init(documentation: [String] = [], attributes: [String] = [], access: String = "", _ kind: Kind) {
    self.documentation = documentation
    self.attributes = attributes
    self.access = access
    self.kind = kind
  }

  /// The declaration with `nonisolated` if it is a type. With `-default-isolation MainActor`, which Xcode sets in new
  /// apps, the conformances of the type could otherwise not be used off the main actor.
  var nonisolated: SwiftDeclaration {
    guard case .type = kind else { return self }
    var result = self
    result.access = access.isEmpty ? "nonisolated" : "nonisolated \(access)"
    return result
  }

  /// The kind of a declaration, with the parts that only this kind has.
  package indirect enum Kind: Hashable, Sendable {
    /// `struct Name: Conformances { … }`; `enum` and `extension` likewise.
    case type(Keyword, name: String, conformances: [String], [SwiftDeclaration])
    case `typealias`(String, SwiftType)
    /// A case of an enum with its raw value, such as `case large = "LARGE"`; nil for a case without one.
    case enumCase(String, SwiftExpression?)
    /// A stored property: `static let name: Type = value`, or `var name: Type`.
    case stored(isStatic: Bool, isConstant: Bool, String, SwiftType, SwiftExpression?)
    /// A property with a getter: `var name: Type { … }`.
    case computed(isStatic: Bool, String, SwiftType, [SwiftStatement])
    /// A property with a getter and a setter: `var name: Type { get { … } set { … } }`.
    case accessors(String, SwiftType, get: [SwiftStatement], set: [SwiftStatement])
    /// A property with `@NSManaged`, which Core Data implements.
    case managed(String, SwiftType)
    /// A function with `@NSManaged`, which Core Data implements.
    case managedFunction(String, [SwiftFunction.Parameter])
    case function(SwiftFunction)
    /// Rendered lines with their indentation; `isStored` tells whether they declare a stored property.
    case written(String, isStored: Bool)
  }

  package enum Keyword: String, Hashable, Sendable {
    case `struct`, `enum`, `extension`, `class`
    /// A class that cannot have subclasses.
    case finalClass = "final class"
  }
}

/// A function or initializer.
package struct SwiftFunction: Hashable, Sendable {
  /// The name of the function; nil for an initializer.
  package var name: String?
  package var isStatic: Bool
  /// Whether a static function is written `class func`, so that subclasses can override it.
  package var isOfClass = false
  package var isAsync = false
  package var parameters: [Parameter]
  package var isThrowing: Bool
  /// The error type of a typed `throws`; nil for a `throws` of any error.
  package var errorType: String?
  package var result: SwiftType?
  package var body: [SwiftStatement]

  package init(
    name: String?, isStatic: Bool = false, isAsync: Bool = false, parameters: [Parameter], isThrowing: Bool = false,
    errorType: String? = nil, result: SwiftType? = nil, body: [SwiftStatement]
  ) {
    self.name = name
    self.isStatic = isStatic
    self.isAsync = isAsync
    self.parameters = parameters
    self.isThrowing = isThrowing
    self.errorType = errorType
    self.result = result
    self.body = body
  }

  /// A parameter of a function: `label name: Type = default`.
  package struct Parameter: Hashable, Sendable {
    package var label: String?
    package var name: String
    package var type: SwiftType
    package var defaultValue: SwiftExpression?

    package init(_ label: String? = nil, _ name: String, _ type: SwiftType, defaultValue: SwiftExpression? = nil) {
      self.label = label
      self.name = name
      self.type = type
      self.defaultValue = defaultValue
    }
  }
}

/// A Swift file: a leading comment, imports and declarations.
package struct SwiftFile: Hashable, Sendable {
  /// The lines of the leading comment, without `//`.
  package var header: [String]
  /// Import lines, such as `public import CDQStore`.
  package var imports: [String]
  package var declarations: [SwiftDeclaration]

  package init(header: [String], imports: [String], declarations: [SwiftDeclaration]) {
    self.header = header
    self.imports = imports
    self.declarations = declarations
  }
}
