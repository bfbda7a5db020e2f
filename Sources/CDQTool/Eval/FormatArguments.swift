import CDQIR
import CDQRuntime
import CDQSemantics
import CDQSyntax

/// The values of `%@`, `%K`, `%d` … in Apple's language, by their place in the text.
struct FormatArguments {
  let values: [JSONValue]

  /// What the checker must know of them: key paths, and types where the text gives none.
  func options(_ schema: Schema) -> CheckOptions {
    let coding = ValueCoding(schema: schema)
    var options = CheckOptions(strictNSPredicate: true)
    for (index, value) in values.enumerated() {
      if case .string(let path) = value { options.keyPaths[index] = path }
      options.argumentTypes[index] = (try? coding.untypedValue(from: value)).flatMap(\.ownType)
    }
    return options
  }

  /// Fails when a text has another number of arguments, or one that is no key path stands for `%K`.
  func check(against source: SourceText) throws(QueryFailure) {
    let options = ParseOptions(strictNSPredicate: true)
    let lexed = Lexer.lex(source, options: options)
    let places = lexed.tokens.filter { $0.kind == .argument && !$0.flags.contains(.malformed) }
    guard places.count == values.count else {
      throw QueryFailure(
        stage: .bind, code: "argument-count",
        message: "the text takes \(Phrase.count(places.count, "argument")), "
          + "but \(values.count) \(values.count == 1 ? "is" : "are") given")
    }
    for (place, value) in zip(places, values) where source.text(place.span) == "%K" {
      guard case .string = value else {
        var failure = QueryFailure(
          stage: .bind, code: "type-mismatch", message: "the argument of '%K' must be a string")
        failure.place = .init(place.start, in: source)
        throw failure
      }
    }
  }

  /// The values by the names under which they are bound: `%1`, `%2` and so on.
  func parameters(of ir: QueryIR) -> [String: ParameterText] {
    var result: [String: ParameterText] = [:]
    for parameter in ir.parameters {
      guard parameter.name.hasPrefix("%"), let place = Int(parameter.name.dropFirst()),
        values.indices.contains(place - 1)
      else { continue }
      result[parameter.name] = .json(values[place - 1])
    }
    return result
  }
}

extension Value {
  /// The type that a value has by itself; nil when it could be of many.
  fileprivate var ownType: OptionalType? {
    switch self {
    case .null: nil
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
