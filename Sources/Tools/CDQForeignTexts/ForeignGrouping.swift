/// The keys of a foreign `GROUP BY` and `ORDER BY`, which may repeat a selected value or name it by its alias or its number.
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
      guard let index = index(of: key) else { return String(key) }
      let item = items[index]
      guard let name = item.name, isComputed(item.value) else { return String(item.value) }
      return "\(item.value) as \(name)"
    }.joined(separator: ", ")
  }

  /// The selected values, of which one that is a computed key is only named: `year(date) as y` is `y`.
  func columns(groupedBy keys: String) -> String {
    let grouped = Set(ForeignGrouping.parts(of: keys).compactMap { index(of: $0) })
    return items.enumerated().map { index, item in
      guard let name = item.name else { return String(item.value) }
      return grouped.contains(index) && isComputed(item.value) ? String(name) : "\(item.value) as \(name)"
    }.joined(separator: ", ")
  }

  /// The keys of an `ORDER BY`, in which a number stands for a column: `2 desc` is `population desc`.
  func sortKeys(_ keys: String) -> String {
    ForeignGrouping.parts(of: keys).map { key in
      let words = key.split(separator: " ", maxSplits: 1)
      guard let first = words.first, Int(first) != nil, let index = index(of: first) else { return String(key) }
      return ([items[index].name ?? items[index].value] + words.dropFirst()).joined(separator: " ")
    }.joined(separator: ", ")
  }

  /// The item that a key means: by its number, its name or its value.
  private func index(of key: Substring) -> Int? {
    if let number = Int(key) { return number > 0 && number <= items.count ? number - 1 : nil }
    return items.firstIndex { $0.name == key } ?? items.firstIndex { $0.value.lowercased() == key.lowercased() }
  }

  private func isComputed(_ value: Substring) -> Bool { value.contains { "(+-*/".contains($0) } }

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
