import CDQIR
import Foundation

extension QueryWriter {
  mutating func predicate(_ depth: Int) -> Phrase {
    if depth > 0, random.chance(50) {
      if random.chance(30) {
        return Phrase(.predicate, of: "\(random.pick(["NOT ", "!", "not "]))(\(predicate(depth - 1)))")
      }
      let word = random.pick([" AND ", " OR ", " && ", " || ", " and "])
      var parts: [Phrase.Part] = [.text("(")]
      for index in 0..<(2 + random.below(2)) {
        if index > 0 { parts.append(.text(word)) }
        parts.append(.phrase(predicate(depth - 1)))
      }
      parts.append(.text(")"))
      return Phrase(.predicate, parts: parts)
    }
    return comparison(depth).as(.predicate)
  }

  private mutating func comparison(_ depth: Int) -> Phrase {
    let type = random.pick(types)
    switch random.below(22) {
    case 0:
      return random.chance(70) ? nullTest() : Phrase(.fixed, keyword(random.pick(["TRUEPREDICATE", "FALSEPREDICATE"])))
    case 1: return bare() ?? relation(type, depth)
    case 2, 3: return objectComparison(depth) ?? relation(type, depth)
    case 4, 5, 6, 7: return textMatch(depth)
    case 8, 9: return membership(type, depth)
    case 10: return between(depth)
    case 11, 12, 13, 14: return quantified(type, depth) ?? relation(type, depth)
    default: return relation(type, depth)
    }
  }

  static func isOrdered(_ type: ValueType) -> Bool { type.isOrdered }

  private mutating func relation(_ type: ValueType, _ depth: Int) -> Phrase {
    let left = anchored(type, depth)
    if left.text == "id" { return nullTest() }
    let right = value(other(type), depth)
    return random.chance(80) ? "\(left)\(relationWord(type))\(right)" : "\(right)\(relationWord(type))\(left)"
  }

  /// A type for the other operand: numbers are compared with other numeric types too, all other types with themselves.
  private mutating func other(_ type: ValueType) -> ValueType {
    switch type {
    case .int64, .double: random.chance(25) ? random.pick([.int64, .double]) : type
    case .decimal: random.chance(25) ? random.pick([.int64, .double]) : type
    default: type
    }
  }

  /// A relational operator with text options, between spaces.
  private mutating func relationWord(_ type: ValueType) -> String {
    var words = ["==", "=", "!=", "<>", "=="]
    if QueryWriter.isOrdered(type) { words += ["<", "<=", "=<", ">", ">=", "=>"] }
    return " \(random.pick(words))\(type == .string ? options("cdnl") : "") "
  }

  mutating func options(_ letters: String) -> String {
    guard random.chance(45) else { return "" }
    var result = ""
    for letter in letters where random.chance(letter == "c" || letter == "d" ? 55 : 8) { result.append(letter) }
    return result.isEmpty ? "" : "[\(random.chance(20) ? result.uppercased() : result)]"
  }

  private mutating func nullTest() -> Phrase {
    let path: String
    if random.chance(30), let object = object(), object.text != "SELF", !object.text.hasPrefix("$o") {
      path = object.text
    } else {
      guard let found = attribute({ _ in true }), found.type.element == nil else { return "TRUEPREDICATE" }
      path = found.text
    }
    // Nothing is less or greater than nil, and only nil is not less or not greater.
    let word = random.pick([" == ", " != ", " = ", " == ", " != ", " < ", " > ", " <= ", " >= "])
    return Phrase(.fixed, random.chance(80) ? path + word + keyword("NULL") : keyword("NIL") + word + path)
  }

  /// A Bool attribute or collection as a predicate of its own, which strict mode does not have.
  private mutating func bare() -> Phrase? {
    guard !isStrict else { return nil }
    if random.chance(40), let (phrase, _) = scalars(0, { $0 == .bool }) {
      return "\(keyword(random.pick(["ANY", "ALL", "NONE", "SOME"]))) \(phrase)"
    }
    let found = schema.allAttributes(of: entity).filter { $0.type == .bool && !$0.isOptional }
    return random.pickAny(found).map { Phrase(.fixed, name($0.name, isStart: true)) }
  }

  private mutating func objectComparison(_ depth: Int) -> Phrase? {
    guard let object = object() else { return nil }
    let related = schema.root(of: object.entity)
    switch random.below(4) {
    case 0: return "\(object.text) \(random.pick(["==", "!="])) \(objectParameter(object.entity))"
    case 1:
      guard let (objects, entity) = objects(depth), schema.root(of: entity) == related else { return nil }
      return random.chance(50) ? "\(object.text) IN \(objects)" : "\(objects) CONTAINS \(object.text)"
    case 2: return "\(object.text) \(keyword("IN")) \(parameter("objects"))"
    default:
      guard let second = self.object() else { return nil }
      if schema.isEntity(second.entity, kindOf: object.entity) || schema.isEntity(object.entity, kindOf: second.entity)
      {
        return "\(object.text) \(random.pick(["==", "!="])) \(second.text)"
      }
      return nil
    }
  }

  private mutating func needle(_ word: String, _ depth: Int) -> Phrase {
    let kind = Phrase.Kind.value(.string)
    switch word {
    case "LIKE":
      return random.chance(70) ? Phrase(kind, quoted(random.pick(RandomValues.likes))) : parameter("like").as(kind)
    case "MATCHES":
      return random.chance(70) ? Phrase(kind, quoted(random.pick(RandomValues.regexes))) : parameter("regex").as(kind)
    default:
      return random.chance(60) ? Phrase(kind, quoted(random.pick(RandomValues.fragments))) : value(.string, depth)
    }
  }

  private mutating func textMatch(_ depth: Int, left: Phrase? = nil) -> Phrase {
    let word = random.pick(["BEGINSWITH", "ENDSWITH", "CONTAINS", "CONTAINS", "LIKE", "MATCHES"])
    let options = options(word == "MATCHES" ? "cn" : word == "LIKE" ? "cdn" : "cdnl")
    return "\(left ?? value(.string, depth)) \(keyword(word))\(options) \(needle(word, depth))"
  }

  private mutating func membership(_ type: ValueType, _ depth: Int) -> Phrase {
    let options = type == .string ? options("cdnl") : ""
    if type == .string, random.chance(20) {
      return "\(value(.string, depth)) \(keyword("IN"))\(options) \(value(.string, depth))"
    }
    let collection = collection(random.chance(80) ? type : other(type), depth)
    let sought = anchored(type, depth)
    if sought.text == "id" { return nullTest() }
    if random.chance(70) { return "\(sought) \(keyword("IN"))\(options) \(collection)" }
    return "\(collection) \(keyword("CONTAINS"))\(options) \(sought)"
  }

  private mutating func between(_ depth: Int, left: Phrase? = nil, type: ValueType? = nil) -> Phrase {
    let type = type ?? random.pick([.int64, .double, .decimal, .string, .date, .duration])
    let left = left ?? anchored(type, depth)
    if random.chance(15) { return "\(left) \(keyword("BETWEEN")) \(parameter("pair"))" }
    return "\(left) \(keyword("BETWEEN")) {\(value(other(type), 0)), \(value(other(type), 0))}"
  }

  private mutating func quantified(_ type: ValueType, _ depth: Int) -> Phrase? {
    let quantifier = keyword(random.pick(["ANY", "SOME", "ALL", "NONE"]))
    guard let (left, found) = scalars(depth, QueryWriter.fits(type)) else { return nil }
    let evaluated = found.evaluated
    switch random.below(6) {
    case 0 where evaluated == .string: return "\(quantifier) \(textMatch(depth, left: left))"
    case 1 where QueryWriter.isOrdered(evaluated): return "\(quantifier) \(between(0, left: left, type: evaluated))"
    case 2:
      let options = evaluated == .string ? options("cdnl") : ""
      return "\(quantifier) \(left) IN\(options) \(collection(evaluated, depth - 1))"
    case 3: return "\(quantifier) \(left) \(random.pick(["==", "!=", "==", "!=", "<", ">", "<=", ">="])) NULL"
    default:
      return "\(quantifier) \(left)\(relationWord(evaluated))\(value(other(evaluated), depth - 1))"
    }
  }
}
