/// A Swift declaration with its documentation and access level.
package struct SwiftDeclaration: Hashable, Sendable {
  /// Lines of the doc comment, without `///`.
  package var documentation: [String]
  /// `public`; empty for none.
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

  /// The declaration, of no actor where it is a type's: with `-default-isolation MainActor`, as Xcode gives to new
  /// apps, a type would else conform to nothing that is used off the main actor.
  var nonisolated: SwiftDeclaration {
    guard case .type = kind else { return self }
    var result = self
    result.access = access.isEmpty ? "nonisolated" : "nonisolated \(access)"
    return result
  }

  /// What is declared.
  package indirect enum Kind: Hashable, Sendable {
    /// `struct Name: Conformances { … }`; `enum` and `extension` likewise.
    case type(Keyword, name: String, conformances: [String], [SwiftDeclaration])
    case `typealias`(String, SwiftType)
    /// A case of an enum and its raw value.
    case enumCase(String, SwiftExpression?)
    /// A stored property.
    case stored(isStatic: Bool, isConstant: Bool, String, SwiftType, SwiftExpression?)
    /// A property with a getter.
    case computed(isStatic: Bool, String, SwiftType, [SwiftStatement])
    /// A property with a getter and a setter.
    case accessors(String, SwiftType, get: [SwiftStatement], set: [SwiftStatement])
    /// A property that something else implements, by an attribute.
    case managed(String, SwiftType)
    /// A function with parameters that something else implements, by an attribute.
    case managedFunction(String, [SwiftFunction.Parameter])
    case function(SwiftFunction)
    /// Lines that are indented for where they will stand, and whether they declare a stored property.
    case written(String, isStored: Bool)
  }

  package enum Keyword: String, Hashable, Sendable {
    case `struct`, `enum`, `extension`, `class`
    /// A class without subclasses.
    case finalClass = "final class"
  }
}

/// A function or initialiser.
package struct SwiftFunction: Hashable, Sendable {
  /// nil for an initialiser.
  package var name: String?
  package var isStatic: Bool
  /// Whether a static function is written `class func`, as subclasses have their own.
  package var isOfClass = false
  package var parameters: [Parameter]
  package var isThrowing: Bool
  /// The only error type it throws; nil for any.
  package var errorType: String?
  package var result: SwiftType?
  package var body: [SwiftStatement]

  package init(
    name: String?, isStatic: Bool = false, parameters: [Parameter], isThrowing: Bool = false,
    errorType: String? = nil, result: SwiftType? = nil, body: [SwiftStatement]
  ) {
    self.name = name
    self.isStatic = isStatic
    self.parameters = parameters
    self.isThrowing = isThrowing
    self.errorType = errorType
    self.result = result
    self.body = body
  }

  /// `label name: Type = default`
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

/// A Swift file.
package struct SwiftFile: Hashable, Sendable {
  /// Lines of the leading comment, without `//`.
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
