import CDQKit
import CDQSyntax

/// The findings about texts of other languages.
extension ForeignQuery {
  func diagnostic(_ habit: Habit, _ text: String?, _ span: SourceSpan) -> Diagnostic {
    let message: String
    var help: [String] = []
    switch habit {
    case .sql("INSERT"):
      message = "this is SQL, and a query does not add objects"
      help = ["a program adds them, store.insert(…), and 'cdq load' reads files"]
    case .sql("UPDATE"):
      message = "this is SQL; an update has its condition first"
      help = ["an update: update \(updated) where … set …"]
      if has("RETURNING") {
        help = ["a change gives the number of its objects; a query of its own gives their values: \(updated) where …"]
      }
    case .sql where keepsFirst:
      message = "this is SQL; the first objects of each key are those of 'limit … per'"
    case .sql:
      if let (reason, advice) = ForeignQuery.refused.first(where: { has($0.word) }).map({ ($0.reason, $0.help) }) {
        message = "this is SQL, and \(reason)"
        help = [advice] + joinHelp + ["a query: \(example)"]
      } else if hasSubselect {
        // Its translation may compare values of two types, and is not offered then.
        let isTranslated = text.map { !ForeignQuery.hasInnerQuery($0) } ?? false
        message = "this is SQL\(isTranslated ? "; a query starts with its entity" : ", and there are no queries inside of queries")"
        help = [
          "a condition on other objects follows a relationship: country.name == \"France\", ANY cities.name == \"Paris\"; "
            + "or it tests all objects of an entity: email IN Voucher.@unionOfObjects.email, SUBQUERY(Voucher, $v, …).@count > 0",
          "a query: \(example)",
        ]
      } else {
        message = "this is SQL; a query starts with its entity"
      }
    case .word(let word):
      message = "no query starts with '\(word)'"
      if word.uppercased() == "LAST" {
        help = ["the last object is the first one in the reverse order: first … sort name desc"]
      }
    case .call(let word): message = "'\(word)' stands before the entity, without parentheses"
    case .countDistinct: message = "different values are counted by an aggregate"
    case .alias where has("JOIN"):
      message = "the language has no joins"
      help = ["a relationship leads to other objects, as a path: country.name"] + joinHelp
    case .alias: message = "an entity has no other name in a query; its properties are written without one"
    }
    if help.isEmpty, case .countDistinct = habit { help = ["select count(distinct name) as number"] }
    if help.isEmpty { help = ["a query: \(example)"] }
    return Diagnostic(
      .error, DiagnosticCode(SyntaxCode.foreignSyntax), stage: .parse, message, file: source.name, at: span,
      help: help,
      fixIts: text.map { [FixIt("write \($0)", .maybe, [FixIt.Edit(span, $0)])] } ?? [])
  }

  /// Whether the text has a SELECT inside of another.
  private var hasSubselect: Bool {
    tokens.count { $0.kind == .word && text(of: $0).uppercased() == "SELECT" } > 1
  }

  /// Whether a translation still has a query inside of it, as a value or as a list of values.
  private static func hasInnerQuery(_ text: String) -> Bool {
    let text = text.lowercased()
    return text.contains("(select ") || text.contains("{select ")
  }

  /// Words of SQL for what a query does not have, the reason, and what to do instead.
  private static let refused: [(word: String, reason: String, help: String)] = [
    (
      "OVER", "there are no window functions",
      "the first of each key are 'sort population desc limit 3 per country'; the program computes other windows"
    ),
    ("UNION", "a query finds the objects of one entity", "join conditions with OR, or run two queries"),
    ("INTERSECT", "a query finds the objects of one entity", "join conditions with AND, or run two queries"),
    ("EXCEPT", "a query finds the objects of one entity", "join conditions with AND NOT, or run two queries"),
    ("WITH", "a query has no parts with names", "write the condition of the part into the query"),
    ("JOIN", "the language has no joins", "a relationship leads to other objects, as a path: country.name"),
  ]

  /// The condition with the objects that are joined without a relationship.
  private var joinHelp: [String] {
    guard let join = tokens.firstIndex(where: { $0.kind == .word && text(of: $0).uppercased() == "JOIN" }),
      let condition = ForeignJoin.condition(tokens[join...].prefix(14).map { text(of: $0) })
    else { return [] }
    return ["without a relationship: where \(condition)"]
  }

  /// The entity that an UPDATE names.
  private var updated: String {
    guard tokens.count > 1 else { return "City" }
    return vocabulary.entity(meantBy: text(of: tokens[1])) ?? text(of: tokens[1])
  }

  func has(_ word: String) -> Bool { tokens.contains { $0.kind == .word && text(of: $0).uppercased() == word } }

  /// A query of the first entity that the text names.
  var example: String {
    let start = tokens.firstIndex { $0.kind == .word && text(of: $0).uppercased() == "FROM" } ?? 0
    for token in tokens[start...] + tokens[..<start] where token.kind == .word {
      if let entity = vocabulary.entity(meantBy: text(of: token)) { return vocabulary.example(of: entity) }
    }
    return vocabulary.example
  }
}
