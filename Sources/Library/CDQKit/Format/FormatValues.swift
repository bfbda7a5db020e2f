package import CDQIR
import CDQRuntime
package import CDQSemantics
package import CDQSyntax
import Foundation

/// The arguments of one format string, in the order of their conversions `%@`, `%K`, `%d` ….
package struct FormatValues: Sendable {
  /// The arguments; nil for one that has no type of its own and that the caller will read as the type that the text
  /// gives it.
  package var values: [Value?]

  package init(_ values: [Value?]) {
    self.values = values
  }

  /// The checker's options for these arguments: their key paths, and their types where the text gives none.
  package var checkOptions: CheckOptions {
    var options = CheckOptions(strictNSPredicate: true)
    for (index, value) in values.enumerated() {
      guard let value else { continue }
      if case .string(let path) = value { options.keyPaths[index] = path }
      options.argumentTypes[index] = value.ownType
    }
    return options
  }

  /// The errors that do not depend on the comparisons: a wrong number of arguments, and arguments that a conversion
  /// does not take.
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

  /// The tokens of the conversions.
  private static func places(in source: SourceText, _ limits: TextLimits) -> [Token] {
    let lexed = Lexer.lex(source, options: ParseOptions(strictNSPredicate: true, limits: limits))
    return lexed.tokens.filter { $0.kind == .argument && !$0.flags.contains(.malformed) }
  }

  /// A description of what a conversion takes; nil when it takes the value.
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

  /// The arguments converted to the types of their parameters, by the index of the parameter.
  ///
  /// - Throws: `QueryError` with an error for each argument of another type.
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
  /// The value as `%d` reads it, where a Bool is 1 or 0; nil when it is no integer.
  fileprivate var integer: Value? {
    if case .bool(let flag) = self { return .int(flag ? 1 : 0) }
    return widened(to: .int64)
  }

  /// The value as `%c` reads it: a string of one character, or the character with that code point; nil for any other
  /// value.
  fileprivate var character: String? {
    switch self {
    case .string(let text): text.count == 1 ? text : nil
    case .int(let number): UInt32(exactly: number).flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    default: nil
    }
  }

  /// The value as the argument of a conversion where a type is expected; nil when it has another type.
  package func argument(of conversion: String, as type: OptionalType) -> Value? {
    // A `nil` literal would be `Value.null` here, so "no value" is written out.
    if isNull {
      guard type.isOptional || type.base == .null else { return Value?.none }
      return .some(.null)
    }
    // 1 and 0 are true and false where a Bool is expected, as for `NSNumber`.
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

  /// The type of the value itself; nil for a list without a single element type.
  fileprivate var ownType: OptionalType? {
    switch self {
    case .object(let key): OptionalType(.object(key.root))
    case .list(let values): Value.listType(values)
    default: kind.type.map { OptionalType($0, isOptional: isNull) }
    }
  }

  private static func listType(_ values: [Value]) -> OptionalType? {
    var types: Set<ValueType> = []
    for value in values where !value.isNull {
      guard let type = value.ownType else { return nil }
      types.insert(type.base)
    }
    // A list of integers and Doubles is read as a list of Doubles.
    if types == [.int64, .double] { types = [.double] }
    guard types.count == 1, let element = types.first, element.element == nil else { return nil }
    return OptionalType(.collection(element: element, isOrdered: true))
  }
}
