import CDQIR
import Foundation

extension QueryWriter {
  /// Writes a predicate without a query around it.
  package mutating func predicateText(of entity: String) -> Phrase {
    self.entity = entity
    return predicate(random.pick([0, 1, 1, 2]))
  }

  /// Writes a query with any of its clauses.
  package mutating func query(of entity: String) -> Phrase {
    self.entity = entity
    let isProjected = random.chance(25)
    let keepsByKey = random.chance(12)
    let cardinalities =
      keepsByKey
      ? isProjected ? [""] : ["", "", "", "count ", "exists ", "delete "]
      : isProjected
        ? ["", "", "", "first ", "one "] : ["", "", "", "", "first ", "one ", "count ", "exists ", "delete "]
    var parts: [Phrase.Part] = [.phrase(Phrase(.clause, random.pick(cardinalities))), .text(entity)]
    if schema.entity(named: entity)?.isAbstract == false, random.chance(8) {
      parts.append(.phrase(Phrase(.clause, " only")))
    }
    if random.chance(85) {
      parts.append(.phrase(Phrase(.clause, of: " where \(predicate(random.pick([0, 1, 1, 2])))")))
    }
    if isProjected, keepsByKey {
      parts += withoutOmittable { $0.plainProjection(isDistinct: false) }
    } else if isProjected {
      parts += projection()
    } else if random.chance(45) {
      parts.append(.phrase(sort()))
    }
    if keepsByKey {
      parts.append(.phrase(limitPerKey()))
      return Phrase(.fixed, parts: parts)
    }
    if random.chance(25) { parts.append(.phrase(Phrase(.clause, of: " limit \(count())"))) }
    if random.chance(15) { parts.append(.phrase(Phrase(.clause, of: " offset \(count())"))) }
    return Phrase(.fixed, parts: parts)
  }

  mutating func count() -> Phrase {
    random.chance(75) ? Phrase(.fixed, "\(random.below(5))") : parameter("count")
  }

  // MARK: sort

  private mutating func keys(_ count: Int) -> Phrase {
    var parts: [Phrase.Part] = []
    for index in 0..<count {
      if index > 0 { parts.append(.text(", ")) }
      parts.append(.phrase(key()))
    }
    return Phrase(.fixed, parts: parts)
  }

  private static func sorts(_ type: ValueType) -> Bool {
    switch type {
    case .bool, .enumeration: true
    default: type.isOrdered
    }
  }

  private mutating func key() -> Phrase {
    let outer = variables
    variables = []
    defer { variables = outer }
    if random.chance(12), let (objects, _) = objects(0) { return "\(objects).@count\(direction())" }
    if random.chance(12), let found = attribute({ $0 == .string }) { return "length(\(found.text))\(direction())" }
    guard let found = attribute(QueryWriter.sorts), !found.text.hasPrefix("$") else { return "id\(direction())" }
    return "\(found.text)\(found.type == .string ? sortOptions() : "")\(direction())"
  }

  mutating func sortOptions() -> String {
    // Foundation's order of texts by a locale but without diacritics is not transitive: in Swedish abc > ä > z > abc.
    let written = options(random.chance(80) ? "cd" : "cl")
    return written.isEmpty ? "" : (random.chance(50) ? " " : "") + written
  }

  mutating func direction() -> String {
    random.pick(["", "", " asc", " desc", " desc"]) + random.pick(["", "", "", " nulls first", " nulls last"])
  }

  /// - Parameter isChosen: Whether an argument may choose the key, which a text has only once.
  mutating func sort(isChosen: Bool = true) -> Phrase {
    withoutOmittable { writer in
      if isChosen, writer.random.chance(15) {
        // No options or directions, because the argument names a key by its path.
        return Phrase(.clause, of: " sort $sortKey in (\(writer.keys(2)))")
      }
      return Phrase(.clause, of: " sort \(writer.keys(1 + writer.random.below(2)))")
    }
  }

  // MARK: select

  private mutating func projection() -> [Phrase.Part] {
    withoutOmittable { writer in
      if writer.random.chance(35) { return writer.plainProjection() }
      return writer.groupedProjection()
    }
  }

  private mutating func plainProjection(isDistinct: Bool? = nil) -> [Phrase.Part] {
    let isDistinct = isDistinct ?? random.chance(40)
    var parts: [Phrase.Part] = [.text(isDistinct ? " select distinct " : " select ")]
    for index in 0..<(1 + random.below(3)) {
      if index > 0 { parts.append(.text(", ")) }
      let type = random.pick(types)
      if !isDistinct, random.chance(25), let shape = shape(2) {
        parts.append(.phrase("\(shape) as c\(index)"))
      } else if random.chance(15), let object = object() {
        parts.append(.text("\(object.text) as c\(index)"))
      } else {
        parts.append(.phrase("\(anchored(type, 1)) as c\(index)"))
      }
    }
    if random.chance(60) { parts.append(.phrase(sort())) }
    return parts
  }

  /// Writes an aggregate of a group, and returns its type too.
  private mutating func aggregate() -> (phrase: Phrase, type: ValueType) {
    if random.chance(25) { return ("count()", .int64) }
    let type: ValueType = random.pick([.int64, .int64, .double, .decimal, .string, .date])
    let argument = random.chance(80) ? attribute(QueryWriter.fits(type)).map { Phrase(.value(type), $0.text) } : nil
    let written = argument ?? anchored(type, 1)
    let distinct = random.chance(25) ? "distinct " : ""
    if type == .string || type == .date {
      let word = random.pick(["min", "max", "count"])
      return ("\(word)(\(distinct)\(written))", word == "count" ? .int64 : type)
    }
    let word = random.pick(["sum", "min", "max", "count", "avg", "sum", "median"])
    let isReal = (word == "avg" || word == "median") && type == .int64
    return ("\(word)(\(distinct)\(written))", word == "count" ? .int64 : isReal ? .double : type)
  }

  private mutating func groupedProjection() -> [Phrase.Part] {
    var parts: [Phrase.Part] = []
    var columns: [Phrase] = []
    var sortable: [String] = []
    var keys: [Phrase] = []
    var paths: [String] = []
    if random.chance(75) {
      for _ in 0..<(1 + random.below(2)) {
        if random.chance(35) {
          let type = random.pick(types)
          let (name, key) = ("g\(keys.count)", anchored(type, 1))
          keys.append("\(key) as \(name)")
          // The key by its name, or written again.
          columns.append(random.chance(60) ? Phrase(.value(type), "\(name)") : "\(key) as k\(keys.count)")
          if QueryWriter.sorts(type) { sortable.append(name) }
          continue
        }
        guard let found = attribute({ $0.element == nil }), !found.text.hasPrefix("$"), !paths.contains(found.text)
        else {
          continue
        }
        keys.append("\(found.text)")
        paths.append(found.text)
        columns.append("\(found.text) as k\(keys.count)")
        if QueryWriter.sorts(found.type) { sortable.append("k\(keys.count)") }
      }
    }
    if !keys.isEmpty {
      for (index, key) in keys.enumerated() {
        parts.append(.text(index == 0 ? " group by " : ", "))
        parts.append(.phrase(key))
      }
    }
    var having: (phrase: Phrase, type: ValueType)? = keys.isEmpty || !random.chance(40) ? nil : aggregate()
    for index in 0..<(1 + random.below(2)) {
      let (phrase, type) = aggregate()
      columns.append("\(phrase) as a\(index)")
      sortable.append("a\(index)")
      if having != nil, random.chance(30) { having = ("a\(index)", type) }
    }
    if let (phrase, type) = having {
      let symbol = random.pick(["==", "!=", "<", "<=", ">", ">="])
      parts.append(.phrase(Phrase(.clause, of: " having \(phrase) \(symbol) \(literal(type))")))
    }
    parts.append(.text(" select \(random.chance(15) ? "distinct " : "")"))
    for (index, column) in columns.enumerated() {
      if index > 0 { parts.append(.text(", ")) }
      parts.append(.phrase(column))
    }
    if random.chance(60), let name = random.pickAny(sortable) {
      parts.append(.phrase(Phrase(.clause, of: " sort \(name)\(direction())")))
    }
    return parts
  }
}
