/// What a type is for the conversions of a format.
enum ArgumentType: Equatable {
  case integer, floating, boolean
  case text, date, identifier
  /// `NSNumber` and what else is an object, or becomes one.
  case number, object
  /// A pointer to bytes.
  case bytes
  case enumeration, structure
  case keyPath

  var isScalar: Bool { self == .integer || self == .floating || self == .boolean }

  /// Reads the name of a type; nil for one that is not known.
  init?(_ type: TypeName, _ module: ModuleTypes) {
    var name = module.resolved(type).name
    // A pointer of Objective-C.
    if name.hasSuffix("*") { name.removeLast() }
    if let known = ArgumentType.known[name] {
      self = known
      return
    }
    if name.hasPrefix("["), name.hasSuffix("]") {
      self = .object
      return
    }
    if ["Set<", "Array<", "Dictionary<"].contains(where: name.hasPrefix) {
      self = .object
      return
    }
    if name.hasPrefix("KeyPath<") || name.hasPrefix("PartialKeyPath<") {
      self = .keyPath
      return
    }
    let last = TypeName(name).last
    if module.isInteger(last) {
      self = .integer
      return
    }
    guard !name.contains("<"), !module.isGeneric(last), let declared = module.type(last) else { return nil }
    let passes = ["CVarArg", "_ObjectiveCBridgeable", "_CVarArgObject", "ReferenceConvertible", "OptionSet"]
    if declared.inherited.contains(where: passes.contains) { return nil }
    switch declared.kind {
    case .enumeration: self = .enumeration
    case .structure: self = .structure
    case .reference where declared.inherited.first?.hasPrefix("NS") ?? false: self = .object
    case .reference, .other, .addition: return nil
    }
  }

  private static let known: [String: ArgumentType] = {
    var result: [String: ArgumentType] = [:]
    for name in [
      "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "CInt", "NSInteger",
      "NSUInteger", "int", "long", "short", "unsigned", "int16_t", "int32_t", "int64_t", "uint16_t", "uint32_t", "uint64_t",
      "size_t", "time_t",
    ] { result[name] = .integer }
    for name in [
      "Double", "Float", "CGFloat", "TimeInterval", "NSTimeInterval", "float", "double", "CLLocationDegrees",
      "CLLocationDistance", "Float64", "Float32",
    ] { result[name] = .floating }
    for name in ["Bool", "BOOL", "bool", "Boolean", "ObjCBool"] { result[name] = .boolean }
    for name in ["String", "NSString", "NSMutableString"] { result[name] = .text }
    for name in ["Date", "NSDate"] { result[name] = .date }
    for name in ["UUID", "NSUUID"] { result[name] = .identifier }
    for name in ["NSNumber", "NSDecimalNumber"] { result[name] = .number }
    for name in [
      "URL", "NSURL", "Data", "NSData", "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSDictionary",
      "NSMutableDictionary", "NSManagedObject", "NSManagedObjectID", "NSNull", "Decimal",
    ] { result[name] = .object }
    result["CString"] = .bytes
    return result
  }()

  /// The type in words, after "is".
  var phrase: String {
    switch self {
    case .integer: "an integer"
    case .floating: "a floating-point number"
    case .boolean: "a Bool"
    case .text: "a text"
    case .date: "a date"
    case .identifier: "a UUID"
    case .number: "an NSNumber"
    case .object: "an object"
    case .bytes: "a pointer"
    case .enumeration: "a Swift enum"
    case .structure: "a Swift struct"
    case .keyPath: "a key path of Swift"
    }
  }
}
