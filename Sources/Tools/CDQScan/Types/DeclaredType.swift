/// What a file declares of a type: in its declaration, an extension, an interface or an implementation.
package struct DeclaredType: Sendable {
  package enum Kind: Sendable {
    case structure, enumeration, reference, other
    /// An extension, a category or an implementation, which adds to a declaration.
    case addition
  }

  package var name: String
  package var kind: Kind
  /// The types after the colon.
  package var inherited: [String] = []
  /// The types of properties, by name; unknown for a property whose type the declaration does not show.
  package var members: [String: TypeName] = [:]
  /// The types of the results of functions, by name; unknown for functions of one name with several types.
  package var results: [String: TypeName] = [:]
  /// The names that several functions have.
  package var overloaded: Set<String> = []
  /// Constants whose value is a literal text: static ones, and cases of an enum.
  package var texts: [String: String] = [:]
  package var cases: Set<String> = []
  /// Properties that only the store gives: `@NSManaged`, `@dynamic`, and properties of an Objective-C interface.
  package var managed: Set<String> = []

  /// Adds a function's result.
  mutating func add(result: TypeName, of name: String) {
    guard let other = results[name] else { return results[name] = result }
    overloaded.insert(name)
    if other != result { results[name] = .unknown }
  }
}

/// The declarations of a file that other files can use.
package struct FileDeclarations: Sendable {
  package var types: [DeclaredType] = []
  /// Constants and functions outside of types, as members of a type without a name.
  package var global = DeclaredType(name: "", kind: .other)
  /// The types that `typealias` names.
  package var aliases: [String: TypeName] = [:]
  /// Integer types of `NS_ENUM` and `NS_OPTIONS`.
  package var integers: Set<String> = []
  /// Functions that pass predicates, or formats with arguments, on.
  package var helpers: [FormatHelper] = []
  package var takers: [PredicateTaker] = []
  /// Whether the parameters of a function have a type with which it could.
  var mayPass = false
  /// The names of generic parameters, which hide types of the same name.
  package var generics: Set<String> = []

  /// The names of the enums.
  package var enumerations: [String] { types.filter { $0.kind == .enumeration }.map(\.name) }
}
