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
    parts += printer.clauses(sort)
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
    parts.append("select \(projection.isDistinct ? "distinct " : "")\(columns(projection))")
    return parts
  }

  private func columns(_ projection: ProjectionIR) -> String {
    projection.columns.map { column in
      switch column {
      case .item(let item): "\(text(item.expression)) as \(item.name)"
      case .shape(let shape): "\(shape.steps.map(\.name).joined(separator: ".")) { \(body(shape)) } as \(shape.name)"
      }
    }.joined(separator: ", ")
  }

  private func body(_ shape: ShapeIR) -> String {
    var parts = [columns(shape.projection)]
    if shape.predicate != .constant(true) { parts.append("where \(text(shape.predicate))") }
    parts += clauses(shape.sort)
    if let limit = shape.limit { parts.append("limit \(count(limit))") }
    return parts.joined(separator: " ")
  }

  fileprivate func clauses(_ sort: SortIR) -> [String] {
    switch sort {
    case .keys(let keys): keys.isEmpty ? [] : ["sort \(list(keys))"]
    case .choice(let parameter, let keys): ["sort \(name(ofParameter: parameter)) in (\(list(keys)))"]
    }
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
