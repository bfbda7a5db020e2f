import CDQIR
import CDQSQL

/// How generated code reads a value of a row.
struct RowReading {
  /// The end of the names of the functions of `SQLRow`, such as `OptionalCase`.
  let name: String
  /// The root entity of an object that is known by its `ObjectKey`; nil for other values.
  private let root: String?
  /// The Swift types of the attributes that identify the object; empty for an insertion number.
  private var identity: [SwiftType] = []

  /// Whether the value is an `ObjectKey`.
  var isKey: Bool { root != nil }

  init(_ type: OptionalType, _ types: SwiftTypeNames) {
    var root: String?
    let kind: String
    switch type.base {
    case .enumeration: kind = "Case"
    case .collection: kind = "Elements"
    case .object(let entity) where types.identityAttribute(of: entity) == nil:
      kind = "Key"
      root = types.schema.root(of: entity)
    default: kind = type.isOptional ? "" : "Value"
    }
    name = (type.isOptional ? "Optional" : kind == "Value" || kind == "Elements" ? "" : "Required") + kind
    self.root = root
    if let root { identity = types.schema.identity(of: root).map { types.type(types.schema.rawType(of: $0.type)) } }
  }

  /// `try row.value(at: 3)`
  func value(of row: String, at columns: [Int]) -> SwiftExpression { .attempt(call(of: row, at: columns)) }

  /// `row.value(at: 3)`, or `row.requiredKey(root: "Model", [row.keyPart(String.self, at: 3), row.keyPart(Int32.self, at: 4)])`
  func call(of row: String, at columns: [Int]) -> SwiftExpression {
    let row = SwiftExpression.name(row)
    var arguments = [SwiftArgument("at", .integer(Int64(columns.first ?? 0)))]
    if let root {
      let parts = zip(identity, columns).map { type, column in
        SwiftExpression.call(
          .member(row, "keyPart"),
          [SwiftArgument(.name("\(type.text).self")), SwiftArgument("at", .integer(Int64(column)))])
      }
      arguments = identity.isEmpty ? arguments : [SwiftArgument(.array(parts))]
      arguments.append(SwiftArgument("root", .string(root)))
    }
    return .call(.member(row, SwiftNames.lowerFirst(name)), arguments)
  }
}
