public import CDQIR
public import CDQJSON
import CDQStore

/// Reading objects by their identity.
extension ValueCoding {
  /// The key of an object, from the value of its `@unique` attribute, an array of the values of its `@@unique`
  /// attributes, or the 0-based record number if its entity has neither. The object need not exist.
  ///
  /// - Throws: `ValueCodingError` when the value has not the type of the identifying attribute, or when several
  ///   sub-entities have different identities and the value could belong to any.
  public func objectKey(from json: JSONValue, of entity: String) throws(ValueCodingError) -> ObjectKey {
    var json = json
    if case ("$ref", let inner)? = wrapped(json) { json = inner }
    let candidates = schema.identities(reachableFrom: entity)
    guard candidates.count <= 1 else {
      throw ValueCodingError(
        .ambiguousReference, "'\(entity)' has no identity of its own, and its sub-entities have several")
    }
    guard let identity = candidates.first else {
      guard case .integer(let number) = json, number >= 0, let record = Int(exactly: number) else {
        throw mismatch(json, "a record number, because '\(entity)' has no unique attribute")
      }
      return ObjectKey(root: schema.root(of: entity), identity: .record(record))
    }
    return ObjectKey(
      root: schema.root(of: entity), identity: identity.key(of: try identityValues(from: json, identity)))
  }

  /// The values of the identifying attributes.
  ///
  /// - Throws: `ValueCodingError` when a value has another type, or the number of values is wrong.
  package func identityValues(from json: JSONValue, _ identity: EntityIdentity) throws(ValueCodingError) -> [Value] {
    if identity.attributes.count == 1 {
      return [try value(from: json, as: OptionalType(identity.attributes[0].type))]
    }
    guard case .array(let parts) = json, parts.count == identity.attributes.count else {
      let names = identity.attributes.map(\.name).joined(separator: ", ")
      throw mismatch(json, "an array of \(names)")
    }
    var values: [Value] = []
    for (part, attribute) in zip(parts, identity.attributes) {
      values.append(try value(from: part, as: OptionalType(attribute.type)))
    }
    return values
  }

  package func objectKey(fromText text: String, of entity: String) throws(ValueCodingError) -> ObjectKey {
    try objectKey(from: try referenceJSON(fromText: text, schema.identities(reachableFrom: entity)), of: entity)
  }

  /// The JSON value of a reference, from plain text: a string when an identity is written as one, else the text parsed
  /// as JSON.
  package func referenceJSON(fromText text: String, _ identities: [EntityIdentity]) throws(ValueCodingError)
    -> JSONValue
  {
    let takesText = identities.contains { $0.attributes.count == 1 && $0.attributes[0].type.isWrittenAsJSONString }
    guard !takesText, let json = try? JSONValue(parsing: text) else { return .string(text) }
    return json
  }
}
