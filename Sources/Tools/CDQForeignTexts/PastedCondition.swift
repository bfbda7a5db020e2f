import CDQKit

/// The condition of a predicate that was copied from Swift code.
indirect enum PastedCondition {
  /// A text of Apple's predicate language.
  case format(String)
  /// The text in the braces of a closure.
  case closure(String)
  case all([PastedCondition])
  case any([PastedCondition])
  case not(PastedCondition)

  /// The initializers of predicates.
  static let words = ["NSCompoundPredicate", "NSPredicate", "#Predicate", "Predicate"]

  // MARK: Reading

  /// Reads the predicate that a text begins with.
  ///
  /// - Parameter lookUp: What finds the predicate that is the value of a variable.
  static func read(
    _ text: String, depth: Int = 0, _ lookUp: (String) -> String?
  ) throws(SwiftCondition.Unread) -> (condition: PastedCondition, type: String?) {
    var reader = CallReader(text)
    guard depth < 20, let word = reader.anyWord() else { throw unread(text) }
    switch word {
    case "#Predicate", "Predicate":
      let type = reader.generic()
      guard let closure = reader.closure(), let body = closure.swift else { throw unread(text) }
      return (.closure(body), closure.type ?? type)
    case "NSPredicate":
      guard let arguments = reader.list(), let first = arguments.first else { throw unread(text) }
      if first.label == "value" { return (.format(first.value == "true" ? "TRUEPREDICATE" : "FALSEPREDICATE"), nil) }
      guard first.label == "format" || first.label == nil, let format = CallReader.string(first.value) else {
        throw unread(text)
      }
      return (.format(try filled(format, arguments.dropFirst())), nil)
    case "NSCompoundPredicate": return (try compound(reader.list() ?? [], depth, lookUp), nil)
    default:
      guard let value = lookUp(word) else { throw .init(help: "the text does not say what '\(word)' is") }
      return try read(value, depth: depth + 1, lookUp)
    }
  }

  private static func unread(_ text: String) -> SwiftCondition.Unread {
    .init(help: "'\(text.prefix(24))\(text.count > 24 ? "…" : "")' has no counterpart in a query")
  }

  private static func compound(
    _ arguments: [CallReader.Argument], _ depth: Int, _ lookUp: (String) -> String?
  ) throws(SwiftCondition.Unread) -> PastedCondition {
    var type = ""
    for argument in arguments {
      let label = argument.label ?? ""
      if label == "type" { type = argument.value.split(separator: ".").last.map(String.init) ?? "" }
      if label == "notPredicateWithSubpredicate" {
        return .not(try read(argument.value, depth: depth + 1, lookUp).condition)
      }
      guard label.hasSuffix("ubpredicates") else { continue }
      guard argument.value.hasPrefix("["), argument.value.hasSuffix("]") else { throw unread(argument.value) }
      var parts: [PastedCondition] = []
      for item in CallReader.items(String(argument.value.dropFirst().dropLast())) {
        parts.append(try read(item, depth: depth + 1, lookUp).condition)
      }
      let isOr = label.hasPrefix("or") || type == "or"
      if type == "not" { return .not(.all(parts)) }
      return isOr ? .any(parts) : .all(parts)
    }
    throw .init(help: "the text has no conditions for NSCompoundPredicate")
  }

  /// A format with its arguments in place of `%@` and such.
  private static func filled(
    _ format: String, _ arguments: some Sequence<CallReader.Argument>
  ) throws(SwiftCondition.Unread) -> String {
    var values: [String] = []
    for argument in arguments {
      let isArray = argument.label == "argumentArray" && argument.value.hasPrefix("[")
      values += isArray ? CallReader.items(String(argument.value.dropFirst().dropLast())) : [argument.value]
    }
    var (result, rest, next) = ("", format[...], 0)
    while let sign = rest.firstIndex(of: "%") {
      result += rest[..<sign]
      let end = rest[sign...].dropFirst().firstIndex { !"ldiufgxs@K".contains($0) } ?? rest.endIndex
      let conversion = rest[sign..<end]
      rest = rest[end...]
      guard next < values.count else {
        result += "$value"
        continue
      }
      let value = values[next]
      next += 1
      result += conversion == "%K" ? CallReader.keyPath(value) : written(value)
    }
    return result + rest
  }

  /// The text for a value of Swift: a literal, or a parameter with the name of a variable.
  private static func written(_ value: String) -> String {
    if CallReader.string(value) != nil || Double(value) != nil || ["true", "false", "nil"].contains(value) {
      return value
    }
    if ["Date()", "NSDate()", "Date.now", "Date() as NSDate"].contains(value) { return "now()" }
    if value.hasPrefix("["), value.hasSuffix("]") {
      return "{\(CallReader.items(String(value.dropFirst().dropLast())).map(written).joined(separator: ", "))}"
    }
    // `date as NSDate`, `NSNumber(value: count)`
    let plain = value.firstRange(of: " as ").map { String(value[..<$0.lowerBound]) } ?? value
    let name = plain.split { !($0.isLetter || $0.isNumber || $0 == "_") }.last.map(String.init) ?? "value"
    return Double(name) != nil ? name : "$" + name
  }

  // MARK: Writing

  /// The condition in the language.
  func text(of entity: String?, _ vocabulary: TextVocabulary) throws(SwiftCondition.Unread) -> String {
    switch self {
    case .format(let text): return text
    case .closure(let text): return try SwiftCondition.text(text, of: entity, vocabulary.schema)
    case .all(let parts): return try PastedCondition.joined(parts, "AND", entity, vocabulary)
    case .any(let parts): return try PastedCondition.joined(parts, "OR", entity, vocabulary)
    case .not(let part): return "NOT (\(try part.text(of: entity, vocabulary)))"
    }
  }

  private static func joined(
    _ parts: [PastedCondition], _ word: String, _ entity: String?, _ vocabulary: TextVocabulary
  ) throws(SwiftCondition.Unread) -> String {
    var texts: [String] = []
    for part in parts { texts.append(try part.text(of: entity, vocabulary)) }
    return texts.count == 1 ? texts[0] : texts.map { "(\($0))" }.joined(separator: " \(word) ")
  }
}
