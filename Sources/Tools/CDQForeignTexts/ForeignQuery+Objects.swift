import CDQIR
import CDQKit
import CDQSyntax

/// Queries inside of a query of SQL that are about all objects of an entity: `length > (SELECT avg(length) FROM Track)` is
/// `length > Track.@avg.length`, `email IN (SELECT email FROM Order)` is `email IN Order.@unionOfObjects.email`, and
/// `EXISTS (SELECT 1 FROM Order o WHERE o.email = p.email)` is `SUBQUERY(Order, $o, $o.email == email).@count > 0`.
extension ForeignQuery {
  /// A query inside of the query, in a range of tokens, and its translation; nil where there is none of this kind.
  func unrelated(in range: Range<Int>) -> (range: Range<Int>, text: String)? {
    guard let open = range.first(where: { tokens[$0].kind == .leftParenthesis && isWord($0 + 1, "SELECT") }),
      let close = closing(open), close < range.upperBound,
      let from = (open..<close).first(where: { isWord($0, "FROM") }), from + 1 < close,
      let other = vocabulary.entity(meantBy: text(of: tokens[from + 1])), let schema = vocabulary.schema,
      let collection = objects(of: other, schema, from + 2..<close)
    else { return nil }
    if isWord(open - 1, "EXISTS"), open - 1 >= range.lowerBound {
      let isNegated = open - 2 >= range.lowerBound && isWord(open - 2, "NOT")
      return ((open - (isNegated ? 2 : 1))..<(close + 1), "\(collection).@count \(isNegated ? "==" : ">") 0")
    }
    var selected = tokens[(open + 2)..<from].map { text(of: $0) }
    if open - 1 >= range.lowerBound, isWord(open - 1, "IN") {
      // `( SELECT DISTINCT v . email FROM`
      if selected.first?.uppercased() == "DISTINCT" { selected.removeFirst() }
      guard let name = selected.last, selected.count == 1 || (selected.count == 3 && selected[1] == "."),
        schema.property(named: name, of: other) != nil
      else { return nil }
      return (open..<(close + 1), "\(collection).@unionOfObjects.\(name)")
    }
    // `( SELECT avg ( length ) FROM`
    guard selected.count == 4, selected[1] == "(", selected[3] == ")",
      let function = ForeignQuery.reducers[selected[0].uppercased()]
    else { return nil }
    if function == "count" { return (open..<(close + 1), "\(collection).@count") }
    guard schema.property(named: selected[2], of: other) != nil else { return nil }
    return (open..<(close + 1), "\(collection).@\(function).\(selected[2])")
  }

  private static let reducers = ["COUNT": "count", "SUM": "sum", "AVG": "avg", "MIN": "min", "MAX": "max"]

  /// All objects of an entity, with the condition that follows its name and its alias; nil where something else follows.
  private func objects(of other: String, _ schema: Schema, _ range: Range<Int>) -> String? {
    var position = range.lowerBound
    if isWord(position, "AS") { position += 1 }
    var alias = other.prefix(1).lowercased()
    var names = [other]
    if position < range.upperBound, tokens[position].kind == .word, !isWord(position, "WHERE") {
      alias = text(of: tokens[position])
      names.append(alias)
      position += 1
    }
    if position == range.upperBound { return other }
    guard isWord(position, "WHERE"), position + 1 < range.upperBound else { return nil }
    var qualifiers = Dictionary(names.map { ($0, "$\(alias)") }) { first, _ in first }
    for name in [entity, "self"] where qualifiers[name] == nil { qualifiers[name] = "" }
    let condition = inner(position + 1..<range.upperBound, qualifiers) { name in
      schema.property(named: name, of: other) == nil ? nil : "$\(alias)"
    }
    return "SUBQUERY(\(other), $\(alias), \(condition))"
  }
}
