import CDQIR
import CDQSyntax

/// Findings about declarations in `.cdq` files.
extension SchemaProblem {
  static func unknownType(_ name: String) -> SchemaProblem {
    SchemaProblem(.error, .unknownType, "there is no type '\(name)'")
  }

  static let collectionOfOpaque = SchemaProblem(
    .error, .invalidType, "there is no collection of Transformable values", help: ["write Transformable"])

  static let orderedAttribute = SchemaProblem(
    .error, .misplacedOrdered, "'ordered' belongs to relationships; a collection of values always has an order",
    help: ["remove 'ordered'"])

  static func inverseOnAttribute(_ name: String) -> SchemaProblem {
    SchemaProblem(.error, .misplacedInverse, "'\(name)' is an attribute; only a relationship has an inverse")
  }

  static let defaultOnRelationship = SchemaProblem(
    .error, .misplacedDefault, "a relationship has no default")

  static func nullDefault(_ name: String, _ type: ValueType) -> SchemaProblem {
    SchemaProblem(
      .error, .invalidDefault, "'\(name)' is not optional, so NULL is no default for it",
      help: ["write \(type)?, or remove the default"])
  }

  static func literalMismatch(_ type: ValueType, enumerationExample: Value?) -> SchemaProblem {
    var help: [String] = []
    if let text = expectation(of: type, enumerationExample) { help = ["write \(text)"] }
    return SchemaProblem(.error, .invalidDefault, "this is not a valid \(type)", help: help)
  }

  static func numberOutOfRange(_ text: String, _ type: ValueType) -> SchemaProblem {
    SchemaProblem(.error, .invalidDefault, "\(text) does not fit into \(type)")
  }

  static func malformedLiteral(_ text: String, _ type: ValueType) -> SchemaProblem {
    var help: [String] = []
    if let text = expectation(of: type, nil) { help = ["write \(text)"] }
    return SchemaProblem(.error, .malformedLiteral, "'\(text)' is not a valid \(type)", help: help)
  }

  static func unknownCase(_ name: String, of enumeration: Enumeration) -> SchemaProblem {
    SchemaProblem(
      .error, .unknownCase, "'\(enumeration.name)' has no case '\(name)'",
      help: ["cases: " + enumeration.cases.map { ".\($0.name)" }.joined(separator: ", ")])
  }

  static func emptyEnumeration(_ name: String) -> SchemaProblem {
    SchemaProblem(.error, .emptyEnum, "the enum '\(name)' has no cases")
  }

  static func invalidRawType(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .error, .invalidRawType, "'\(name)' cannot be the raw type of an enum",
      help: ["write String, Int16, Int32 or Int64"])
  }

  static func duplicateRawValue(_ name: String) -> SchemaProblem {
    SchemaProblem(.error, .duplicateRawValue, "the raw value of '\(name)' is already that of another case")
  }

  static func duplicate(_ kind: String, _ name: String) -> SchemaProblem {
    SchemaProblem(.error, .duplicateName, "there is already \(article(kind)) \(kind) '\(name)'")
  }

  static func duplicateAnnotation(_ name: String) -> SchemaProblem {
    SchemaProblem(.error, .duplicateAnnotation, "'@\(name)' is given twice")
  }

  static func duplicateKey(_ name: String) -> SchemaProblem {
    SchemaProblem(.error, .duplicateKey, "'\(name)' is listed twice")
  }

  static func unknownAnnotation(_ name: String) -> SchemaProblem {
    SchemaProblem(.error, .unknownAnnotation, "there is no '\(name)'")
  }

  static func misplacedAnnotation(_ name: String, _ what: String) -> SchemaProblem {
    SchemaProblem(.error, .misplacedAnnotation, "'@\(name)' does not belong to \(what)")
  }

  static func loneAnnotation(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .error, .misplacedAnnotation, "'@\(name)' follows a property",
      help: ["for the entity as a whole write '@@\(name)'"])
  }

  static func annotationUsage(_ name: String, write: String) -> SchemaProblem {
    SchemaProblem(.error, .invalidAnnotation, "'\(name)' is not written like this", help: ["write \(write)"])
  }

  static func unknownDeleteRule(_ name: String) -> SchemaProblem {
    SchemaProblem(.error, .unknownDeleteRule, "there is no delete rule '\(name)'")
  }

  static func article(_ word: String) -> String {
    guard let first = word.first else { return "a" }
    return "aeiouAEIO".contains(first) ? "an" : "a"
  }

  /// An example of a literal of the type, for help texts.
  private static func expectation(of type: ValueType, _ example: Value?) -> String? {
    switch type {
    case .bool: "true or false"
    case .int16, .int32, .int64: "a whole number"
    case .float, .double: "a number"
    case .decimal: "a number, or decimal(\"0.10\")"
    case .string: "a text in quotes"
    case .date: "date(\"2026-01-31\") or date(\"2026-01-31T10:00:00Z\")"
    case .uuid: "uuid(\"00000000-0000-0000-0000-000000000000\")"
    case .url: "url(\"https://example.org\")"
    case .data: "data(\"base64\")"
    case .enumeration: if case .string(let text)? = example { "a case such as \(text)" } else { "a case of the enum" }
    case .collection(let element, _): "{…} with values of \(element)"
    default: nil
    }
  }
}
