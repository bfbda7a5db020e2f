import CDQIR
import CDQSyntax
import CDQTerminal

/// The texts of `:help`.
enum ReplHelp {
  static let topics = ["queries", "predicates", "parameters", "results", "keys", "examples"]

  /// The lines of `:help` without a topic: all commands.
  static func overview(width: Int) -> [String] {
    let column = min(30, ReplDirectives.all.map { $0.form.count }.max() ?? 0) + 4
    let head = "A text is a query (City where population > 5), or a predicate about the entity in the prompt. "
      + "It may have several lines; Tab completes it."
    return TextWrap.lines(head, width: width)
      + ReplDirectives.all.flatMap { directive -> [String] in
        let summary = TextWrap.lines(directive.summary, width: width - column)
        let form = "  \(directive.form)"
        guard form.count + 2 <= column else {
          return [form] + summary.map { HelpText.padded("", column) + $0 }
        }
        return summary.enumerated().map { HelpText.padded($0 == 0 ? form : "", column) + $1 }
      }
  }

  /// The lines about a topic or a command; nil when there is neither.
  static func lines(about topic: String, width: Int, _ schema: Schema) -> [String]? {
    let word = topic.hasPrefix(":") ? String(topic.dropFirst()) : topic
    if let directive = ReplDirective.named(word), topic.hasPrefix(":") || !topics.contains(word) {
      let example = directive.example.map { ["", "  \($0)"] } ?? []
      return TextWrap.lines("\(directive.form)   \(directive.summary)", width: width, indent: 2) + example
    }
    if word == "examples", let examples = examples(schema) { return examples.map { "  \($0)" } }
    return texts[word].map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }

  /// Examples with the names of a schema: of the entity with the most attributes; nil for a schema without texts.
  private static func examples(_ schema: Schema) -> [String]? {
    let entities = schema.entities.map(\.name)
    func texts(_ entity: String) -> [String] { schema.allAttributes(of: entity).filter { $0.type == .string }.map(\.name) }
    guard let entity = entities.max(by: { schema.allAttributes(of: $0).count < schema.allAttributes(of: $1).count }),
      let text = texts(entity).first(where: { ["name", "title"].contains($0.lowercased()) }) ?? texts(entity).first
    else { return nil }
    let identity = schema.identity(of: entity).map(\.name)
    let number = schema.allAttributes(of: entity).first {
      $0.type.isNumeric && !identity.contains($0.name) && !$0.name.lowercased().hasSuffix("id")
    }?.name
    var lines = [":schema \(entity)", "\(entity) where \(text) CONTAINS[cd] \"a\" sort \(text) limit 5"]
    if let number { lines.append("\(entity) sort \(number) desc limit 5") }
    for case .relationship(let relationship) in schema.allProperties(of: entity) {
      if relationship.isToMany {
        lines.append("\(entity) where \(relationship.name).@count > 3 select \(text), \(relationship.name).@count as n sort n desc")
      } else if let name = texts(relationship.destination).first {
        lines.append("count \(entity) where \(relationship.name).\(name) BEGINSWITH \"A\"")
      } else {
        continue
      }
      break
    }
    lines.append(":chart \(entity) group by \(text) select \(text), count() as n sort n desc limit 10")
    if let number { lines += ["query large = \(entity) where \(number) > $n", ":run large n=10"] }
    return lines
  }

  private static let texts = [
    "queries": """
    [first|one|count|exists|delete] Entity [only] [where predicate]
      [group by value [as name], …] [having predicate]
      [select [distinct] item [as name], …]
      [sort key [asc|desc] [nulls first|nulls last], …] [limit n [per key, …]] [offset n]
    query name = …   gives a query a name; ':run name' runs it again
    update Entity [only] [where predicate] set property = value, …
    delete and update only count here; data is changed by 'cdq eval --write'

      City where population > 1000000 sort population desc limit 10
      count City where isCapital
      City group by isCapital select isCapital, count() as cities
    """,
    "predicates": """
    compare   =  !=  <  <=  >  >=  BETWEEN {a, b}  IN {a, b}
    text      \(ComparisonOperator.textWords.joined(separator: "  "))
              LIKE takes * and ?, MATCHES a regular expression
    options   [c] ignores case, [d] diacritics: name CONTAINS[cd] "sao"
    combine   AND  OR  NOT  ( )
    to-many   ANY  ALL  NONE  cities.@count > 5
              SUBQUERY(cities, $c, $c.isCapital = TRUE).@count > 0

      population > 1000000 AND name BEGINSWITH[cd] "sao"
      country.name == "Norway"
    """,
    "parameters": """
    $name stands for a value whose type follows from its use
    $name? makes the condition disappear while the parameter is not set

      :let $name = "Par"          a JSON value
      :let $since = 2020-01-31    text, read as the parameter's type
      :unset $name
      :run citiesNamed prefix=Par
    """,
    "results": """
    :format and :limit say how results are shown, :chart draws the last one

      :format record              one property a line
      :limit 0                    all rows, with $PAGER where they are many
      :out large.csv              the next results go to a file, until ':out'
      :chart histogram City select population
    """,
    "keys": """
    arrows, Home, End   move; Up and Down go through the history: through
                        the entries that begin with what is typed
    Tab                 completes; again Tab, Shift-Tab or arrows choose
    Enter, Alt-Enter    run, a new line; an open bracket goes on by itself
    Ctrl-R              search in the history; again for older ones
    Right, Ctrl-E       at the end: take the dimmed rest of an earlier text
    Ctrl-_, Alt-_       undo, redo
    Ctrl-A, Ctrl-E      start and end of the line
    Ctrl-K, Ctrl-U, Ctrl-W, Alt-D   cut to the end, to the start, a word;
    Ctrl-Y              paste what was cut
    Ctrl-L, Ctrl-D      clear the screen, leave
    Ctrl-C              cancel the line, or the query that is running
    """,
    "examples": """
      :schema City                what there is
      City sort population desc limit 5
      City where name BEGINSWITH[cd] "mal"
      count City where country.name == "Norway"
      Country where cities.@count > 3 select name, cities.@count as n sort n desc
      :chart Country group by continent select continent, count() as n sort n desc
      query large = City where population > $n
      :run large n=10000000
    """,
  ]
}
