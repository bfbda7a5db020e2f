import CDQIR

/// Queries and their clauses.
extension QueryJSON {
  mutating func write(_ query: QueryIR) {
    begin()
    key("cardinality")
    write(query.cardinality.rawValue)
    key("entity")
    write(query.entity)
    key("includesSubentities")
    write(query.includesSubentities)
    write("limit", query.limit)
    write("offset", query.offset)
    key("parameters")
    write(query.parameters) { $0.write($1) }
    key("predicate")
    write(query.predicate)
    if let projection = query.projection {
      key("projection")
      write(projection)
    }
    key("sort")
    write(query.sort)
    key("version")
    write(query.version)
    end()
  }

  private mutating func write(_ name: StaticString, _ count: CountIR?) {
    guard let count else { return }
    key(name)
    switch count {
    case .constant(let number):
      beginCase("constant")
      key("_0")
      write(number)
    case .parameter(let index):
      beginCase("parameter")
      key("_0")
      write(index)
    }
    endCase()
  }

  private mutating func write(_ parameter: ParameterIR) {
    begin()
    key("isOmittable")
    write(parameter.isOmittable)
    key("name")
    write(parameter.name)
    if let size = parameter.size {
      key("size")
      write(size)
    }
    key("type")
    write(parameter.type)
    end()
  }

  private mutating func write(_ sort: SortIR) {
    switch sort {
    case .keys(let keys):
      beginCase("keys")
      key("_0")
      write(keys) { $0.write($1) }
    case .choice(let parameter, let keys):
      beginCase("choice")
      key("keys")
      write(keys) { $0.write($1) }
      key("parameter")
      write(parameter)
    }
    endCase()
  }

  private mutating func write(_ sortKey: SortKeyIR) {
    begin()
    key("expression")
    write(sortKey.expression)
    key("isDescending")
    write(sortKey.isDescending)
    key("name")
    write(sortKey.name)
    key("nullsFirst")
    write(sortKey.nullsFirst)
    key("options")
    write(Int(sortKey.options.rawValue))
    end()
  }

  private mutating func write(_ projection: ProjectionIR) {
    begin()
    key("grouping")
    write(projection.grouping) { $0.write($1) }
    if let having = projection.having {
      key("having")
      write(having)
    }
    key("isDistinct")
    write(projection.isDistinct)
    key("isGrouped")
    write(projection.isGrouped)
    key("items")
    write(projection.items) { $0.write($1) }
    end()
  }

  private mutating func write(_ item: ProjectionIR.Item) {
    begin()
    key("expression")
    write(item.expression)
    key("name")
    write(item.name)
    key("type")
    write(item.type)
    end()
  }
}
