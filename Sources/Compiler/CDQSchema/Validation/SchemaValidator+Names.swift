import CDQIR
import CDQSyntax

extension SchemaValidator {
  /// Reports names that are not identifiers, and names that must be escaped somewhere.
  mutating func checkNames() {
    for entity in draft.entities {
      check(entity.entity.name, "entity", file: entity.file, span: entity.nameSpan)
      if TypeNames.builtIn[entity.entity.name] != nil {
        log.report(.typeName(entity.entity.name), in: entity.file, at: entity.nameSpan)
      }
      for property in entity.properties {
        check(property.property.name, "property", file: entity.file, span: property.nameSpan)
        noteHazards(property.property.name, file: entity.file, span: property.nameSpan)
      }
    }
    for enumeration in draft.enumerations {
      check(enumeration.enumeration.name, "enum", file: enumeration.file, span: enumeration.nameSpan)
    }
  }

  private mutating func check(_ name: String, _ kind: String, file: String, span: SourceSpan) {
    if !NameRules.isIdentifier(name) {
      log.report(.invalidName(name, kind), in: file, at: span)
    } else if !name.utf8.allSatisfy({ $0 < 0x80 }) {
      log.report(.nonASCIIName(name), in: file, at: span)
    }
  }

  private mutating func noteHazards(_ name: String, file: String, span: SourceSpan) {
    switch NameRules.predicateWord(name) {
    case .reserved: log.report(.predicateWord(name), in: file, at: span)
    case .inBrackets: log.report(.bracketWord(name), in: file, at: span)
    case .none: break
    }
    if NameRules.swiftKeywords.contains(name) { log.report(.swiftKeyword(name), in: file, at: span) }
  }
}

/// Rules about how names are written in predicates and in Swift.
package enum NameRules {
  package enum PredicateWord: Hashable, Sendable {
    /// A name that needs a `#` wherever an operand can start, such as `like`.
    case reserved
    /// A name that needs a `#` only inside `[ ]`, such as `first`.
    case inBrackets
    case none
  }

  /// Whether a name is a word of NSPredicate, in upper or lower case.
  package static func predicateWord(_ name: String) -> PredicateWord {
    let keyword = KeywordTable.shared.keyword(of: name)
    if keyword.isReserved { return .reserved }
    return [.first, .last, .size].contains(keyword) ? .inBrackets : .none
  }

  /// Keywords that Swift code writes in backticks when they are names.
  package static let swiftKeywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// A name, followed by a number if it is taken; it is taken afterwards.
  package static func free(_ name: String, _ taken: inout Set<String>) -> String {
    var result = name
    var number = 2
    while !taken.insert(result).inserted {
      result = "\(name)\(number)"
      number += 1
    }
    return result
  }

  /// Joins the words of a name into an identifier: `Fetch by name` becomes `fetchByName`. An identifier is unchanged.
  ///
  /// - Parameters:
  ///   - prefix: what is put before words that do not start an identifier, such as `1st`.
  ///   - empty: the identifier of a name without words.
  package static func identifier(_ name: String, prefix: String, empty: String) -> String {
    if isIdentifier(name) { return name }
    let words = name.unicodeScalars.split { $0 != "_" && !$0.properties.isXIDContinue }.map { String($0) }
    guard let head = words.first else { return empty }
    let joined = head.prefix(1).lowercased() + head.dropFirst()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return isIdentifier(joined) ? joined : prefix + joined
  }

  /// Whether a name starts with a letter or `_`, followed by letters, digits and `_`, in any script.
  package static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
    return name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
  }
}
