public import Foundation

/// How a value of a program's own `Codable` type is kept in a `Data` attribute of a generated struct: as JSON whose keys
/// are sorted, so that equal values are equal data.
///
/// ```swift
/// extension Calculation {
///   static let steps = CodedProperty<Calculation, [Step]>(\.stepData)
///   var steps: [Step] { get throws { try Self.steps.value(of: self) } }
/// }
/// ```
///
/// Queries see the data as it is, and so do change sets. What queries are to look into is better an entity.
public struct CodedProperty<Model, Value: Codable>: Sendable {
  private let data: any WritableKeyPath<Model, Data> & Sendable

  /// Kept in that property.
  public init(_ data: any WritableKeyPath<Model, Data> & Sendable) {
    self.data = data
  }

  /// The value that a struct holds.
  ///
  /// - Throws: `DecodingError` when the data is not of this type.
  public func value(of model: Model) throws -> Value {
    try JSONDecoder().decode(Value.self, from: model[keyPath: data])
  }

  /// Lets a struct hold a value; a store has it once the struct is saved.
  ///
  /// - Throws: `EncodingError` when JSON cannot express it.
  public func set(_ value: Value, of model: inout Model) throws {
    model[keyPath: data] = try data(of: value)
  }

  /// A value as it is kept, for making a struct.
  ///
  /// - Throws: `EncodingError` when JSON cannot express it.
  public func data(of value: Value) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }
}
