import CDQIR
import CDQRuntime
import Foundation

/// The values that data has under one key of an entity's records, as far as the type of a property depends on them.
struct PropertySample {
  /// The kinds of values other than null.
  private struct Kinds: OptionSet {
    var rawValue: UInt8
    static let bool = Kinds(rawValue: 1)
    static let integer = Kinds(rawValue: 2)
    /// An integer beyond Int64.
    static let largeInteger = Kinds(rawValue: 4)
    static let number = Kinds(rawValue: 8)
    static let text = Kinds(rawValue: 16)
    static let list = Kinds(rawValue: 32)
    static let object = Kinds(rawValue: 64)
  }

  /// A type that every text so far can be read as.
  private enum TextType: CaseIterable {
    case bool, int64, double, date, uuid

    /// The types of cells of CSV, in the order of preference.
    static let ofCells = allCases
    /// The types of JSON strings, which are neither numbers nor booleans.
    static let ofStrings: [TextType] = [.date, .uuid]

    var type: ValueType {
      switch self {
      case .bool: .bool
      case .int64: .int64
      case .double: .double
      case .date: .date
      case .uuid: .uuid
      }
    }

    func reads(_ text: String) -> Bool {
      switch self {
      case .bool: return ["true", "false", "yes", "no"].contains(text.lowercased())
      case .int64:
        if case .integer? = try? JSONValue(parsing: text) { return true }
        return false
      case .double:
        switch try? JSONValue(parsing: text) {
        case .integer?: return true
        // Digits that a Double cannot hold, as of a serial number, are a text.
        case .number(let digits)?: return digits.contains { ".eE".contains($0) }
        default: return false
        }
      case .date: return text.utf8.count >= 10 && ISO8601.date(from: text) != nil
      case .uuid: return text.utf8.count == 36 && UUID(uuidString: text) != nil
      }
    }
  }

  /// The number of values other than null.
  private var count = 0
  /// The different values, if they are integers and texts and the sample keeps them.
  private var values: Set<String>?
  private var kinds: Kinds = []
  private var textTypes: [TextType]?
  /// Whether there was a null.
  private var hasNull = false
  /// The sample of the elements of lists; one or none.
  private var elements: [PropertySample] = []

  /// - Parameter keepsValues: whether the values are kept, to find identities and references.
  init(keepsValues: Bool) {
    values = keepsValues ? [] : nil
  }

  /// Adds a value of JSON.
  mutating func add(_ value: JSONValue) {
    count += 1
    switch value {
    case .null:
      hasNull = true
      count -= 1
    case .bool: kinds.insert(.bool)
    case .integer(let number):
      kinds.insert(.integer)
      keep(String(number))
    case .number(let digits):
      kinds.insert(digits.contains { ".eE".contains($0) } ? .number : .largeInteger)
      values = nil
    case .string(let text): add(text, TextType.ofStrings)
    case .array(let list):
      kinds.insert(.list)
      if elements.isEmpty { elements = [PropertySample(keepsValues: values != nil)] }
      for element in list { elements[0].add(element) }
    case .object:
      kinds.insert(.object)
      values = nil
    }
  }

  /// Adds a cell of CSV.
  mutating func add(cell text: String) {
    count += 1
    add(text, TextType.ofCells)
  }

  private mutating func add(_ text: String, _ candidates: [TextType]) {
    kinds.insert(.text)
    textTypes = (textTypes ?? candidates).filter { $0.reads(text) }
    keep(text)
  }

  private mutating func keep(_ text: String) {
    values?.insert(text)
  }

  /// Whether all values are scalars, kept and different.
  var isUnique: Bool { values.map { $0.count == count && count > 0 && (kinds == .integer || kinds == .text) } ?? false }

  /// The sample of the elements, if all values are lists without nulls.
  var element: PropertySample? { kinds == .list && elements.first?.hasNull == false ? elements.first : nil }

  /// The kept values, if all of them are integers or all are texts.
  var identities: Set<String>? { kinds == .integer || kinds == .text ? values : nil }

  /// The type that reads every value.
  var type: ValueType {
    switch kinds {
    case []: .string
    case .bool: .bool
    case .integer: .int64
    case .largeInteger, [.integer, .largeInteger]: .decimal
    case .text: textTypes?.first?.type ?? .string
    case .list: listType
    default: kinds.isSubset(of: [.integer, .largeInteger, .number]) ? .double : .opaque
    }
  }

  private var listType: ValueType {
    let element = elements.first?.type ?? .string
    // Collections have no nil elements.
    if elements.first?.hasNull == true { return .opaque }
    switch element {
    case .opaque, .collection: return .opaque
    default: return .collection(element: element, isOrdered: true)
    }
  }

  /// A description of values that become `Transformable`, such as `objects`; nil for other values.
  var opaqueValues: String? {
    guard type == .opaque else { return nil }
    if kinds == .object { return "objects" }
    return kinds == .list ? "lists with nulls, lists, objects or several types" : "values of several types"
  }
}
