/// A construct of the grammar many times in a row. It finds code whose cost grows with the square of a length, or which
/// recurses by it; `NestedQueries` does the same for depth.
///
/// The texts are about `Node` of `schema`, or have declarations of their own.
package struct LongText: Sendable {
  /// What a text is.
  package enum Kind: Sendable { case predicate, query, declarations }

  /// The name of the construct, such as `OR`.
  package var name: String
  package var kind: Kind
  /// The repetition of the grammar that it has: the production, and the number of the `{ … }` in it.
  package var production: String
  /// The text before the elements, between them and after them; in an element `#` is its number.
  private var start: String
  private var element: String
  private var separator: String
  private var end: String

  private init(
    _ kind: Kind, _ production: String, _ name: String, _ element: String, _ separator: String, from start: String = "",
    to end: String = ""
  ) {
    (self.kind, self.production, self.name) = (kind, production, name)
    (self.element, self.separator, self.start, self.end) = (element, separator, start, end)
  }

  /// The construct of that name.
  package static func named(_ name: String) -> LongText? { all.first { $0.name == name } }

  /// The text with `count` elements: a predicate, a query or declarations.
  package func text(_ count: Int) -> String {
    let parts = element.split(separator: "#", omittingEmptySubsequences: false)
    var text = start
    for number in 0..<count {
      if number > 0 { text += separator }
      for (index, part) in parts.enumerated() { text += index > 0 ? "\(number)\(part)" : String(part) }
    }
    return text + end
  }

  /// The text with `count` elements as a whole file with its schema.
  package func file(_ count: Int) -> String {
    switch kind {
    case .predicate: "\(LongText.schema)query q = Node where \(text(count))\n"
    case .query: "\(LongText.schema)query q = \(text(count))\n"
    case .declarations: "\(LongText.schema)\(text(count))\n"
    }
  }

  /// The declarations that the texts are about.
  package static let schema = """
    enum Color { red, green, blue }
    entity Node {
      id: Int64 @unique
      rank: Int64
      level: Int64?
      speed: Double
      price: Decimal?
      name: String
      text: String?
      isOpen: Bool
      day: Date?
      tags: [String]
      color: Color
      next: Node? inverse nodes
      nodes: [Node] inverse next
    }

    """

  package static let all = predicates + values + queries + declarations + tokens

  private static let predicates = [
    LongText(.predicate, "or 1", "OR", "rank == #", " OR "),
    LongText(.predicate, "or 1", "OR of texts", "name CONTAINS[cd] 'a#'", " OR "),
    LongText(.predicate, "or 1", "OR of calculations", "rank + level == #", " OR "),
    LongText(.predicate, "or 1", "OR of parameters", "rank == $p#", " OR "),
    LongText(.predicate, "or 1", "OR of optional parameters", "rank == $p#?", " OR "),
    LongText(.predicate, "or 1", "OR of ANY", "ANY nodes.rank == #", " OR "),
    LongText(.predicate, "or 1", "OR of SUBQUERY", "SUBQUERY(nodes, $s, $s.rank == #).@count > 0", " OR "),
    LongText(.predicate, "or 1", "OR of dates", "day > CAST(#, 'NSDate')", " OR "),
    LongText(.predicate, "or 1", "OR of TERNARY", "TERNARY(rank == #, 1, 2) == 1", " OR "),
    LongText(.predicate, "or 1", "OR of unknown names", "rnk# == 1", " OR "),
    LongText(.predicate, "or 1", "OR of AND without parentheses", "rank == # AND level == #", " OR "),
    LongText(.predicate, "and 1", "AND", "level != #", " AND "),
    LongText(.predicate, "and 1", "AND of OR", "(rank == # OR level == #)", " AND "),
    LongText(.predicate, "and 1", "AND of BETWEEN", "level BETWEEN {0, #}", " AND "),
    LongText(.predicate, "not 1", "NOT", "NOT", " ", to: " rank == 1"),
  ]

  private static let values = [
    LongText(.predicate, "value 1", "+", "level", " + ", to: " == 1"),
    LongText(.predicate, "value 1", "+ of literals", "#", " + ", from: "rank == "),
    LongText(.predicate, "value 1", "-", "price", " - ", to: " == 1"),
    LongText(.predicate, "value 1", "*", "speed", " * ", to: " == 1"),
    LongText(.predicate, "value 1", "/", "rank", " / ", to: " == 1"),
    LongText(.predicate, "value 1", "sums of products", "rank * #", " + ", to: " == 1"),
    LongText(.predicate, "value 1", "UNION", "nodes.rank", " UNION ", from: "1 IN (", to: ")"),
    LongText(.predicate, "unary 1", "signs", "-", "", from: "rank == ", to: "1"),
    LongText(.predicate, "postfix 1", "indexes", "[0]", "", from: "tags", to: " == 'a'"),
    LongText(.predicate, "path 1", "steps", "next", ".", to: ".rank == 1"),
    LongText(.predicate, "aggregate 1", "IN", "#", ", ", from: "level IN {", to: "}"),
    LongText(.predicate, "aggregate 1", "IN[cd]", "'a#'", ", ", from: "text IN[cd] {", to: "}"),
    LongText(.predicate, "aggregate 1", "NOT IN[cd]", "'a#'", ", ", from: "NOT name IN[cd] {", to: "}"),
    LongText(.predicate, "aggregate 1", "IN calculations", "level + #", ", ", from: "rank IN {", to: "}"),
    LongText(.predicate, "aggregate 1", "IN parameters", "$p#", ", ", from: "rank IN {", to: "}"),
    LongText(.predicate, "aggregate 1", "IN lists", "{#}", ", ", from: "rank IN {", to: "}"),
    LongText(.predicate, "aggregate 1", "ANY of a list", "#", ", ", from: "ANY {", to: "} == rank"),
    LongText(.predicate, "aggregate 1", "max of a list", "level + #", ", ", from: "max({", to: "}) > rank"),
    LongText(.predicate, "call 1", "arguments", "#", ", ", from: "max(", to: ") == rank"),
    LongText(.predicate, "selectorCall 1", "selector", "f:", "", from: "f:", to: "(1) == rank"),
    LongText(.predicate, "selectorCall 2", "selector arguments", "#", ", ", from: "modulus:by:(", to: ") == rank"),
  ]

  private static let queries = [
    LongText(.query, "group 1", "keys of groups", "next.rank", ", ", from: "Node group by rank, ", to: " select rank"),
    LongText(.query, "select 1", "selected values", "rank + # as r#", ", ", from: "Node select "),
    LongText(.query, "select 1", "sums of groups", "sum(rank) as r#", ", ", from: "Node group by name select name, "),
    LongText(.query, "sortKeys 1", "sort keys", "next.rank desc", ", ", from: "Node sort "),
    LongText(.query, "sortKeys 1", "sort keys to choose from", "rank", ", ", from: "Node sort $order in (", to: ")"),
    LongText(.query, "limit 1", "keys of a limit", "next.rank", ", ", from: "Node sort rank limit 1 per "),
    LongText(.query, "sortKeys 1", "clauses", "where rank == 1", " ", from: "Node "),
  ]

  private static let declarations = [
    LongText(.declarations, "file 1", "queries", "/// One.\nquery q# = Node where rank == #", "\n"),
    LongText(.declarations, "file 1", "queries of one name", "query q = Node where rank == 1", "\n"),
    LongText(.declarations, "file 1", "wrong queries", "query q# = Node where rank == 'a'", "\n"),
    LongText(.declarations, "file 1", "entities", "entity E# { id: Int64 @unique }", "\n"),
    LongText(
      .declarations, "file 1", "related entities",
      "entity E# { id: Int64 @unique next: E#? inverse all all: [E#] inverse next }", "\n"),
    LongText(
      .declarations, "file 1", "subentities", "entity E#: B { a#: Int64? }", "\n",
      from: "abstract entity B { id: Int64 @unique }\n"),
    LongText(.declarations, "file 1", "enumerations", "enum E# { a, b }", "\n"),
    LongText(
      .declarations, "file 1", "mappings",
      """
      mapping m#: Node { id = id rank = rank speed = speed name = name isOpen = isOpen tags = tags color = color }
      """, "\n"),
    LongText(.declarations, "enumeration 1", "cases", "c#", ", ", from: "enum E { ", to: " }\nentity A { e: E }"),
    LongText(.declarations, "entity 1", "attributes", "a#: Int64?", "\n", from: "entity E { id: Int64 @unique\n", to: "}"),
    LongText(.declarations, "entity 1", "attributes of one name", "a: Int64?", "\n", from: "entity E {\n", to: "}"),
    LongText(
      .declarations, "property 1", "annotations", "@range(0...#)", " ", from: "entity E { id: Int64 @unique a: Int64 ", to: "}"),
    LongText(
      .declarations, "annotationArguments 1", "columns of an index", "a#", ", ",
      from: "entity E { id: Int64 @unique @@index(", to: ")}"),
    LongText(.declarations, "parameters 1", "parameters", "$p#: Int64", ", ", from: "query q(", to: ") = Node"),
    LongText(
      .declarations, "mapping 1", "members", "rank = rank", " ",
      from: "mapping m: Node { id = id speed = speed name = name isOpen = isOpen tags = tags color = color ", to: " }"),
    LongText(
      .declarations, "jsonPath 1", "steps of JSON", "a", ".",
      from: "mapping m: Node { id = id rank = rank speed = speed name = name isOpen = isOpen tags = tags color = color level = ",
      to: " }"),
    LongText(
      .declarations, "mappingTable 1", "entries", "'a#': #", ", ",
      from: "mapping m: Node { id = id speed = speed name = name isOpen = isOpen tags = tags color = color rank = r as {",
      to: "} }"),
  ]

  private static let tokens = [
    LongText(.predicate, "word 1", "a word", "a", "", from: "r", to: " == 1"),
    LongText(.predicate, "string 1", "a string", "a", "", from: "name == '", to: "'"),
    LongText(.predicate, "string 2", "escapes", "\\u{e9}", "", from: "name == \"", to: "\""),
    LongText(.predicate, "comment 1", "a comment", "a", "", from: "// ", to: "\nrank == 1"),
    LongText(.predicate, "comment 2", "comments", "/* # */", "\n", to: "rank == 1"),
    LongText(.predicate, "comment 2", "lines", "rank == #", " OR\n"),
  ]
}
