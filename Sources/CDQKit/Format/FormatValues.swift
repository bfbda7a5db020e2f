package import CDQIR
import CDQRuntime
package import CDQSemantics
package import CDQSyntax
import Foundation

/// The values of `%@`, `%K`, `%d` … of one format string, by their place.
package struct FormatValues: Sendable {
  /// nil for a value that has no type of its own, and that whoever gave it reads as the type that the text gives.
  package var values: [Value?]

  package init(_ values: [Value?]) {
    self.values = values
  }

  /// What the checker must know of them: key paths, and types where the text gives none.
  package var checkOptions: CheckOptions {
    var options = CheckOptions(strictNSPredicate: true)
    for (index, value) in values.enumerated() {
      guard let value else { continue }
      if case .string(let path) = value { options.keyPaths[index] = path }
      options.argumentTypes[index] = value.ownType
    }
    return options
  }

  /// What is wrong with the values, whatever they are compared with: their number, and kinds that a conversion does not
  /// take.
  package func problems(in source: SourceText, _ limits: Limits) -> [Diagnostic] {
    let places = FormatValues.places(in: source, limits.text)
    guard places.count == values.count else {
      let taken = places.count == 1 ? "1 argument" : "\(places.count) arguments"
      let given = values.count == 1 ? "1 is given" : "\(values.count) are given"
      let end = UInt32(truncatingIfNeeded: source.utf8.count)
      let span = places.count > values.count ? places[values.count].span : SourceSpan(0, end)
      return [.bind("argument-count", "the text takes \(taken), but \(given)", source, span)]
    }
    return zip(places, values).compactMap { place, value in
      let text = source.text(place.span)
      if case .list(let elements)? = value, elements.count > limits.values.list {
        let message = "the argument of '\(text)' is a list of more than \(limits.values.list) elements"
        return .bind("list-too-long", message, source, place.span)
      }
      guard let value, let wanted = FormatValues.mismatch(text, value) else { return nil }
      return .bind(
        "type-mismatch", "the argument of '\(text)' must be \(wanted), found \(value.described)", source, place.span)
    }
  }

  /// The tokens of the arguments.
  private static func places(in source: SourceText, _ limits: TextLimits) -> [Token] {
    let lexed = Lexer.lex(source, options: ParseOptions(strictNSPredicate: true, limits: limits))
    return lexed.tokens.filter { $0.kind == .argument && !$0.flags.contains(.malformed) }
  }

  /// What a conversion takes, when the value is not that.
  private static func mismatch(_ conversion: String, _ value: Value) -> String? {
    switch conversion.last {
    case "@": nil
    case "K": if case .string = value { nil } else { "a string" }
    case "s", "S": if case .string = value { nil } else { "a string" }
    case "c", "C": value.character == nil ? "a character" : nil
    case "f", "F", "e", "E", "g", "G", "a", "A": value.widened(to: .double) == nil ? "a number" : nil
    default: value.integer == nil ? "an integer" : nil
    }
  }

  /// The values in the types that their parameters have, by the index of the parameter.
  ///
  /// - Throws: a finding for each value of another type.
  func bound(to ir: QueryIR, in source: SourceText, _ limits: TextLimits) throws(QueryError) -> [Int: Value] {
    let places = FormatValues.places(in: source, limits)
    var result: [Int: Value] = [:]
    var problems: [Diagnostic] = []
    for (index, parameter) in ir.parameters.enumerated() {
      guard parameter.name.hasPrefix("%"), let number = Int(parameter.name.dropFirst()),
        values.indices.contains(number - 1), let value = values[number - 1]
      else { continue }
      let place = places[number - 1]
      let conversion = source.text(place.span)
      if let bound = value.argument(of: conversion, as: parameter.type) {
        result[index] = bound
        if let size = parameter.size, case .list(let elements) = bound, elements.count != size {
          let message = "the argument of '\(conversion)' must have \(size) elements, found \(elements.count)"
          problems.append(.bind("wrong-argument", message, source, place.span))
        }
      } else {
        problems.append(
          .bind(
            "type-mismatch", "the argument of '\(conversion)' must be \(parameter.type), found \(value.described)",
            source, place.span))
      }
    }
    if !problems.isEmpty { throw QueryError(problems, [source]) }
    return result
  }
}

extension Diagnostic {
  fileprivate static func bind(
    _ code: DiagnosticCode, _ message: String, _ source: SourceText, _ span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(.error, code, stage: .bind, message, file: source.name, at: span)
  }
}

extension Value {
  /// What `%d` makes of the value: Bool is 1 or 0.
  fileprivate var integer: Value? {
    if case .bool(let flag) = self { return .int(flag ? 1 : 0) }
    return widened(to: .int64)
  }

  /// What `%c` makes of the value: a text of one character, or the character of a number.
  fileprivate var character: String? {
    switch self {
    case .string(let text): text.count == 1 ? text : nil
    case .int(let number): UInt32(exactly: number).flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    case .null, .bool, .double, .decimal, .date, .duration, .data, .uuid, .url, .object, .list: nil
    }
  }

  /// The value as the argument of a conversion that meets a type; nil when it is of another.
  package func argument(of conversion: String, as type: OptionalType) -> Value? {
    // `Value` reads a nil literal as `.null`, so that there is no value must be spelled out.
    if isNull {
      guard type.isOptional || type.base == .null else { return Value?.none }
      return .some(.null)
    }
    // 1 and 0 are true and false where they meet a Bool, as NSNumber has it.
    if type.base == .bool, case .int(let number) = self {
      guard number == 0 || number == 1 else { return Value?.none }
      return .some(.bool(number == 1))
    }
    switch conversion.last {
    case "c", "C": return character.map { .string($0) }
    case "d", "D", "i", "u", "U", "x", "X", "o", "O":
      return type.base == .bool ? widened(to: .bool) : integer?.widened(to: type.base)
    default: return widened(to: type.base)
    }
  }

  /// The type that the value has by itself; nil when it could be of many.
  fileprivate var ownType: OptionalType? {
    switch self {
    case .null: OptionalType(.null, isOptional: true)
    case .bool: OptionalType(.bool)
    case .int: OptionalType(.int64)
    case .double: OptionalType(.double)
    case .decimal: OptionalType(.decimal)
    case .string: OptionalType(.string)
    case .date: OptionalType(.date)
    case .duration: OptionalType(.duration)
    case .data: OptionalType(.data)
    case .uuid: OptionalType(.uuid)
    case .url: OptionalType(.url)
    case .object(let key): OptionalType(.object(key.root))
    case .list(let values): Value.listType(values)
    }
  }

  private static func listType(_ values: [Value]) -> OptionalType? {
    var types: Set<ValueType> = []
    for value in values where !value.isNull {
      guard let type = value.ownType else { return nil }
      types.insert(type.base)
    }
    // Whole numbers and others together are all read as the wider type.
    if types == [.int64, .double] { types = [.double] }
    guard types.count == 1, let element = types.first, element.element == nil else { return nil }
    return OptionalType(.collection(element: element, isOrdered: true))
  }
}
