import CDQIR
import CDQSyntax

extension ModelImporter {
  /// Reports the parts of an element that the model format does not have.
  mutating func check(_ element: XMLElement, against shape: ModelShape) {
    for attribute in element.attributes where !shape.attributes.contains(attribute.name) {
      log.report(.unknownModelAttribute(attribute.name, of: element.name), in: file, at: attribute.nameSpan)
    }
    for child in element.children where !shape.children.contains(child.name) {
      log.report(.unknownElement(child.name, in: element.name), in: file, at: child.nameSpan)
    }
    if let text = element.textSpan {
      log.report(.textInModel(element.name), in: file, at: text)
    }
  }

  /// The XML attribute; a missing or empty one is reported and nil.
  mutating func required(_ name: String, of element: XMLElement) -> XMLAttribute? {
    if let attribute = nonEmpty(element[name]) { return attribute }
    log.report(
      .missingModelAttribute(name, of: element.name), in: file, at: element[name]?.nameSpan ?? element.nameSpan)
    return nil
  }

  func nonEmpty(_ attribute: XMLAttribute?) -> XMLAttribute? {
    attribute.flatMap { $0.value.isEmpty ? nil : $0 }
  }

  /// The value of `YES` or `NO`; false when the attribute is missing.
  mutating func flag(_ name: String, of element: XMLElement) -> Bool {
    optionalFlag(name, of: element) ?? false
  }

  mutating func optionalFlag(_ name: String, of element: XMLElement) -> Bool? {
    guard let attribute = element[name] else { return nil }
    if let value = ModelValue.boolean(attribute.value) { return value }
    log.report(
      .invalidModelValue(attribute.value, of: name, expected: "YES or NO"), in: file, at: attribute.valueSpan)
    return nil
  }

  /// A non-negative integer; nil when it is missing or, after a report, invalid.
  mutating func count(_ name: String, of element: XMLElement) -> Int? {
    guard let attribute = nonEmpty(element[name]) else { return nil }
    if let value = Int(attribute.value), value >= 0 { return value }
    log.report(
      .invalidModelValue(attribute.value, of: name, expected: "a whole number"), in: file, at: attribute.valueSpan)
    return nil
  }

  /// The name in an earlier version of the model, which Xcode writes as `elementID`; nil if it is the same.
  func renamed(_ element: XMLElement, name: String) -> String? {
    let earlier = nonEmpty(element["elementID"]) ?? nonEmpty(element["renamingIdentifier"])
    return earlier.flatMap { $0.value == name ? nil : $0.value }
  }

  mutating func userInfo(of element: XMLElement) -> [String: String] {
    guard let info = element.children.first(where: { $0.name == "userInfo" }) else { return [:] }
    return readUserInfo(info)
  }

  mutating func readUserInfo(_ element: XMLElement) -> [String: String] {
    check(element, against: .userInfo)
    var result: [String: String] = [:]
    for entry in element.children where entry.name == "entry" {
      check(entry, against: .entry)
      guard let key = entry["key"] else {
        log.report(.missingModelAttribute("key", of: entry.name), in: file, at: entry.nameSpan, severity: .warning)
        continue
      }
      result[key.value] = entry["value"]?.value ?? ""
    }
    return result
  }
}
