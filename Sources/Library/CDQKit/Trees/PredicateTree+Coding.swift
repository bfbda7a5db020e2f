import CDQIR

// The members are written out, so that the JSON has words of the language and not those of Swift's enums.

extension PredicateTree: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case all, any, not, comparison, truth, constant
  }

  private struct Truth: Codable {
    var operand: Operand
    var quantifier: Quantifier?
  }

  /// Decodes a node from an object with one member.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch container.allKeys.first {
    case .all: self = .all(try container.decode([PredicateTree].self, forKey: .all))
    case .any: self = .any(try container.decode([PredicateTree].self, forKey: .any))
    case .not: self = .not(try container.decode(PredicateTree.self, forKey: .not))
    case .comparison: self = .comparison(try container.decode(Comparison.self, forKey: .comparison))
    case .truth:
      let truth = try container.decode(Truth.self, forKey: .truth)
      self = .truth(truth.operand, quantifier: truth.quantifier)
    case .constant: self = .constant(try container.decode(Bool.self, forKey: .constant))
    case nil:
      let words = Key.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a node of a predicate has one member of \(words)"))
    }
  }

  /// Encodes the node as an object with one member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .all(let parts): try container.encode(parts, forKey: .all)
    case .any(let parts): try container.encode(parts, forKey: .any)
    case .not(let part): try container.encode(part, forKey: .not)
    case .comparison(let comparison): try container.encode(comparison, forKey: .comparison)
    case .truth(let operand, let quantifier):
      try container.encode(Truth(operand: operand, quantifier: quantifier), forKey: .truth)
    case .constant(let value): try container.encode(value, forKey: .constant)
    }
  }
}

extension PredicateTree.Comparison: Codable {
  private enum Key: String, CodingKey {
    case quantifier, left, `operator`, options, right
  }

  /// Decodes a comparison; `quantifier` and `options`, such as `"cd"`, may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let letters = try container.decodeIfPresent(String.self, forKey: .options) ?? ""
    var options: TextOptions = []
    for letter in letters {
      switch letter {
      case "c": options.insert(.caseInsensitive)
      case "d": options.insert(.diacriticInsensitive)
      case "l": options.insert(.localeSensitive)
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .options, in: container, debugDescription: "there is no option '\(letter)', only c, d and l")
      }
    }
    self.init(
      try container.decode(PredicateTree.Operand.self, forKey: .left),
      try container.decode(PredicateOperator.self, forKey: .operator),
      try container.decode(PredicateTree.Operand.self, forKey: .right), options: options,
      quantifier: try container.decodeIfPresent(PredicateTree.Quantifier.self, forKey: .quantifier))
  }

  /// Encodes the comparison, without a quantifier and options that it does not have.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(quantifier, forKey: .quantifier)
    try container.encode(left, forKey: .left)
    try container.encode(`operator`, forKey: .operator)
    let letters = [(TextOptions.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.localeSensitive, "l")]
    if !options.isEmpty {
      try container.encode(letters.filter { options.contains($0.0) }.map(\.1).joined(), forKey: .options)
    }
    try container.encode(right, forKey: .right)
  }
}

extension PredicateTree.Operand: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case path, value, enumCase, parameter, omittableParameter, expression
  }

  /// Decodes an operand from an object with one member.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch container.allKeys.first {
    case .path: self = .path(try container.decode(String.self, forKey: .path))
    case .value: self = .value(try container.decode(Value.self, forKey: .value))
    case .enumCase: self = .enumCase(try container.decode(String.self, forKey: .enumCase))
    case .parameter: self = .parameter(try container.decode(String.self, forKey: .parameter))
    case .omittableParameter:
      self = .parameter(try container.decode(String.self, forKey: .omittableParameter), isOmittable: true)
    case .expression: self = .expression(try container.decode(String.self, forKey: .expression))
    case nil:
      let words = Key.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "an operand has one member of \(words)"))
    }
  }

  /// Encodes the operand as an object with one member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .path(let text): try container.encode(text, forKey: .path)
    case .value(let value): try container.encode(value, forKey: .value)
    case .enumCase(let name): try container.encode(name, forKey: .enumCase)
    case .parameter(let name, let isOmittable):
      try container.encode(name, forKey: isOmittable ? .omittableParameter : .parameter)
    case .expression(let text): try container.encode(text, forKey: .expression)
    }
  }
}
