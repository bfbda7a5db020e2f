package import CDQIR
import CDQSyntax

/// The type names that are valid in the `.cdq` files of a schema.
package struct TypeNames {
  var entities: Set<String> = []
  var enumerations: [String: Enumeration] = [:]
  /// Names of entities and enums in the order of their declaration, for suggestions.
  var declared: [String] = []
  /// True when a schema file could not be read; an unknown name may then be declared in it.
  var isIncomplete = false

  init(_ draft: SchemaDraft, entityDeclarations: [EntityDeclaration], isIncomplete: Bool) {
    self.isIncomplete = isIncomplete
    for entity in draft.entities { add(entity: entity.entity.name) }
    for declaration in entityDeclarations { add(entity: declaration.name.text) }
    for draft in draft.enumerations where enumerations[draft.enumeration.name] == nil {
      enumerations[draft.enumeration.name] = draft.enumeration
      declared.append(draft.enumeration.name)
    }
  }

  private mutating func add(entity name: String) {
    if entities.insert(name).inserted { declared.append(name) }
  }

  /// The type with the given name; nil when there is none. `#Data` is an entity or enum called `Data`.
  func type(_ name: Identifier) -> ValueType? {
    if !name.isEscaped, let type = TypeNames.builtIn[name.text] { return type }
    if enumerations[name.text] != nil { return .enumeration(name.text) }
    if entities.contains(name.text) { return .object(name.text) }
    return nil
  }

  package static let builtIn: [String: ValueType] = [
    "Bool": .bool, "Int": .int64, "Int16": .int16, "Int32": .int32, "Int64": .int64, "Float": .float,
    "Double": .double, "Decimal": .decimal, "String": .string, "Date": .date, "Data": .data, "UUID": .uuid,
    "URL": .url, "Transformable": .opaque,
  ]

  /// Names of types in other languages and Core Data, in lower case, with the corresponding type of cdq.
  static let foreign: [String: String] = [
    "integer": "Int64", "long": "Int64", "number": "Double", "boolean": "Bool", "text": "String", "varchar": "String",
    "char": "String", "character": "String", "datetime": "Date", "timestamp": "Date", "time": "Date",
    "binary": "Data", "blob": "Data", "bytes": "Data", "uri": "URL", "real": "Double", "nsdecimalnumber": "Decimal",
    "any": "Transformable", "nsnumber": "Double", "nsstring": "String", "nsdate": "Date", "nsdata": "Data",
    "timeinterval": "Double", "uint": "Int64", "uint16": "Int32", "uint32": "Int64", "int8": "Int16", "uint8": "Int16",
    "uint64": "Int64",
  ]

  /// The type name that was probably meant; nil when none is near enough.
  func suggestion(for name: String) -> String? {
    Suggestions.nearest(to: name, among: declared + TypeNames.builtIn.keys.sorted())
      ?? TypeNames.foreign[name.lowercased()]
  }
}

extension Identifier {
  /// True when the identifier is written with a `#`.
  var isEscaped: Bool { span.length > text.utf8.count }
}
