import CDQIR
import CDQKit
import CDQSyntax

/// Queries inside of a query of SQL that ask only whether an object has others: `id NOT IN (SELECT owner FROM Car)` and
/// `NOT EXISTS (SELECT 1 FROM Car c WHERE c.owner = p.id)` are `cars.@count == 0`.
extension ForeignQuery {
  /// A condition that is a query inside of the query, in a range of tokens, and its translation.
  func existence(in range: Range<Int>) -> (range: Range<Int>, text: String)? {
    related(in: range) ?? unrelated(in: range)
  }

  /// A condition on the objects of a relationship.
  private func related(in range: Range<Int>) -> (range: Range<Int>, text: String)? {
    for index in range where tokens[index].kind == .leftParenthesis && isWord(index + 1, "SELECT") {
      guard let close = (index..<range.upperBound).first(where: { tokens[$0].kind == .rightParenthesis }),
        let from = (index..<close).first(where: { isWord($0, "FROM") }), from + 1 < close,
        let other = vocabulary.entity(meantBy: text(of: tokens[from + 1])), let schema = vocabulary.schema
      else { return nil }
      var start = index - 1
      let link: String?
      if isWord(start, "IN") {
        // Between the names there is nothing else, so that all objects are asked for.
        guard from == index + 3, close == from + 2 || (close == from + 3 && tokens[from + 2].kind == .word) else { return nil }
        link = text(of: tokens[index + 2])
      } else if isWord(start, "EXISTS") {
        link = comparedLink(from + 2..<close)
      } else {
        return nil
      }
      let isIn = isWord(start, "IN")
      let isNegated = start > range.lowerBound && isWord(start - 1, "NOT")
      if isNegated { start -= 1 }
      if isIn {
        // `c.id` before the operator, which has to be the identity of the object.
        start -= 1
        guard start >= range.lowerBound, isIdentity(text(of: tokens[start])) else { return nil }
        if start - 2 >= range.lowerBound, tokens[start - 1].kind == .dot { start -= 2 }
      }
      guard let link, let collection = collection(of: schema, to: other, over: link) else { return nil }
      return (start..<(close + 1), "\(collection).@count \(isNegated ? "==" : ">") 0")
    }
    return nil
  }

  private func isIdentity(_ name: String) -> Bool {
    name.lowercased() == "id" || vocabulary.schema?.identity(of: entity).map(\.name) == [name]
  }

  /// `WHERE c.owner = p.id`, with or without an alias before it: the name that is compared with the identity.
  private func comparedLink(_ range: Range<Int>) -> String? {
    guard let start = range.first(where: { isWord($0, "WHERE") }), start - range.lowerBound < 3,
      let equal = range.first(where: { [.equal, .doubleEqual].contains(tokens[$0].kind) }), equal > start + 1, equal + 1 < range.upperBound
    else { return nil }
    let sides = [(start + 1)..<equal, (equal + 1)..<range.upperBound]
    guard sides.allSatisfy({ $0.count == 1 || ($0.count == 3 && tokens[$0.lowerBound + 1].kind == .dot) }) else { return nil }
    let names = sides.map { text(of: tokens[$0.upperBound - 1]) }
    if isIdentity(names[1]) { return names[0] }
    return isIdentity(names[0]) ? names[1] : nil
  }

  /// The relationship to the objects of another entity whose way back has a name, or the name of its key: `owner_id`.
  private func collection(of schema: Schema, to other: String, over link: String) -> String? {
    let all = schema.allRelationships(of: entity).filter { $0.isToMany && $0.destination == other }
    let name = link.lowercased()
    return all.first { relationship in
      guard let inverse = relationship.inverse?.lowercased() else { return false }
      return [inverse, inverse + "_id", inverse + "id"].contains(name)
    }?.name
  }
}
