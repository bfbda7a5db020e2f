import CDQIR
import Foundation

extension QueryWriter {
  /// Writes a literal, or a parameter for types without literals in strict mode.
  mutating func literal(_ type: ValueType) -> Phrase {
    let kind = Phrase.Kind.value(type)
    switch RandomValues.value(type, schema, &random) {
    case .bool(let flag):
      return Phrase(kind, keyword(flag ? random.pick(["TRUE", "YES"]) : random.pick(["FALSE", "NO"])))
    case .int(let number):
      if case .enumeration(let name) = type, let found = enumCase(name, .int(number)) { return Phrase(kind, found) }
      if number == .min { return Phrase(kind, "7") }
      if number >= 0, random.chance(5) { return Phrase(kind, "0x\(String(number, radix: 16))") }
      return Phrase(kind, number < 0 ? "(\(number))" : "\(number)")
    case .double(let number):
      guard number.isFinite else { return parameter().as(kind) }
      return Phrase(kind, number.sign == .minus ? "(\(number))" : "\(number)")
    case .decimal(let number): return isStrict ? parameter().as(kind) : Phrase(kind, "decimal(\"\(number)\")")
    case .string(let text):
      if case .enumeration(let name) = type, let found = enumCase(name, .string(text)) { return Phrase(kind, found) }
      return Phrase(kind, quoted(text))
    case .date(let date):
      guard !isStrict, let text = ISO8601.text(date) else { return parameter().as(kind) }
      return Phrase(kind, "date(\"\(text)\")")
    case .uuid(let id): return isStrict ? parameter().as(kind) : Phrase(kind, "uuid(\"\(id.uuidString)\")")
    case .url(let url): return isStrict ? parameter().as(kind) : Phrase(kind, "url(\"\(url.absoluteString)\")")
    case .data(let data):
      return isStrict ? parameter().as(kind) : Phrase(kind, "data(\"\(data.base64EncodedString())\")")
    case .duration(let seconds):
      let unit = random.pick(["seconds", "minutes", "hours", "days", "weeks"])
      return isStrict ? parameter().as(kind) : Phrase(kind, "\(unit)(\(seconds))")
    case .null, .object, .list: return parameter().as(kind)
    }
  }

  private mutating func enumCase(_ name: String, _ value: Value) -> String? {
    guard let found = schema.enumeration(named: name)?.cases.first(where: { $0.rawValue == value }) else { return nil }
    switch value {
    case .string(let text) where isStrict || random.chance(30): return quoted(text)
    case .int(let number) where isStrict || random.chance(30): return "\(number)"
    default: return ".\(found.name)"
    }
  }

  /// Writes a value of an evaluated type.
  mutating func value(_ type: ValueType, _ depth: Int) -> Phrase {
    let kind = Phrase.Kind.value(type)
    let choice = random.below(depth > 0 ? 14 : 6)
    switch choice {
    case 0: return literal(type)
    case 1: return parameter().as(kind)
    case 8, 9, 10:
      switch type {
      case .int64, .double, .decimal: return number(type, depth - 1)
      case .string: return text(depth - 1)
      case .date, .duration: if !isStrict { return time(type, depth - 1) }
      default: break
      }
    case 11:
      return Phrase(
        kind, of: "\(keyword("TERNARY"))(\(predicate(0)), \(value(type, depth - 1)), \(value(type, depth - 1)))")
    case 12: if let found = reduced(type, depth - 1) { return found }
    case 13: if let found = cast(type) { return found }
    default: break
    }
    for variable in variables where QueryWriter.fits(type)(variable.type) && random.chance(60) {
      return Phrase(kind, "$\(variable.name)")
    }
    return attribute(QueryWriter.fits(type)).map { Phrase(kind, $0.text) } ?? literal(type)
  }

  /// Writes a value whose type the checker infers from the value alone, so neither a parameter nor an enum case.
  mutating func anchored(_ type: ValueType, _ depth: Int) -> Phrase {
    for _ in 0..<4 {
      let found = value(type, depth)
      if !hasOpenType(found.text, type) { return found }
    }
    if let found = attribute(QueryWriter.fits(type)) { return Phrase(.value(type), found.text) }
    // The schema has no attribute of this type here. A comparison then becomes a test for NULL.
    return Phrase(.value(type), "id")
  }

  private func hasOpenType(_ text: String, _ type: ValueType) -> Bool {
    if text.hasPrefix("$p") || text.hasPrefix(".") { return true }
    if case .enumeration = type {
      return text.first.map { "'\"(TtCc".contains($0) || $0.isNumber } ?? true
    }
    if text.contains("{$") || text.hasPrefix("($p") || text.contains("(-$p") { return true }
    return text.uppercased().hasPrefix("TERNARY") && text.contains("$p")
  }

  private mutating func number(_ type: ValueType, _ depth: Int) -> Phrase {
    let kind = Phrase.Kind.value(type)
    switch random.below(type == .int64 ? 10 : 8) {
    case 0, 1, 2:
      let symbol = random.pick(["+", "-", "*", "/"])
      return Phrase(kind, of: "(\(value(type, depth)) \(symbol) \(value(mixed(type), depth)))")
    case 3:
      return Phrase(
        kind,
        of:
          "(\(value(type, 0)) \(random.pick(["+", "-"])) \(value(type, 0)) \(random.pick(["*", "/"])) \(value(type, 0)))"
      )
    case 4: return Phrase(kind, of: "(-\(value(type, 0)))")
    case 5:
      let function = random.pick(["abs", "ceiling", "floor", "trunc"])
      return Phrase(kind, of: "\(function)\(random.pick(["", ":"]))(\(value(type, depth)))")
    case 6:
      let function = random.pick(["add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:"])
      return Phrase(kind, of: "\(function)(\(value(type, depth)), \(value(type, 0)))")
    case 7:
      if type == .double {
        if random.chance(50) {
          return Phrase(kind, of: "\(random.pick(["sqrt", "exp", "ln", "log"]))(\(value(mixed(type), 0)))")
        }
        return Phrase(kind, of: "(\(value(.int64, 0)) ** \(value(.double, 0)))")
      }
      if type == .int64, !isStrict, random.chance(60) { return part(ofDate: depth) }
      if type == .int64, let path = attribute({ $0 == .string || $0 == .data }) {
        return Phrase(kind, random.pick(["length(\(path.text))", "length:(\(path.text))", "\(path.text).length"]))
      }
      return literal(type)
    case 8:
      let symbol = random.pick(["&", "|", "^", "<<", ">>"])
      return Phrase(kind, of: "(\(value(.int64, 0)) \(symbol) \(value(.int64, 0)))")
    default:
      let function = random.pick(["bitwiseAnd:with:", "bitwiseOr:with:", "leftshift:by:", "rightshift:by:"])
      if random.chance(20) { return Phrase(kind, of: "(~\(value(.int64, 0)))") }
      return Phrase(kind, of: "\(function)(\(value(.int64, 0)), \(value(.int64, 0)))")
    }
  }

  /// A numeric type that arithmetic converts to the given one.
  private mutating func mixed(_ type: ValueType) -> ValueType { random.chance(25) ? .int64 : type }

  private mutating func text(_ depth: Int) -> Phrase {
    if !isStrict, random.chance(50) { return partOfText(depth) }
    if !isStrict, random.chance(30) {
      if random.chance(50) { return Phrase(.value(.string), of: "trimmed(\(value(.string, depth)))") }
      return Phrase(
        .value(.string), of: "substring(\(value(.string, depth)), \(random.below(4) - 1), \(value(.int64, 0)))")
    }
    return Phrase(
      .value(.string),
      of: "\(random.pick(["uppercase", "lowercase"]))\(random.pick(["", ":"]))(\(value(.string, depth)))")
  }

  /// Writes texts that are joined, or a part of a text.
  private mutating func partOfText(_ depth: Int) -> Phrase {
    let kind = Phrase.Kind.value(.string)
    switch random.below(6) {
    case 0: return Phrase(kind, of: "(\(anchored(.string, depth)) + \(value(.string, 0)))")
    case 1: return Phrase(kind, of: "(\(anchored(.string, 0)) + \(separator()) + \(value(.string, 0)))")
    case 2:
      let function = random.pick(["prefix", "suffix"])
      let count = random.pick(["1", "2", "(-1)", "0", "9223372036854775807"])
      let number = random.chance(20) ? value(.int64, 0) : Phrase(.fixed, count)
      return Phrase(kind, of: "\(function)(\(value(.string, depth)), \(number))")
    case 3, 4: return Phrase(kind, of: "\(random.pick(["before", "after"]))(\(value(.string, depth)), \(separator()))")
    default: return Phrase(kind, of: "replacing(\(value(.string, depth)), \(separator()), \(separator()))")
    }
  }

  /// A text that is a part of others now and then.
  private mutating func separator() -> Phrase {
    if random.chance(20) { return value(.string, 0) }
    return Phrase(.value(.string), quoted(random.pick(["a", "e", " ", "e\u{301}", "\u{E9}", "\u{301}", "", "ab", "\n"])))
  }

  /// The time zones of calendar functions; the first two are UTC.
  private static let zones = ["", "", ", \"UTC\"", ", \"Europe/Oslo\"", ", 'America/St_Johns'", ", \"Pacific/Apia\""]

  /// Writes a part of a date, in one of several time zones.
  private mutating func part(ofDate depth: Int) -> Phrase {
    let function = random.pick(["year", "month", "day", "weekday", "hour", "minute", "second"])
    let zone = random.pick(QueryWriter.zones)
    return Phrase(.value(.int64), of: "\(function)(\(value(.date, depth))\(zone))")
  }

  private mutating func time(_ type: ValueType, _ depth: Int) -> Phrase {
    let kind = Phrase.Kind.value(type)
    if type == .date {
      if random.chance(10) { return Phrase(kind, "now()") }
      if random.chance(40) {
        let function = random.pick(["startOfDay", "startOfWeek", "startOfMonth", "startOfYear"])
        return Phrase(kind, of: "\(function)(\(value(.date, depth))\(random.pick(QueryWriter.zones)))")
      }
      return Phrase(kind, of: "(\(value(.date, depth)) \(random.pick(["+", "-"])) \(value(.duration, 0)))")
    }
    switch random.below(3) {
    case 0: return Phrase(kind, of: "(\(value(.date, 0)) - \(value(.date, 0)))")
    case 1: return Phrase(kind, of: "(\(literal(.duration)) \(random.pick(["+", "-"])) \(literal(.duration)))")
    default: return Phrase(kind, of: "days(\(value(random.pick([.int64, .double]), 0)))")
    }
  }

  /// Writes a value that is computed from a collection or taken from it.
  private mutating func reduced(_ type: ValueType, _ depth: Int) -> Phrase? {
    let kind = Phrase.Kind.value(type)
    switch random.below(6) {
    case 0 where type == .int64:
      if !isStrict, random.chance(10), let entity = random.pickAny(schema.entities) { return Phrase(kind, "\(entity.name).@count") }
      guard let (objects, _) = objects(depth) else { return nil }
      return Phrase(kind, of: "\(objects)\(random.pick([".@count", "[SIZE]", "[size]"]))")
    case 1, 2:
      let isOrdered = type == .int64 || type == .double || type == .decimal || type == .string || type == .date
      guard isOrdered, let (objects, entity) = objects(depth) else { return nil }
      let found = schema.allAttributes(of: entity).filter { QueryWriter.fits(type)($0.type) }
      guard let attribute = random.pickAny(found) else { return nil }
      let isNumber = type != .string && type != .date
      let word = random.pick(
        isNumber ? ["@sum", "@min", "@max", type == .double ? "@avg" : "@sum"] : ["@min", "@max"])
      return Phrase(kind, of: "\(objects).\(word).\(attribute.name)")
    case 3:
      guard type == .int64 || type == .double || type == .decimal else { return nil }
      var functions = ["sum", "min", "max"]
      if type != .int64 { functions += ["average", "median"] }
      if type == .double { functions.append("stddev") }
      return Phrase(kind, of: "\(random.pick(functions))\(random.pick(["", ":"]))(\(collection(type, depth)))")
    case 4:
      let position = random.pick(["0", "1", "7", "(-1)", "FIRST", "LAST", "first"])
      if let (objects, entity) = objects(0, isOrdered: true),
        let attribute = random.pickAny(schema.allAttributes(of: entity).filter { QueryWriter.fits(type)($0.type) })
      {
        return Phrase(kind, of: "\(objects)[\(position)].\(attribute.name)")
      }
      let (text, entity) = ("", self.entity)
      let found = schema.allAttributes(of: entity).filter { $0.type.element.map(QueryWriter.fits(type)) ?? false }
      return random.pickAny(found).map { Phrase(kind, "\(text)\(name($0.name, isStart: true))[\(position)]") }
    default:
      guard type == .int64 else { return nil }
      return Phrase(kind, of: "count(\(collection(random.pick([.int64, .string, .double]), depth)))")
    }
  }

  private mutating func cast(_ type: ValueType) -> Phrase? {
    let sources: [ValueType]
    let names: [String]
    switch type {
    case .int64:
      (sources, names) = (
        [.string, .double, .decimal, .bool, .date], isStrict ? [] : ["Int", "Int64", "Int16", "Int32"]
      )
    case .double:
      (sources, names) = (
        [.string, .int64, .decimal, .bool, .date], isStrict ? ["NSNumber"] : ["Double", "NSNumber", "Float"]
      )
    case .decimal: (sources, names) = ([.string, .int64, .double, .bool], isStrict ? ["NSDecimalNumber"] : ["Decimal"])
    case .string:
      (sources, names) = (
        [.int64, .double, .decimal, .bool, .date, .uuid, .url, .data], isStrict ? ["NSString"] : ["String"]
      )
    case .date: (sources, names) = ([.int64, .double, .decimal], isStrict ? ["NSDate"] : ["Date"])
    case .bool: (sources, names) = ([.int64, .double, .string], isStrict ? [] : ["Bool"])
    case .uuid: (sources, names) = ([.string], isStrict ? [] : ["UUID"])
    default: return nil
    }
    let source = random.pick(sources)
    guard let name = random.pickAny(names) else { return nil }
    if source == .string, type == .uuid {
      return Phrase(
        .value(type), of: "\(keyword("CAST"))(\(quoted(random.pick(RandomValues.uuids + ["x"]))), \"\(name)\")")
    }
    guard let path = attribute({ $0 == source }) else { return nil }
    return Phrase(.value(type), of: "\(keyword("CAST"))(\(path.text), \"\(name)\")")
  }
}
