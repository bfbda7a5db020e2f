public import CDQIR
import CDQStore

/// Objects by what identifies them.
extension ValueCoding {
  /// The key of an object that is given by its `@unique` value, as an array of several where they are unique together,
  /// or by its 0-based record number where its entity has nothing unique. Nobody looks whether there is such an object.
  ///
  /// - Throws: `ValueCodingError` when the value does not have the identifying attribute's type, or several
  ///   sub-entities have an identity of their own and nothing says which is meant.
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

  /// Plain text as the JSON value that refers to an object with one of the identities.
  package func referenceJSON(fromText text: String, _ identities: [EntityIdentity]) throws(ValueCodingError) -> JSONValue {
    let takesText = identities.contains { $0.attributes.count == 1 && $0.attributes[0].type.isWrittenAsJSONString }
    guard !takesText, let json = try? JSONValue(parsing: text) else { return .string(text) }
    return json
  }
}

extension ValueType {
  /// True for the types whose JSON form is a string.
  fileprivate var isWrittenAsJSONString: Bool {
    switch self {
    case .string, .date, .data, .uuid, .url, .enumeration: true
    case .bool, .int16, .int32, .int64, .float, .double, .decimal, .duration, .object, .opaque, .collection, .null:
      false
    }
  }
}
