import CDQIR
import CDQSyntax

extension ModelImporter {
  mutating func readFetchedProperty(_ element: XMLElement, of owner: String) {
    check(element, against: .fetchedProperty)
    if let info = element.children.first(where: { $0.name == "userInfo" }) { _ = readUserInfo(info) }
    for request in element.children where request.name == "fetchRequest" {
      readTemplate(request, owner: owner, name: nonEmpty(element["name"]))
    }
  }

  /// Reads a fetch request of the model, or of a fetched property; the latter is named after the property.
  mutating func readTemplate(_ element: XMLElement, owner: String?, name property: XMLAttribute? = nil) {
    check(element, against: .fetchRequest)
    let name = owner == nil ? nonEmpty(element["name"]) : property
    guard let name else {
      let span = element["name"]?.nameSpan ?? element.nameSpan
      log.report(.unnamedTemplate(owner == nil ? "fetchRequest" : "fetchedProperty"), in: file, at: span)
      return
    }
    guard let entity = nonEmpty(element["entity"]) else {
      log.report(.missingModelAttribute("entity", of: element.name), in: file, at: name.valueSpan, severity: .warning)
      return
    }
    let predicate = nonEmpty(element["predicateString"])
    var template = FetchTemplate(
      name: name.value, entity: entity.value, predicate: predicate?.value,
      location: SourceLocation(file: file, span: predicate?.valueSpan ?? name.valueSpan), owner: owner)
    template.anchors = predicate?.anchors ?? []
    template.nameLocation = SourceLocation(file: file, span: name.valueSpan)
    template.includesSubentities = optionalFlag("includeSubentities", of: element) ?? true
    // Xcode writes 0 for no limit.
    template.fetchLimit = count("fetchLimit", of: element).flatMap { $0 > 0 ? $0 : nil }
    draft.templates.append(template)
    draft.templateEntitySpans.append(entity.valueSpan)
  }

  /// Reads a composite type and discards the result: its attributes stay opaque, but mistakes in them are reported.
  mutating func readComposite(_ element: XMLElement) {
    check(element, against: .composite)
    guard let name = required("name", of: element) else { return }
    var scratch = EntityDraft(
      entity: .init(name: name.value), file: file, nameSpan: name.valueSpan, isImported: true)
    for child in element.children where child.name == "attribute" {
      readAttribute(child, into: &scratch)
    }
    if let info = element.children.first(where: { $0.name == "userInfo" }) { _ = readUserInfo(info) }
  }

  /// Refuses composite types that contain themselves.
  mutating func checkCompositeCycles(_ root: XMLElement) {
    var parts: [String: [String]] = [:]
    for composite in root.children where composite.name == "composite" {
      guard let name = composite["name"]?.value else { continue }
      parts[name, default: []] += composite.children.compactMap { nonEmpty($0["composite"])?.value }
    }
    for composite in root.children where composite.name == "composite" {
      guard let name = composite["name"] else { continue }
      var seen: Set<String> = []
      var open = parts[name.value] ?? []
      while let next = open.popLast() {
        if next == name.value {
          log.report(.compositeCycle(name.value), in: file, at: name.valueSpan)
          break
        }
        if seen.insert(next).inserted { open += parts[next] ?? [] }
      }
    }
  }
}
