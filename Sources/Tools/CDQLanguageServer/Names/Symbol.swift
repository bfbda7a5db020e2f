import CDQIR
import CDQSyntax

/// The thing that a name in a text stands for.
enum Symbol: Hashable {
  case entity(String)
  /// A property, by the entity that declares it.
  case property(entity: String, name: String)
  case enumeration(String)
  case enumerationCase(enumeration: String, name: String)
  case query(String)
  case mapping(String)
  /// A parameter; it belongs to the declaration that begins at the offset.
  case parameter(String, declaration: UInt32)
  /// The variable of a SUBQUERY, by the place of its declaration.
  case variable(String, declaration: UInt32)
  /// The name of a selected column.
  case column(String, declaration: UInt32)
  /// A function of the language, by its key in the call table.
  case function(String)
  case collectionOperator(String)
  /// A type of the language, such as `Int64`.
  case builtInType(String)
  case annotation(String)
  /// A schema file or model, by the path as written.
  case file(String)

  /// The name that occurrences spell.
  var name: String {
    switch self {
    case .entity(let name), .enumeration(let name), .query(let name), .mapping(let name), .function(let name),
      .collectionOperator(let name), .builtInType(let name), .annotation(let name), .file(let name):
      name
    case .property(_, let name), .enumerationCase(_, let name): name
    case .parameter(let name, _), .variable(let name, _), .column(let name, _): name
    }
  }

  /// Whether all occurrences are in one declaration.
  var isLocal: Bool {
    switch self {
    case .parameter, .variable, .column: true
    default: false
    }
  }
}

/// A name in a text with what it stands for.
struct Occurrence: Hashable {
  var span: SourceSpan
  var symbol: Symbol
  var isDeclaration = false
  /// The type of the value at this place, where it is known.
  var type: OptionalType?
}
