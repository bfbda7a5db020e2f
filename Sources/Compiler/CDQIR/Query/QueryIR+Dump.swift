extension QueryIR {
  /// The query on one line, with the type of every path, literal and parameter, such as
  /// `City where name~String BEGINSWITH[c] $prefix~String sort name~String desc`. It is for people and tests;
  /// nothing parses it.
  public var dump: String {
    let printer = IRPrinter(.dump, parameters: parameters)
    var parts: [String] = []
    if cardinality != .many { parts.append(cardinality.rawValue) }
    parts.append(entity)
    if !includesSubentities { parts.append("only") }
    if predicate != .constant(true) { parts.append("where \(printer.text(predicate))") }
    if !assignments.isEmpty {
      parts.append("set \(assignments.map { "\($0.property) = \(printer.text($0.value))" }.joined(separator: ", "))")
    }
    if let projection { parts += printer.clauses(projection) }
    switch sort {
    case .keys(let keys): if !keys.isEmpty { parts.append("sort \(printer.list(keys))") }
    case .choice(let parameter, let keys):
      parts.append("sort \(printer.name(ofParameter: parameter)) in (\(printer.list(keys)))")
    }
    if let limit { parts.append("limit \(printer.count(limit))") }
    if let limitPerKey {
      parts.append("limit \(printer.count(limitPerKey.count)) per \(printer.list(limitPerKey.keys))")
    }
    if let offset { parts.append("offset \(printer.count(offset))") }
    return parts.joined(separator: " ")
  }
}

extension IRPrinter {
  fileprivate func clauses(_ projection: ProjectionIR) -> [String] {
    var parts: [String] = []
    if !projection.grouping.isEmpty { parts.append("group by \(list(projection.grouping))") }
    if let having = projection.having { parts.append("having \(text(having))") }
    let items = projection.items.map { "\(text($0.expression)) as \($0.name)" }
    parts.append("select \(projection.isDistinct ? "distinct " : "")\(items.joined(separator: ", "))")
    return parts
  }

  fileprivate func list(_ keys: [SortKeyIR]) -> String {
    keys.map { key in
      var words = [text(key.expression)]
      if !key.options.isEmpty { words.append(key.options.suffix) }
      if key.isDescending { words.append("desc") }
      // nil is first ascending and last descending by default, which is not written.
      if key.nullsFirst == key.isDescending { words.append(key.nullsFirst ? "nulls first" : "nulls last") }
      return words.joined(separator: " ")
    }.joined(separator: ", ")
  }

  fileprivate func count(_ count: CountIR) -> String {
    switch count {
    case .constant(let number): String(number)
    case .parameter(let index): name(ofParameter: index)
    }
  }
}
