import CDQKit

/// The methods of a chain, and the clauses that they become.
extension PastedSwift {
  private enum Effect {
    case filter, first, count, exists, none, all, sorted, sortedDown, reversed, map, limit, offset, reduce, greatest, least
  }

  /// The names of methods, in lower case and without `_`, by what they do.
  private static let members: [String: Effect] = {
    var result: [String: Effect] = [:]
    func add(_ names: String, _ effect: Effect) { for name in names.split(separator: " ") { result[String(name)] = effect } }
    add("filter where find", .filter)
    add("first firstordefault firstwhere fetchone findone", .first)
    add("count size length", .count)
    add("exists contains any", .exists)
    add("isempty allsatisfy", .none)
    add("all objects fetch findall get fetchrequest fetchall lazy values tolist toarray getall query collect scalars", .all)
    add("sorted sort order orderby sortby sortedby", .sorted)
    add("orderbydescending sortedbydescending", .sortedDown)
    add("reversed", .reversed)
    add("map compactmap select pluck", .map)
    add("prefix limit take", .limit)
    add("dropfirst skip", .offset)
    add("reduce sum", .reduce)
    add("max", .greatest)
    add("min", .least)
    return result
  }()

  /// Reads one member of a chain, with its closure or its arguments.
  mutating func read(_ member: String, _ closure: CallReader.Closure?, _ arguments: [CallReader.Argument]?) {
    guard let effect = PastedSwift.members[member.lowercased().filter { $0 != "_" }] else {
      if cardinality == "first", closure == nil, arguments == nil { return selectOfFirst(member) }
      let call = closure != nil ? " { … }" : arguments.map { $0.isEmpty ? "()" : "(…)" } ?? ""
      unread.append("'.\(member)\(call)' has no counterpart in a query")
      // `City.name` is a property.
      if closure != nil || arguments != nil { isSwift = true }
      return
    }
    isSwift = true
    if limit != nil || offset != nil, [.filter, .sorted, .sortedDown, .reversed, .exists, .count].contains(effect) {
      unread.append("'.\(member)' is about the objects that the limit leaves, and a query limits last")
    }
    let inner = closure ?? arguments?.first.flatMap { CallReader($0.value).parsedClosure ?? CallReader.arrow($0.value) }
    let plain = inner == nil ? arguments?.first?.value : nil
    switch effect {
    case .filter, .first, .count, .exists, .none: restrict(effect, inner, arguments ?? [])
    case .sorted, .sortedDown:
      let isReverse = (arguments ?? []).dropFirst().contains {
        ($0.label == "ascending" && $0.value == "false") || ($0.label == "order" && $0.value.hasSuffix("reverse"))
      }
      order(member, effect == .sortedDown || isReverse, inner, plain)
    case .reversed:
      if sort.isEmpty { unread.append("'.reversed()' needs an order: sort … desc") }
      sort = sort.map { $0.hasSuffix(" desc") ? String($0.dropLast(5)) : $0 + " desc" }
    case .map: select(inner, plain)
    case .limit: limit = plain.map(PastedSwift.number)
    case .offset:
      if limit != nil { unread.append("'.\(member)' skips objects of those that the limit leaves, and a query skips first") }
      offset = plain.map(PastedSwift.number) ?? "1"
    case .reduce: aggregate(closure, arguments ?? [])
    case .greatest, .least: extreme(member, effect == .greatest, inner)
    case .all: break
    }
  }

  /// `.prefix(5)`, `.prefix(limit)`
  private static func number(_ text: String) -> String { text.first?.isLetter == true ? "$" + text : text }

  /// Adds the condition of a method, which also may ask for one object, a number or whether there is any.
  private mutating func restrict(_ effect: Effect, _ inner: CallReader.Closure?, _ arguments: [CallReader.Argument]) {
    if let inner {
      if let type = inner.type { entity = type }
      let condition = inner.swift.map { PastedCondition.closure($0) } ?? .format(inner.body)
      // That all objects meet a condition means that there is none that does not.
      conditions.append(effect == .none ? .not(condition) : condition)
    } else if effect == .filter || effect == .first {
      for argument in arguments { restrict(by: argument) }
    }
    switch effect {
    case .first: cardinality = "first"
    case .count: cardinality = "count"
    case .exists, .none: cardinality = "exists"
    default: break
    }
    if effect == .none { notes.append("'exists' says the opposite: false where the Swift code says true") }
  }

  private mutating func restrict(by argument: CallReader.Argument) {
    let value = PastedSwift.columns(argument.value)
    if let label = argument.label, !["by", "where", "using", "_"].contains(label) {
      conditions.append(.format("\(label) == \(value)"))
    } else if value.hasPrefix("\\") {
      conditions.append(.closure("$0.\(CallReader.keyPath(value))"))
    } else if let word = PastedCondition.words.first(where: { value.hasPrefix($0) }), word != "Predicate" {
      do throws(SwiftCondition.Unread) {
        conditions.append(try PastedCondition.read(value) { _ in nil }.condition)
      } catch {
        unread.append(error.help)
      }
    } else {
      conditions.append(.format(CallReader.lookup(value) ?? CallReader.string(value) ?? value))
    }
  }

  /// A text with the names of columns in place of `Column("name")`.
  private static func columns(_ text: String) -> String {
    var parts = text.split(separator: "Column(\"", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else { return text }
    for index in 1..<parts.count {
      guard let end = parts[index].firstRange(of: "\")") else { return text }
      parts[index].removeSubrange(end)
    }
    return parts.joined()
  }

  private mutating func order(_ member: String, _ isReverse: Bool, _ inner: CallReader.Closure?, _ plain: String?) {
    let end = isReverse ? " desc" : ""
    if let inner {
      // A comparison of Swift says the order; other languages give the key.
      let isComparison = ["sorted", "sort"].contains(member) && inner.swift != nil
      guard let key = inner.sides ?? (isComparison ? nil : inner.body), !key.contains("("), !key.contains("?") else {
        unread.append("this order is not translated: a sort key is a property")
        return
      }
      sort = [key + end]
      return
    }
    guard let plain else {
      unread.append("'.\(member)()' says no property: sort name")
      return
    }
    let items = plain.hasPrefix("[") ? CallReader.items(String(plain.dropFirst().dropLast())) : [plain]
    var keys: [String] = []
    for item in items {
      var reader = CallReader(item)
      if let word = reader.word(), word.hasSuffix("Comparator") || word.hasSuffix("SortDescriptor") {
        guard let key = reader.list().flatMap(CallReader.sortKey) else {
          unread.append("this order is not translated: a sort key is a property")
          return
        }
        keys.append(key)
        continue
      }
      let column = PastedSwift.columns(item)
      if column != item {
        keys.append(column.replacing(".desc", with: " desc").replacing(".asc", with: ""))
        continue
      }
      var key = CallReader.keyPath(CallReader.string(item) ?? item)
      // `-created_at`, `:name`
      if key.hasPrefix("-") { key = key.dropFirst() + " desc" }
      if key.hasPrefix(":") { key = String(key.dropFirst()) }
      keys.append(key + end)
    }
    sort = keys
  }

  /// `.map(\.name)`, `.map { ($0.name, $0.population) }`
  private mutating func select(_ inner: CallReader.Closure?, _ plain: String?) {
    guard let text = inner?.body ?? plain.map({ CallReader.keyPath(CallReader.string($0) ?? $0) }) else { return }
    let isTuple = text.hasPrefix("(") && text.hasSuffix(")")
    let items = isTuple ? CallReader.items(String(text.dropFirst().dropLast())) : [text]
    let columns = items.map { item in
      (item.hasPrefix("$0.") || item.hasPrefix("it.") ? String(item.dropFirst(3)) : item).replacing("?.", with: ".")
    }
    guard columns.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || "_.:".contains($0) } }) else {
      unread.append("'map { \(text.prefix(20)) }' is not translated: 'select' lists properties")
      return
    }
    selection = columns.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }.joined(separator: ", ")
  }

  /// `.first?.name`
  private mutating func selectOfFirst(_ property: String) {
    selection = selection.map { "\($0).\(property)" } ?? property
    (cardinality, limit) = ("first", nil)
    // Columns are those of a list, of which the first row is asked for.
    (cardinality, limit) = ("", "1")
  }

  /// `.map(\.total).reduce(0, +)`, `.reduce(0) { $0 + $1.total }`
  private mutating func aggregate(_ closure: CallReader.Closure?, _ arguments: [CallReader.Argument]) {
    let sum = closure?.swift.map { $0.filter { !$0.isWhitespace } }
    let key =
      sum.flatMap { $0.hasPrefix("$0+$1.") ? String($0.dropFirst(6)) : nil }
      ?? (arguments.last?.value == "+" || arguments.isEmpty ? selection : nil)
    guard let key, key.allSatisfy({ $0.isLetter || $0.isNumber || "_.".contains($0) }), sort.isEmpty, limit == nil else {
      unread.append("'.reduce' is not translated: 'select sum(…) as total' adds the values of a property")
      return
    }
    selection = "sum(\(key)) as total"
  }

  /// `.max { $0.total < $1.total }`, `.map(\.total).max()`
  private mutating func extreme(_ member: String, _ isGreatest: Bool, _ inner: CallReader.Closure?) {
    if let key = inner?.sides, !key.hasSuffix(" desc") {
      (cardinality, sort) = ("first", [key + (isGreatest ? " desc" : "")])
    } else if inner == nil, let key = selection, !key.contains(",") {
      selection = "\(member)(\(key)) as \(member)"
    } else {
      unread.append("'.\(member)' is not translated: 'first … sort … desc' finds the object with the greatest value")
    }
  }
}
