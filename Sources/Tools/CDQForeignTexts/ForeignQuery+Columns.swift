import CDQSyntax

/// The columns of a `SELECT`, which have names without `as`, and which the keys of `GROUP BY` and `ORDER BY` can mean by their
/// numbers: `SELECT year(founded) y, count(*) FROM City GROUP BY y ORDER BY 2` is
/// `City group by year(founded) as y select y, count() sort count()`.
extension ForeignQuery {
  /// The columns in a range of tokens, with the `as` that SQL may omit before a name.
  func columns(_ range: Range<Int>) -> String {
    items(range).map { item in
      guard let name = nameWithoutAs(item) else { return condition(item, .selection) }
      return "\(condition(item.dropLast(), .selection)) as \(name)"
    }.joined(separator: ", ")
  }

  /// The parts of a list between its commas. Those in parentheses separate nothing.
  private func items(_ range: Range<Int>) -> [Range<Int>] {
    var (items, start, depth): ([Range<Int>], Int, Int) = ([], range.lowerBound, 0)
    for index in range {
      switch token(index).kind {
      case .leftParenthesis: depth += 1
      case .rightParenthesis: depth -= 1
      case .comma where depth == 0:
        items.append(start..<index)
        start = index + 1
      default: break
      }
    }
    return items + [start..<range.upperBound]
  }

  /// The name at the end of a column that has no `as`: a word that directly follows a value.
  private func nameWithoutAs(_ item: Range<Int>) -> String? {
    guard item.count > 1, let last = item.last else { return nil }
    let (name, value) = (token(last), token(last - 1))
    guard name.kind == .word, !name.keyword.isReserved, text(of: name).uppercased() != "END" else { return nil }
    switch value.kind {
    case .rightParenthesis, .number, .string: return text(of: name)
    case .word:
      let isValue = !value.keyword.isReserved && value.keyword != .asWord && value.keyword != .distinct
      return isValue ? text(of: name) : nil
    default: return nil
    }
  }

  /// Lets the keys of groups and of the order name the columns that they mean.
  static func named(_ parts: inout [Clause: String]) {
    guard let columns = parts[.selection] else { return }
    let list = ForeignGrouping(items: columns)
    if let order = parts[.sort] { parts[.sort] = list.sortKeys(order) }
    if let keys = parts[.grouping] {
      parts[.grouping] = list.keys(keys)
      parts[.selection] = list.columns(groupedBy: keys)
    }
  }
}
