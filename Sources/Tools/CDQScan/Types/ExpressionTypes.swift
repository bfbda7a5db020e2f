import CDQSyntax

/// Finds the type of an expression from literals, the names of its file, and the declarations of the app.
///
/// Where anything on the way is not known, the type is unknown: a wrong type would be reported as an error.
struct ExpressionTypes {
  /// The file that the expression is read from: the source, or the inside of an interpolation.
  private var file: CodeFile
  private let main: CodeFile
  let module: ModuleTypes
  let locals: LocalTypes
  /// The token of the source at which an interpolation is; nil for an expression of the source itself.
  private var anchor: Int?
  private var steps = 0

  init(_ file: CodeFile, _ module: ModuleTypes) {
    (self.file, main, self.module) = (file, file, module)
    locals = LocalTypes(file)
  }

  /// The type of an expression.
  mutating func type(_ range: Range<Int>) -> TypeName {
    steps = 0
    return expression(range)
  }

  /// The type of an expression inside of a literal at a token.
  mutating func type(of span: SourceSpan, at token: Int) -> TypeName {
    file = CodeFile(main.source, main.language, span: span)
    anchor = token
    defer { (file, anchor) = (main, nil) }
    return type(file.tokens.indices)
  }

  private mutating func expression(_ range: Range<Int>) -> TypeName {
    steps += 1
    guard steps < 200, let first = range.first else { return .unknown }
    if file.holds(first, "try") || file.holds(first, "await") {
      let next = file.holds(first + 1, "!") || file.holds(first + 1, "?") ? first + 2 : first + 1
      return file.holds(first + 1, "?") ? .unknown : expression(next..<max(next, range.upperBound))
    }
    if file.kind(first) == .open, file.byte(first) == UInt8(ascii: "("), file.partner(first) == range.upperBound - 1 {
      return file.elements(file.inside(first)).count == 1 ? expression(file.inside(first)) : .unknown
    }
    return file.language == .swift ? swift(range) : objectiveC(range)
  }

  // MARK: operators

  private mutating func swift(_ range: Range<Int>) -> TypeName {
    let (marks, cast) = signs(range)
    if let cast {
      var next = cast + 1
      let isOptional = file.holds(next, "?")
      if isOptional || file.holds(next, "!") { next += 1 }
      let type = file.typeName(at: next).type
      if ["CVarArg", "Any", "AnyObject", "NSObject", "NSCopying"].contains(type.name) {
        let inner = expression(range.lowerBound..<cast)
        // A cast to a class makes an object.
        return type.name == "CVarArg" || type.name == "Any" ? inner : TypeName("NSNull")
      }
      return TypeName(type.name, isOptional: isOptional)
    }
    return operation(range, marks)
  }

  /// The operators in a range outside of brackets, and the last `as`.
  private func signs(_ range: Range<Int>) -> (marks: [Int], cast: Int?) {
    var marks: [Int] = []
    var cast: Int?
    var index = range.lowerBound
    while index < range.upperBound {
      if file.holds(index, "as") { cast = index }
      if file.kind(index) == .mark, ExpressionTypes.operators.contains(file.text(index)), index > range.lowerBound {
        // `x!` and `x?` are not operators, and `<` may begin generic arguments.
        marks.append(index)
      }
      index = file.after(index)
    }
    return (marks, cast)
  }

  private static let operators: Set<String> = [
    "==", "!=", "<=", ">=", "&&", "||", "??", "+", "-", "*", "/", "%", "===", "!==", "...", "..<",
  ]
  private static let comparisons: Set<String> = ["==", "!=", "<=", ">=", "&&", "||", "===", "!=="]

  private mutating func operation(_ range: Range<Int>, _ marks: [Int]) -> TypeName {
    let first = range.lowerBound
    var index = first
    while index < range.upperBound {
      if file.holds(index, "?"), index > first, file.tokens[index].start > file.tokens[index - 1].end {
        return choice(range, index)
      }
      index = file.after(index)
    }
    guard !marks.isEmpty else {
      if file.holds(first, "!") { return TypeName("Bool") }
      if file.holds(first, "-") { return expression((first + 1)..<range.upperBound) }
      return chain(range)
    }
    if marks.contains(where: { ExpressionTypes.comparisons.contains(file.text($0)) }) {
      return marks.contains { file.holds($0, "??") } ? .unknown : TypeName("Bool")
    }
    if file.holds(marks[0], "??") {
      let right = expression((marks[0] + 1)..<range.upperBound)
      let left = expression(first..<marks[0])
      // A literal takes the type of the value before it.
      let isLiteral = marks.count == 1 && range.upperBound - marks[0] == 2 && file.kind(marks[0] + 1) == .number
      if isLiteral { return left.name.isEmpty ? TypeName(right.name) : TypeName(left.name) }
      return right.name.isEmpty ? TypeName(left.name) : right
    }
    return arithmetic(range, marks)
  }

  /// `condition ? a : b`, when both have one type.
  private mutating func choice(_ range: Range<Int>, _ question: Int) -> TypeName {
    var index = question + 1
    while index < range.upperBound {
      if file.holds(index, ":") {
        let (left, right) = (expression((question + 1)..<index), expression((index + 1)..<range.upperBound))
        return left == right ? left : .unknown
      }
      index = file.after(index)
    }
    return .unknown
  }

  private mutating func arithmetic(_ range: Range<Int>, _ marks: [Int]) -> TypeName {
    var types: Set<String> = []
    var literals: Set<String> = []
    var start = range.lowerBound
    for end in marks + [range.upperBound] {
      guard start < end else { return .unknown }
      if ["...", "..<", "??"].contains(file.text(end)) && end < range.upperBound { return .unknown }
      let type = expression(start..<end)
      guard !type.name.isEmpty, !type.isOptional else { return .unknown }
      if end - start == 1, file.kind(start) == .number { literals.insert(type.name) } else { types.insert(type.name) }
      start = end + 1
    }
    if types.isEmpty { return TypeName(literals.contains("Double") ? "Double" : literals.first ?? "") }
    let known: Set<String> = [
      "Int", "Int16", "Int32", "Int64", "UInt", "Double", "Float", "CGFloat", "TimeInterval", "String", "int", "NSInteger",
      "NSUInteger", "double", "float",
    ]
    guard let type = types.onlyElement, known.contains(type) else { return .unknown }
    return TypeName(type)
  }

  // MARK: chains

  /// `name.member(…)!.other[0]`
  private mutating func chain(_ range: Range<Int>) -> TypeName {
    let first = range.lowerBound
    var (type, next) = root(range)
    // A type whose members are static ones.
    var isType = type.name.isEmpty && isTypeName(first)
    if isType { type = TypeName(file.text(first)) }
    var isOptional = false
    while next < range.upperBound {
      if file.holds(next, "!") {
        type.isOptional = false
        next += 1
      } else if file.holds(next, "?"), file.holds(next + 1, ".") {
        isOptional = true
        type.isOptional = false
        next += 1
      } else if file.holds(next, "."), file.isWord(next + 1) {
        let name = file.text(next + 1)
        next += 2
        let isCall = next < range.upperBound && file.kind(next) == .open && file.byte(next) == UInt8(ascii: "(")
        if isType, let nested = nestedType(name, type.name), !isCall {
          type = nested
        } else {
          type = isCall ? result(of: name, in: type) : member(name, of: type, isType)
          isType = false
          if isCall { next = file.after(next) }
        }
      } else if file.kind(next) == .open, file.byte(next) == UInt8(ascii: "[") {
        type = TypeName(type.element ?? "")
        next = file.after(next)
      } else {
        return .unknown
      }
      if type.name.isEmpty, next >= range.upperBound || !file.holds(next, ".") { return .unknown }
    }
    if isType { return .unknown }
    if isOptional { type.isOptional = true }
    return type
  }

  private func isTypeName(_ index: Int) -> Bool {
    file.isWord(index) && file.text(index).isCapitalized && file.holds(index + 1, ".")
  }

  private func nestedType(_ name: String, _ owner: String) -> TypeName? {
    guard name.isCapitalized, module.type(name) != nil else { return nil }
    return TypeName(name)
  }

  /// The type of the first part of a chain, and the index after it.
  private mutating func root(_ range: Range<Int>) -> (TypeName, Int) {
    let first = range.lowerBound
    switch file.kind(first) {
    case .number, .string: return (literal(first), first + 1)
    case .open where file.byte(first) == UInt8(ascii: "("):
      let inner = file.elements(file.inside(first)).count == 1 ? expression(file.inside(first)) : .unknown
      return (inner, file.after(first))
    case .open where file.byte(first) == UInt8(ascii: "["):
      let inside = file.inside(first)
      let isDictionary = file.elements(inside).first?.contains { file.holds($0, ":") && file.parent($0) == first } ?? false
      return (TypeName(isDictionary ? "NSDictionary" : "NSArray"), file.after(first))
    case .mark where file.holds(first, "\\"): return (TypeName("KeyPath<>"), range.upperBound)
    case .hash where file.holds(first, "#keyPath"): return (TypeName("String"), file.after(first + 1))
    case .word: break
    default: return (.unknown, first + 1)
    }
    let name = file.text(first)
    if name == "true" || name == "false" { return (TypeName("Bool"), first + 1) }
    let end = file.holds(first + 1, "<") ? file.genericEnd(first + 1) : first + 1
    if file.kind(end) == .open, file.byte(end) == UInt8(ascii: "("), end < range.upperBound {
      return (call(name, end), file.after(end))
    }
    if name == "self" { return (TypeName(owners(first).first ?? ""), first + 1) }
    return (variable(name, at: first), first + 1)
  }

  private func literal(_ index: Int) -> TypeName { file.literalType(at: index) }

  private static let initializers: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt32", "UInt64", "Double", "Float", "CGFloat", "Bool", "String", "Date",
    "UUID", "NSNumber", "NSDate", "NSString", "NSUUID", "URL", "Data", "Decimal", "NSDecimalNumber", "TimeInterval", "NSArray",
    "NSSet",
  ]

  private mutating func call(_ name: String, _ open: Int) -> TypeName {
    if ExpressionTypes.initializers.contains(name) { return TypeName(name) }
    if name.isCapitalized {
      guard let type = module.type(name), type.kind == .structure || type.kind == .reference else { return .unknown }
      return TypeName(name)
    }
    if locals.binding(of: name, at: anchor ?? (open - 1)) != nil { return .unknown }
    for owner in owners(open) {
      let found = module.result(of: name, in: owner)
      if !found.name.isEmpty { return found }
    }
    return module.globalResult(name)
  }

  /// The type of a variable, parameter, property or constant.
  private mutating func variable(_ name: String, at index: Int) -> TypeName {
    if let anchor {
      let inside = file
      (file, self.anchor) = (main, nil)
      defer { (file, self.anchor) = (inside, anchor) }
      return variable(name, at: anchor)
    }
    if let binding = locals.binding(of: name, at: index) {
      if !binding.type.name.isEmpty {
        return binding.unwraps ? TypeName(binding.type.name) : binding.type
      }
      guard !binding.value.isEmpty else { return .unknown }
      // `if let x` is the name of its own value.
      var type =
        binding.value == binding.index..<(binding.index + 1)
        ? variable(name, at: binding.index) : expression(binding.value)
      if binding.unwraps { type.isOptional = false }
      return type
    }
    for owner in owners(index) {
      let found = module.member(name, of: owner)
      if !found.name.isEmpty { return found }
    }
    return module.globalMember(name)
  }

  /// The types around a token, the innermost first.
  private func owners(_ index: Int) -> [String] {
    let index = anchor ?? index
    var result: [String] = []
    var current = main.block(around: index)
    while let open = current {
      if let owner = ConstantTable.owner(main, open + 1) { result.append(owner) }
      current = main.block(around: open)
    }
    if result.isEmpty, main.language == .objectiveC {
      var next = index
      while next > 0, main.kind(next) != .at || !main.holds(next, "@implementation") { next -= 1 }
      if main.isWord(next + 1), main.holds(next, "@implementation") { result.append(main.text(next + 1)) }
    }
    return result
  }

  // MARK: members

  /// Members that have one type wherever they are.
  private static let members: [String: String] = {
    var result: [String: String] = [:]
    for name in ["isEmpty", "boolValue"] { result[name] = "Bool" }
    for name in ["timeIntervalSince1970", "timeIntervalSinceNow", "timeIntervalSinceReferenceDate", "doubleValue"] {
      result[name] = "Double"
    }
    for name in ["intValue", "integerValue", "int64Value", "int32Value", "longValue", "longLongValue", "unsignedIntegerValue"] {
      result[name] = "Int"
    }
    for name in ["uuidString", "UUIDString", "absoluteString", "localizedDescription", "debugDescription"] {
      result[name] = "String"
    }
    result["hashValue"] = "Int"
    result["floatValue"] = "Float"
    return result
  }()
  private static let textResults: Set<String> = [
    "lowercased", "uppercased", "trimmingCharacters", "replacingOccurrences", "padding", "folding",
  ]

  /// Enums of Photos, whose raw values are integers.
  private static let integerEnumerations: Set<String> = [
    "PHAssetMediaType", "PHAssetMediaSubtype", "PHAssetCollectionType", "PHAssetCollectionSubtype", "PHAssetSourceType",
    "PHCollectionListType",
  ]

  private func member(_ name: String, of type: TypeName, _ isType: Bool) -> TypeName {
    if ExpressionTypes.integerEnumerations.contains(type.name) {
      return name == "rawValue" ? TypeName("Int") : isType ? type : .unknown
    }
    if isType {
      if let declared = module.type(type.name), declared.kind == .enumeration, declared.cases.contains(name) { return type }
      return module.member(name, of: type.name)
    }
    if let known = ExpressionTypes.members[name] { return TypeName(known) }
    guard !type.name.isEmpty else { return .unknown }
    var base = module.resolved(type)
    if base.name.hasSuffix("*") { base.name.removeLast() }
    if name == "rawValue" { return module.rawType(of: base.last) }
    if name == "count" || name == "length" {
      let isCollection =
        base.element != nil || base.name.hasPrefix("[") || ["String", "NSString", "Data", "NSArray", "NSSet"].contains(base.name)
      if isCollection { return TypeName("Int") }
    }
    if name == "first" || name == "last", let element = base.element { return TypeName(element, isOptional: true) }
    if name == "row" || name == "section" || name == "item", base.name == "IndexPath" { return TypeName("Int") }
    return module.member(name, of: base.last)
  }

  private func result(of name: String, in type: TypeName) -> TypeName {
    if ExpressionTypes.textResults.contains(name), type.name.isEmpty || type.name == "String" { return TypeName("String") }
    guard !type.name.isEmpty else { return .unknown }
    return module.result(of: name, in: module.resolved(type).last)
  }

  // MARK: Objective-C

  private mutating func objectiveC(_ range: Range<Int>) -> TypeName {
    let first = range.lowerBound
    if file.holds(first, "@"), range.count > 1 {
      let names: [UInt8: String] = [UInt8(ascii: "["): "NSArray", UInt8(ascii: "{"): "NSDictionary"]
      return TypeName(names[file.byte(first + 1)] ?? "NSNumber")
    }
    if file.kind(first) == .at { return TypeName(file.text(first) == "@YES" || file.text(first) == "@NO" ? "NSNumber" : "") }
    if range.count == 1 {
      switch file.kind(first) {
      case .string: return TypeName(file.byte(first) == UInt8(ascii: "@") ? "NSString" : "CString")
      case .number:
        let text = file.text(first)
        if text.hasPrefix("'") { return TypeName("int") }
        return TypeName(CodeFile.isFraction(text) && !text.hasPrefix("0x") ? "double" : "int")
      case .word where ["YES", "NO", "TRUE", "FALSE", "true", "false"].contains(file.text(first)): return TypeName("BOOL")
      default: break
      }
    }
    // `(NSInteger)x`
    if file.kind(first) == .open, file.byte(first) == UInt8(ascii: "("), file.after(first) < range.upperBound {
      let cast = ObjectiveCType.read(file, file.inside(first))
      let next = file.after(first)
      let isCast = file.isWord(next) || file.kind(next) == .open || file.kind(next) == .number
      return isCast && signs(range).marks.isEmpty ? cast : .unknown
    }
    if file.kind(first) == .open, file.byte(first) == UInt8(ascii: "["), file.partner(first) == range.upperBound - 1 {
      return message(first)
    }
    return operation(range, signs(range).marks)
  }

  /// `[NSNumber numberWithInt:5]`, `[name length]`, `[self count]`
  private mutating func message(_ open: Int) -> TypeName {
    let inside = file.inside(open)
    guard let first = inside.first else { return .unknown }
    let end = file.kind(first) == .open ? file.after(first) : first + 1
    guard file.isWord(end), inside.contains(end) else { return .unknown }
    let selector = file.text(end)
    if file.isWord(first), end == first + 1 {
      switch file.text(first) {
      case "NSNumber" where selector.hasPrefix("numberWith"): return TypeName("NSNumber*")
      case "NSDate": return TypeName("NSDate*")
      case "NSString": return TypeName(selector.hasPrefix("stringWith") ? "NSString*" : "")
      case "NSArray", "NSSet": return TypeName("NSArray*")
      default: break
      }
    }
    if let known = ExpressionTypes.members[selector], end + 1 == inside.upperBound { return TypeName(known) }
    if selector.hasPrefix("isEqual") { return TypeName("BOOL") }
    let isOwn = file.holds(first, "self") && end == first + 1
    let receiver = isOwn ? TypeName(owners(open).first ?? "") : expression(first..<end)
    guard !receiver.name.isEmpty else { return .unknown }
    let name = receiver.name.hasSuffix("*") ? String(receiver.name.dropLast()) : receiver.name
    if end + 1 == inside.upperBound {
      if selector == "count" || selector == "length", name.hasPrefix("NS") { return TypeName("NSUInteger") }
      let found = member(selector, of: TypeName(name), false)
      if !found.name.isEmpty { return found }
    }
    return module.result(of: selector, in: name)
  }
}
