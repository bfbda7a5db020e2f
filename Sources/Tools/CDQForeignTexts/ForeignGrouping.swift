/// The keys of a foreign `GROUP BY`, which may repeat a selected value or name it by its alias or its number.
struct ForeignGrouping {
  /// The selected values, and the names after `as`.
  private let items: [(value: Substring, name: Substring?)]

  /// - Parameter items: The translated list of a `SELECT`.
  init(items: String) {
    self.items = ForeignGrouping.parts(of: items).map { item in
      let words = item.split(separator: " ")
      guard words.count > 2, words[words.count - 2].lowercased() == "as" else { return (item, nil) }
      return (item[..<words[words.count - 3].endIndex], words[words.count - 1])
    }
  }

  /// The keys in the language: `group by y` of `year(date) as y` is `group by year(date) as y`.
  func keys(_ keys: String) -> String {
    ForeignGrouping.parts(of: keys).map { key in
      if let number = Int(key), items.indices.contains(number - 1) { return named(items[number - 1]) }
      let item = items.first { $0.name == key } ?? items.first { $0.value == key }
      return item.map(named) ?? String(key)
    }.joined(separator: ", ")
  }

  private func named(_ item: (value: Substring, name: Substring?)) -> String {
    guard let name = item.name, item.value.contains(where: { "(+-*/".contains($0) }) else { return String(item.value) }
    return "\(item.value) as \(name)"
  }

  /// The parts of a list, without the spaces around them. Commas in parentheses and quotes separate nothing.
  private static func parts(of list: String) -> [Substring] {
    var parts: [Substring] = []
    var (depth, quote): (Int, Character?) = (0, nil)
    var start = list.startIndex
    func add(_ end: String.Index) {
      var part = list[start..<end]
      while part.first == " " { part.removeFirst() }
      while part.last == " " { part.removeLast() }
      parts.append(part)
    }
    for index in list.indices {
      let character = list[index]
      if let open = quote {
        if character == open { quote = nil }
        continue
      }
      switch character {
      case "'", "\"": quote = character
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0:
        add(index)
        start = list.index(after: index)
      default: break
      }
    }
    add(list.endIndex)
    return parts
  }
}
