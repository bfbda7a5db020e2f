public import CDQIR
import CDQJSON
import CDQStore

/// Reading values from plain text: CSV cells and `--param name=value`.
extension ValueCoding {
  /// Converts text to a value of a type. Text is never nil: an empty one is the empty string, and no value of any other
  /// type.
  ///
  /// - Throws: `ValueCodingError` when the text is no value of the type.
  public func value(fromText text: String, as type: ValueType) throws(ValueCodingError) -> Value {
    switch type {
    case .decimal: return try value(from: .string(text), as: type)
    case .bool:
      switch text.lowercased() {
      case "true", "yes", "1": return .bool(true)
      case "false", "no", "0": return .bool(false)
      default: throw noValue(text, type)
      }
    case .enumeration(let name):
      guard let enumeration = schema.enumeration(named: name), enumeration.rawType.isInteger else {
        return try value(from: .string(text), as: type)
      }
      return try value(from: try number(text, enumeration.rawType), as: type)
    case .object(let entity):
      return .object(try objectKey(fromText: text, of: entity))
    case _ where type.isWrittenAsJSONString: return try value(from: .string(text), as: type)
    case _ where type.isQuantity: return try value(from: try number(text, type), as: type)
    default:
      let json: JSONValue
      do throws(JSONError) {
        json = try JSONValue(parsing: text)
      } catch {
        throw ValueCodingError(.invalidJSON, "\(type) is written as JSON: \(error.message)")
      }
      return try value(from: json, as: OptionalType(type, isOptional: true))
    }
  }

  /// The text as a JSON number, or as a string for the three Doubles that JSON lacks.
  private func number(_ text: String, _ type: ValueType) throws(ValueCodingError) -> JSONValue {
    if !type.isInteger, text == "Infinity" || text == "-Infinity" || text == "NaN" { return .string(text) }
    do throws(JSONError) {
      let json = try JSONValue(parsing: text)
      switch json {
      case .integer, .number: return json
      case .null, .bool, .string, .array, .object: break
      }
    } catch {}
    throw noValue(text, type)
  }

  private func noValue(_ text: String, _ type: ValueType) -> ValueCodingError {
    ValueCodingError(.typeMismatch, "\(ValueCoding.json(.string(String(text.prefix(60))))) is not a valid \(type)")
  }
}
