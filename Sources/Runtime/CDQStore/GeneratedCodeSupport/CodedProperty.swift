public import Foundation

/// A property of a program's own `Codable` type, kept as JSON in a `Data` attribute of a generated struct. The keys of
/// the JSON are sorted, so that equal values are equal data.
///
/// ```swift
/// extension Calculation {
///   static let steps = CodedProperty<Calculation, [Step]>(\.stepData)
///   var steps: [Step] { get throws { try Self.steps.value(of: self) } }
/// }
/// ```
///
/// Queries and change sets see the raw data. Values that queries need to look into should be an entity.
public struct CodedProperty<Model, Value: Codable>: Sendable {
  private let data: any WritableKeyPath<Model, Data> & Sendable

  /// Creates a property that is kept in the `Data` property at a key path.
  public init(_ data: any WritableKeyPath<Model, Data> & Sendable) {
    self.data = data
  }

  /// Decodes the value that a struct holds.
  ///
  /// - Throws: `DecodingError` when the data is not JSON of this type.
  public func value(of model: Model) throws -> Value {
    try JSONDecoder().decode(Value.self, from: model[keyPath: data])
  }

  /// Encodes a value into a struct. Save the struct to change the stored object.
  ///
  /// - Throws: `EncodingError` when JSON cannot express the value.
  public func set(_ value: Value, of model: inout Model) throws {
    model[keyPath: data] = try data(of: value)
  }

  /// Encodes a value, as an argument for the struct's initializer.
  ///
  /// - Throws: `EncodingError` when JSON cannot express the value.
  public func data(of value: Value) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }
}
