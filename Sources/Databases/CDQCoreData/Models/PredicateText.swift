import CDQJSON
import Foundation

/// The text of an archived predicate, as `NSPredicate` would print it for its parser.
struct PredicateText {
  private let archive: KeyedArchive
  private var depth = 0
  private static let greatestDepth = 60
  private let budget = Budget()

  /// What may still be written, in bytes of text; a node counts as 100. Without it an archive whose nodes share their
  /// parts could give a text that grows with a power of their depth.
  private final class Budget {
    private var left = 1_000_000

    func spend(_ amount: Int) -> Bool {
      left -= min(amount, 1 << 20)
      return left >= 0
    }
  }

  init(_ archive: KeyedArchive) {
    self.archive = archive
  }

  private var deeper: PredicateText? {
    guard depth < PredicateText.greatestDepth, budget.spend(100) else { return nil }
    var result = self
    result.depth += 1
    return result
  }

  /// The operators of comparisons by their number.
  private static let operators: [Int64: String] = [
    0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH", 9: "ENDSWITH",
    10: "IN", 99: "CONTAINS", 100: "BETWEEN",
  ]

  /// The text of a predicate; nil for one with parts that are not known.
  func predicate(_ object: KeyedArchive.Object) -> String? {
    guard let inner = deeper else { return nil }
    switch object.className {
    case "NSTruePredicate": return "TRUEPREDICATE"
    case "NSFalsePredicate": return "FALSEPREDICATE"
    case "NSCompoundPredicate": return inner.compound(object)
    case "NSComparisonPredicate": return inner.comparison(object)
    default: return nil
    }
  }

  private func compound(_ object: KeyedArchive.Object) -> String? {
    var parts: [String] = []
    for item in archive.elements(archive.value(object, "NSSubpredicates")) ?? [] {
      guard parts.count < 1000, let part = archive.object(item).flatMap({ predicate($0) }) else { return nil }
      parts.append("(\(part))")
    }
    switch number(object, "NSCompoundPredicateType") {
    case 0: return parts.count == 1 ? "NOT \(parts[0])" : nil
    case 1: return parts.isEmpty ? "TRUEPREDICATE" : parts.joined(separator: " AND ")
    case 2: return parts.isEmpty ? "FALSEPREDICATE" : parts.joined(separator: " OR ")
    default: return nil
    }
  }

  private func comparison(_ object: KeyedArchive.Object) -> String? {
    guard let left = archive.object(object, "NSLeftExpression").flatMap({ expression($0) }),
      let right = archive.object(object, "NSRightExpression").flatMap({ expression($0) }),
      let operation = archive.object(object, "NSPredicateOperator"),
      let kind = number(operation, "NSOperatorType"), let word = PredicateText.operators[kind]
    else { return nil }
    let options = number(operation, "NSOptions") ?? number(operation, "NSFlags") ?? 0
    var letters = ""
    if options & 1 != 0 { letters += "c" }
    if options & 2 != 0 { letters += "d" }
    if options & 4 != 0 { letters += "n" }
    let suffix = letters.isEmpty ? "" : "[\(letters)]"
    let modifiers = ["", "ALL ", "ANY "]
    guard let modifier = Int(exactly: number(operation, "NSModifier") ?? 0), modifiers.indices.contains(modifier) else { return nil }
    return "\(modifiers[modifier])\(left) \(word)\(suffix) \(right)"
  }

  /// The text of an expression; nil for one with parts that are not known.
  func expression(_ object: KeyedArchive.Object) -> String? {
    guard let inner = deeper else { return nil }
    if let variable = text(object, "NSVariable"), object.fields["NSPredicate"] == nil { return "$" + variable }
    if let path = text(object, "NSKeyPath") { return PredicateText.isPath(path) ? path : nil }
    switch object.className {
    case "NSSelfExpression": return "SELF"
    case "NSConstantValueExpression": return inner.constant(archive.value(object, "NSConstantValue"))
    case "NSAggregateExpression": return inner.list(archive.value(object, "NSCollection"))
    case "NSSubqueryExpression": return inner.subquery(object)
    case "NSKeyPathExpression", "NSFunctionExpression": return inner.call(object)
    default: return nil
    }
  }

  private func constant(_ item: KeyedArchive.Item) -> String? {
    switch item {
    case .null: return "nil"
    case .bool(let truth): return truth ? "TRUE" : "FALSE"
    case .int(let number): return String(number)
    case .real(let number): return number.isFinite ? number.description : nil
    case .string(let text): return budget.spend(text.utf8.count) ? StringLiteral.quoted(text) : nil
    case .date(let seconds): return "CAST(\(seconds), \"NSDate\")"
    case .list: return list(item)
    case .data: return nil
    case .object:
      if let text = archive.text(item) { return budget.spend(text.utf8.count) ? StringLiteral.quoted(text) : nil }
      guard let object = archive.object(item) else { return nil }
      if object.className == "NSNull" { return "nil" }
      if case .real(let seconds) = archive.value(object, "NS.time") { return "CAST(\(seconds), \"NSDate\")" }
      return list(item)
    }
  }

  private func list(_ item: KeyedArchive.Item) -> String? {
    guard let elements = archive.elements(item), elements.count <= 10_000, let inner = deeper else { return nil }
    var texts: [String] = []
    for element in elements {
      // A list holds expressions or constants.
      let isExpression = archive.object(element)?.className.hasSuffix("Expression") ?? false
      guard let text = isExpression ? archive.object(element).flatMap({ inner.expression($0) }) : inner.constant(element) else {
        return nil
      }
      texts.append(text)
    }
    return "{\(texts.joined(separator: ", "))}"
  }

  private func subquery(_ object: KeyedArchive.Object) -> String? {
    guard let collection = archive.object(object, "NSCollection").flatMap({ expression($0) }),
      let condition = archive.object(object, "NSPredicate").flatMap({ predicate($0) })
    else { return nil }
    let variable = text(object, "NSVariable") ?? archive.object(object, "NSVariable").flatMap { expression($0) }
    guard let name = variable.map({ $0.hasPrefix("$") ? $0 : "$" + $0 }) else { return nil }
    return "SUBQUERY(\(collection), \(name), \(condition))"
  }

  /// A key path, or the call of a function such as `add:to:`.
  private func call(_ object: KeyedArchive.Object) -> String? {
    let arguments = (archive.elements(archive.value(object, "NSArguments")) ?? []).prefix(100).map { item in
      archive.object(item).flatMap { expression($0) }
    }
    guard !arguments.contains(where: { $0 == nil }) else { return nil }
    let values = arguments.compactMap { $0 }
    let target = archive.object(object, "NSOperand").flatMap { expression($0) } ?? "SELF"
    let name = text(object, "NSSelectorName") ?? "valueForKeyPath:"
    if name == "valueForKeyPath:" || name == "valueForKey:" {
      guard values.count == 1 else { return nil }
      return target == "SELF" ? values[0] : "\(target).\(values[0])"
    }
    if let symbol = PredicateText.symbols[name], values.count == 2 { return "(\(values[0]) \(symbol) \(values[1]))" }
    // The classes of functions in an archive stand for nothing that a text would name.
    return "\(name)(\(values.joined(separator: ", ")))"
  }

  private static let symbols = [
    "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/", "raise:toPower:": "**",
  ]

  private static func isPath(_ text: String) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isNumber || "_.@#".contains($0) }
  }

  private func text(_ object: KeyedArchive.Object, _ field: String) -> String? {
    archive.text(archive.value(object, field)).flatMap { $0.isEmpty || !budget.spend($0.utf8.count) ? nil : $0 }
  }

  private func number(_ object: KeyedArchive.Object, _ field: String) -> Int64? {
    switch archive.value(object, field) {
    case .int(let number): number
    case .bool(let truth): truth ? 1 : 0
    default: nil
    }
  }
}
