import CDQIR
import CDQSyntax

extension ModelImporter {
  mutating func readAttribute(_ element: XMLElement, into entity: inout EntityDraft) {
    check(element, against: .attribute)
    guard let name = required("name", of: element) else { return }
    let attribute = makeAttribute(element, name: name)
    let typeSpan = element["attributeType"]?.valueSpan ?? name.valueSpan
    entity.properties.append(
      PropertyDraft(property: .attribute(attribute), nameSpan: name.valueSpan, typeSpan: typeSpan))
    if flag("indexed", of: element) {
      entity.indexes.append(
        KeyListDraft(keys: [.init(name: name.value, span: name.valueSpan)], span: name.valueSpan))
    }
  }

  private mutating func makeAttribute(_ element: XMLElement, name: XMLAttribute) -> Attribute {
    let kind = nonEmpty(element["attributeType"])?.value ?? "Undefined"
    let customClass = nonEmpty(element["customClassName"])?.value
    let type = valueType(kind, customClass: customClass, of: element, name: name.value)
    var attribute = Attribute(name: name.value, type: type, isOptional: flag("optional", of: element))
    // Core Data does not store attributes of undefined type.
    attribute.isTransient = flag("transient", of: element) || kind == "Undefined"
    attribute.renamedFrom = renamed(element, name: name.value)
    attribute.userInfo = userInfo(of: element)
    attribute.className = type == .opaque ? customClass : nil
    attribute.usesScalarType = scalarUse(of: element, attribute)
    if flag("derived", of: element) || nonEmpty(element["derivationExpression"]) != nil {
      attribute.derivation = nonEmpty(element["derivationExpression"])?.value
      if attribute.derivation == nil {
        log.report(
          .missingModelAttribute("derivationExpression", of: element.name), in: file, at: name.valueSpan,
          severity: .warning)
      }
    }
    attribute.defaultValue = defaultValue(of: element, type: type, kind: kind)
    attribute.constraints = constraints(of: element, type: type, kind: kind)
    return attribute
  }

  private mutating func valueType(
    _ kind: String, customClass: String?, of element: XMLElement, name: String
  ) -> ValueType {
    if let type = Self.plainTypes[kind] { return type }
    switch kind {
    case "Undefined", "ObjectID", "Object ID": return .opaque
    case "Transformable":
      guard let element = customClass.flatMap(ModelValue.arrayElement) else { return .opaque }
      return .collection(element: element, isOrdered: true)
    case "Composite":
      let span = element["composite"]?.valueSpan ?? element["name"]?.valueSpan ?? element.nameSpan
      if let composite = nonEmpty(element["composite"]), !compositeNames.contains(composite.value) {
        log.report(.unknownComposite(composite.value), in: file, at: span)
      } else {
        log.report(.compositeAttribute(name), in: file, at: span)
      }
      return .opaque
    default:
      log.report(
        .unknownAttributeType(kind), in: file, at: element["attributeType"]?.valueSpan ?? element.nameSpan)
      return .opaque
    }
  }

  private static let plainTypes: [String: ValueType] = [
    "String": .string, "Integer 16": .int16, "Integer 32": .int32, "Integer 64": .int64, "Boolean": .bool,
    "Date": .date, "Binary": .data, "Binary Data": .data, "Double": .double, "Float": .float, "Decimal": .decimal,
    "URI": .url, "UUID": .uuid,
  ]

  /// Whether the attribute uses a scalar; nil if the model says nothing or what is usual. Usually a required number or
  /// Bool is a scalar, other attributes are not.
  private mutating func scalarUse(of element: XMLElement, _ attribute: Attribute) -> Bool? {
    guard let isScalar = optionalFlag("usesScalarValueType", of: element) else { return nil }
    return isScalar == attribute.isUsuallyScalar ? nil : isScalar
  }

  private mutating func defaultValue(of element: XMLElement, type: ValueType, kind: String) -> Value {
    if let interval = nonEmpty(element["defaultDateTimeInterval"]) {
      if type == .date, let value = ModelValue.date(interval.value) { return value }
      if type == .date {
        log.report(
          .invalidModelDefault(interval.value, type: type, substitute: nil), in: file, at: interval.valueSpan)
      } else {
        log.report(.ignoredDefault(interval.value, type: kind), in: file, at: interval.valueSpan)
      }
    }
    guard let text = element["defaultValueString"] else { return .null }
    // Xcode writes an empty default for attributes without a default; only for a String is the empty text meant.
    if text.value.isEmpty && type != .string { return .null }
    if let value = ModelValue.parse(text.value, as: type) { return value }
    switch type {
    case .bool, .int16, .int32, .int64, .float, .double, .decimal, .string, .uuid, .url:
      // Xcode compiles such a model.
      let substitute = ModelValue.parseStart(text.value, as: type)
      log.report(
        .invalidModelDefault(text.value, type: type, substitute: substitute.flatMap(ModelValue.text)), in: file,
        at: text.valueSpan)
      return substitute ?? .null
    default:
      log.report(.ignoredDefault(text.value, type: kind), in: file, at: text.valueSpan)
      return .null
    }
  }

  private mutating func constraints(
    of element: XMLElement, type: ValueType, kind: String
  ) -> [Attribute.Constraint] {
    var result: [Attribute.Constraint] = []
    if type == .string {
      let least = length("minValueString", of: element)
      let most = length("maxValueString", of: element)
      if let least, let most, least > most {
        reportEmptyRange("length", element, ["minValueString", "maxValueString"])
      } else if least != nil || most != nil {
        result.append(.length(least, most))
      }
    } else {
      let least = bound(["minDateTimeInterval", "minValueString"], of: element, type: type, kind: kind)
      let most = bound(["maxDateTimeInterval", "maxValueString"], of: element, type: type, kind: kind)
      if let least, let most, ValueOrder.isLess(most, least) {
        reportEmptyRange("value", element, ["minDateTimeInterval", "minValueString"])
      } else if least != nil || most != nil {
        result.append(.range(least ?? .null, most ?? .null))
      }
    }
    if let pattern = nonEmpty(element["regularExpressionString"]) {
      if type != .string {
        log.report(
          .ignoredBound("regularExpressionString", pattern.value, type: kind), in: file, at: pattern.valueSpan)
      } else if RegularExpressionSyntax.isValid(pattern.value) {
        result.append(.matches(pattern.value))
      } else {
        log.report(.invalidPattern(pattern.value), in: file, at: pattern.valueSpan, severity: .warning)
      }
    }
    return result
  }

  private mutating func length(_ name: String, of element: XMLElement) -> Int? {
    guard let attribute = nonEmpty(element[name]) else { return nil }
    // A bound left from when the attribute was a number may be written with a fraction.
    if case .int(let value)? = ModelValue.parse(attribute.value, as: .int32), value >= 0 { return Int(value) }
    log.report(
      .invalidModelValue(attribute.value, of: name, expected: "a length"), in: file, at: attribute.valueSpan)
    return nil
  }

  /// The bound that the first of the XML attributes gives. A bound that the attribute's type cannot have is reported
  /// and ignored, as Core Data ignores it.
  private mutating func bound(
    _ names: [String], of element: XMLElement, type: ValueType, kind: String
  ) -> Value? {
    for name in names {
      guard let attribute = nonEmpty(element[name]) else { continue }
      let isInterval = name.hasSuffix("Interval")
      let value: Value? =
        if type == .date {
          isInterval ? ModelValue.date(attribute.value) : nil
        } else if type.isNumeric && !isInterval {
          ModelValue.parse(attribute.value, as: type)
        } else {
          nil
        }
      if let value { return value }
      log.report(.ignoredBound(name, attribute.value, type: kind), in: file, at: attribute.valueSpan)
    }
    return nil
  }

  private mutating func reportEmptyRange(_ what: String, _ element: XMLElement, _ names: [String]) {
    let span = names.lazy.compactMap { element[$0]?.valueSpan }.first ?? element.nameSpan
    log.report(.emptyRange(what), in: file, at: span, severity: .warning)
  }
}
