public import CDQIR
public import CDQJSON
import CDQStore
import Foundation

/// The forms of values in JSON, in CSV cells and after `--param`, defined in this one place.
///
/// | type | JSON | text |
/// |---|---|---|
/// | `Bool` | `true`, `false` | `true false yes no 1 0`, any case |
/// | integers | a number without fraction, `5.0` and `5e3` included | the same |
/// | `Float`, `Double` | a number; `"Infinity"`, `"-Infinity"`, `"NaN"` | the same, without quotes |
/// | `Decimal` | a number or a string, every digit kept | the same |
/// | `String`, `UUID`, `URL` | a string | as it is |
/// | `Date` | a string (`ISO8601`), `{"$date": seconds since 2001}` | ISO 8601 |
/// | `Data` | base64, `{"$data": base64}` | base64 |
/// | duration | seconds | seconds |
/// | enum | its raw value, which must be a case | the same |
/// | an object | its `@unique` value (several: an array; none: the record number), `{"$ref": …}` | the same |
/// | a collection | an array, `{"$set": […]}` | a JSON array |
/// | Transformable | any JSON, kept as text | the same |
public struct ValueCoding: Sendable {
  /// The schema, which defines the identities of objects and the cases of enums.
  public let schema: Schema

  /// The forms of the types of a schema.
  public init(schema: Schema) {
    self.schema = schema
  }

  /// Converts a JSON value to a value of a type. For `Float` it is rounded to one, as a Swift `Float` would be.
  ///
  /// - Throws: `ValueCodingError` when the value is of another kind, out of range or malformed, or null for a type that
  ///   is not optional. Elements of a list may be null.
  public func value(from json: JSONValue, as type: OptionalType) throws(ValueCodingError) -> Value {
    if case .null = json {
      guard type.isOptional || type.base == .null else {
        throw ValueCodingError(.missingValue, "null, where a value of \(type.base) is required")
      }
      return .null
    }
    return try value(from: json, as: type.base)
  }

  /// Converts a JSON value to the value of its own type, for a `%@` whose type the text does not determine. A number
  /// with a fraction or an exponent is a Double; an integer beyond Int64 is a Decimal if that holds it exactly, else a
  /// Double.
  ///
  /// - Throws: `ValueCodingError` for `{"$ref": …}`, which needs an entity, for other objects and for lists of lists.
  public func untypedValue(from json: JSONValue) throws(ValueCodingError) -> Value {
    switch json {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .integer(let value): return .int(value)
    case .number(let text):
      if !text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }), text != "-0",
        let decimal = DecimalText.decimal(from: text)
      {
        return .decimal(decimal)
      }
      return try double(json, .double)
    case .string(let text): return .string(text)
    case .array(let elements): return .list(try untypedElements(elements))
    case .object:
      switch wrapped(json) {
      case ("$date", _)?: return try value(from: json, as: .date)
      case ("$data", _)?: return try value(from: json, as: .data)
      case ("$set", .array(let elements))?: return .list(try untypedElements(elements))
      case ("$ref", _)?:
        throw ValueCodingError(.typeMismatch, "'$ref' is an object, but nothing says of which entity")
      default: throw mismatch(json, "a value")
      }
    }
  }

  private func untypedElements(_ elements: [JSONValue]) throws(ValueCodingError) -> [Value] {
    var result: [Value] = []
    for element in elements {
      // The language has no lists of lists. Refusing them here also limits the recursion.
      if case .array = element { throw mismatch(element, "a single value in a list") }
      if case ("$set", _)? = wrapped(element) { throw mismatch(element, "a single value in a list") }
      result.append(try untypedValue(from: element))
    }
    return result
  }

  /// Converts a JSON value other than null to a value of a type.
  @inline(__always)
  package func value(from json: JSONValue, as type: ValueType) throws(ValueCodingError) -> Value {
    switch (type, json) {
    case (.string, .string(let text)): return .string(text)
    case (.int64, .integer(let number)): return .int(number)
    case (.bool, .bool(let flag)): return .bool(flag)
    default: return try convertedValue(from: json, as: type)
    }
  }

  private func convertedValue(from json: JSONValue, as type: ValueType) throws(ValueCodingError) -> Value {
    switch type {
    case .bool, .string: throw mismatch(json, type.description)
    case .int16, .int32, .int64: return .int(try integer(json, type))
    case .float, .double: return try double(json, type)
    case .duration:
      guard case .double(let seconds) = try double(json, type) else { throw mismatch(json, type.description) }
      return .duration(seconds)
    case .decimal: return .decimal(try decimal(json))
    case .date: return .date(try date(json))
    case .data:
      guard let decoded = Data(base64Encoded: try text(json, type, wrapper: "$data")) else {
        throw ValueCodingError(.invalidValue, "not base64")
      }
      return .data(decoded)
    case .uuid:
      let source = try text(json, type)
      guard let value = UUID(uuidString: source) else { throw malformed(source, "UUID") }
      return .uuid(value)
    case .url:
      let source = try text(json, type)
      guard let value = URL(string: source) else { throw malformed(source, "URL") }
      return .url(value)
    case .enumeration(let name): return try enumeration(json, name)
    case .object(let entity): return .object(try objectKey(from: json, of: entity))
    case .opaque: return .string(json.text)
    case .collection(let element, _): return .list(try elements(json, element))
    case .null: throw mismatch(json, "null")
    }
  }

  private func integer(_ json: JSONValue, _ type: ValueType) throws(ValueCodingError) -> Int64 {
    let value: Int64
    switch json {
    case .integer(let number): value = number
    case .number(let text):
      guard let number = NumberText.integer(text) else {
        throw NumberText.isWhole(text)
          ? outOfRange(text, type) : ValueCodingError(.typeMismatch, "\(text) is not a valid \(type)")
      }
      value = number
    case .null, .bool, .string, .array, .object: throw mismatch(json, type.description)
    }
    let fits =
      switch type {
      case .int16: Int16(exactly: value) != nil
      case .int32: Int32(exactly: value) != nil
      default: true
      }
    guard fits else { throw outOfRange(String(value), type) }
    return value
  }

  private func double(_ json: JSONValue, _ type: ValueType) throws(ValueCodingError) -> Value {
    let source: String
    let value: Double
    switch json {
    case .integer(let number): (source, value) = (String(number), Double(number))
    case .number(let text): (source, value) = (text, NumberText.double(text))
    case .string("Infinity"): return .double(.infinity)
    case .string("-Infinity"): return .double(-.infinity)
    case .string("NaN"): return .double(.nan)
    case .null, .bool, .string, .array, .object: throw mismatch(json, type.description)
    }
    // The text is rounded once, to a Float; rounding its Double to a Float could round twice.
    let result = type == .float ? Double(Float(source) ?? Float(value)) : value
    guard result.isFinite else { throw outOfRange(source, type) }
    return .double(result)
  }

  private func decimal(_ json: JSONValue) throws(ValueCodingError) -> Decimal {
    switch json {
    case .integer(let number): return Decimal(number)
    case .number(let text), .string(let text):
      if let value = DecimalText.decimal(from: text) { return value }
      throw NumberText.isNumber(text) ? outOfRange(text, .decimal) : malformed(text, "Decimal")
    case .null, .bool, .array, .object: throw mismatch(json, "Decimal")
    }
  }

  private func date(_ json: JSONValue) throws(ValueCodingError) -> Date {
    if case ("$date", let inner)? = wrapped(json) {
      if case .string(let text) = inner, let value = ISO8601.date(from: text) { return value }
      guard case .double(let seconds) = try double(inner, .double) else { throw mismatch(inner, "Date") }
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    guard case .string(let text) = json else { throw mismatch(json, "Date") }
    guard let value = ISO8601.date(from: text) else { throw malformed(text, "date (ISO 8601)") }
    return value
  }

  private func text(_ json: JSONValue, _ type: ValueType, wrapper: String? = nil) throws(ValueCodingError) -> String {
    if let wrapper, case (wrapper, .string(let text))? = wrapped(json) { return text }
    guard case .string(let text) = json else { throw mismatch(json, type.description) }
    return text
  }

  private func enumeration(_ json: JSONValue, _ name: String) throws(ValueCodingError) -> Value {
    guard let enumeration = schema.enumeration(named: name) else {
      throw ValueCodingError(.typeMismatch, "there is no enum '\(name)'")
    }
    let value = try value(from: json, as: enumeration.rawType)
    if enumeration.cases.contains(where: { $0.rawValue == value }) { return value }
    let cases = enumeration.cases.prefix(8).map { ValueCoding.json($0.rawValue) }.joined(separator: ", ")
    let more = enumeration.cases.count > 8 ? ", …" : ""
    throw ValueCodingError(
      .unknownCase, "\(ValueCoding.json(value)) is no case of \(name)", help: "its cases are \(cases)\(more)")
  }

  private func elements(_ json: JSONValue, _ element: ValueType) throws(ValueCodingError) -> [Value] {
    let list: [JSONValue]
    switch (json, wrapped(json)) {
    case (.array(let elements), _), (_, ("$set", .array(let elements))?): list = elements
    default: throw mismatch(json, "an array of \(element)")
    }
    var result: [Value] = []
    result.reserveCapacity(list.count)
    for item in list { result.append(try value(from: item, as: OptionalType(element, isOptional: true))) }
    return result
  }

  /// The key and the value of an object with one key that starts with `$`, such as `{"$date": …}`; nil for any other
  /// value.
  package func wrapped(_ json: JSONValue) -> (String, JSONValue)? {
    guard case .object(let members) = json, members.count == 1, members[0].key.utf8.first == UInt8(ascii: "$") else {
      return nil
    }
    return (members[0].key, members[0].value)
  }

  package func mismatch(_ json: JSONValue, _ expected: String) -> ValueCodingError {
    ValueCodingError(.typeMismatch, "expected \(expected), found \(json.kindName)")
  }

  private func malformed(_ text: String, _ expected: String) -> ValueCodingError {
    ValueCodingError(.invalidValue, "\(ValueCoding.json(.string(String(text.prefix(60))))) is not a valid \(expected)")
  }

  private func outOfRange(_ text: String, _ type: ValueType) -> ValueCodingError {
    ValueCodingError(.outOfRange, "\(text.prefix(60)) does not fit \(type)")
  }
}

/// The error of a value that cannot be converted to a type.
public struct ValueCodingError: Error, Hashable, Sendable {
  /// The kind of error: `missing-value`, `type-mismatch`, `out-of-range`, `refused-value`, `invalid-value`,
  /// `unknown-case`, `ambiguous-reference` or `invalid-json`.
  public var code: LoadIssue.Code
  /// The message for people, such as `expected Int32, found a string`.
  public var message: String
  /// A hint on what to write instead; nil when there is none.
  public var help: String?

  package init(_ code: LoadIssue.Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }

  /// The error of a value that `@range`, `@length` or `@matches` of its attribute does not allow.
  package init(_ limit: Attribute.Constraint, _ value: Value, _ entity: String, _ attribute: String) {
    self.init(.refusedValue, limit.refusal(of: value, entity: entity, attribute: attribute))
  }
}

extension ValueType {
  /// Whether values of this type are strings in JSON.
  var isWrittenAsJSONString: Bool {
    switch self {
    case .string, .date, .data, .uuid, .url, .enumeration: true
    default: false
    }
  }
}
