import CDQIR
import CDQSchema
package import CDQSyntax

/// The scan of predicates in files of Xcode that are XML: fetch-request templates of Core Data models, and storyboards.
package enum ModelScan {
  /// The results for the templates and fetched properties of a model.
  package static func templates(_ schema: ScanSchema, _ settings: ScanSettings) -> [ScannedSite] {
    schema.checked.templates.map { template in
      var result = ScannedSite(
        kind: .template, file: template.location.file, span: template.location.span,
        text: template.predicate ?? "TRUEPREDICATE")
      result.entity = template.entity
      guard let text = template.predicate else {
        result.depth = .schema
        return result
      }
      decide(FormatCheck(text), (schema, template.entity), settings, &result) { template.location(of: $0).span }
      return result
    }
  }

  private static let marks = ByteSearch(["redicateFormat", "fetchPredicate"])

  /// The results for the predicates of a storyboard or xib.
  package static func interface(_ source: SourceText, _ settings: ScanSettings) -> [ScannedSite] {
    guard marks.isIn(source.utf8) else { return [] }
    let root: XMLElement
    do throws(XMLError) {
      root = try XMLReader.read(source.utf8)
    } catch {
      var result = ScannedSite(kind: .interface, file: source.name, span: error.span, text: "")
      result.reason = "the file is not well-formed XML"
      return [result]
    }
    var results: [ScannedSite] = []
    var open: [XMLElement] = [root]
    while let element = open.popLast() {
      open += element.children.reversed()
      for attribute in element.attributes where attribute.name.hasSuffix("redicateFormat") {
        results.append(
          result(
            attribute.value, attribute.valueSpan, element["entityName"]?.value, attribute.anchors, source, settings))
      }
      // `<string key="NSPredicateFormat">name contains $value</string>` of a binding.
      if element["key"]?.value == "NSPredicateFormat", let span = element.textSpan {
        results.append(result(element.text, span, nil, [], source, settings))
      }
    }
    return results
  }

  private static func result(
    _ text: String, _ span: SourceSpan, _ entity: String?, _ anchors: [TextAnchor], _ source: SourceText,
    _ settings: ScanSettings
  ) -> ScannedSite {
    var result = ScannedSite(kind: .interface, file: source.name, span: span, text: text)
    result.entity = entity
    let schema = entity.flatMap { settings.schemas(for: $0, of: .interface, near: source.name).first }
    var template = FetchTemplate(
      name: "", entity: "", predicate: text, location: SourceLocation(file: source.name, span: span))
    template.anchors = anchors
    decide(FormatCheck(text), schema, settings, &result) { template.location(of: $0).span }
    return result
  }

  private static func decide(
    _ check: FormatCheck, _ schema: (schema: ScanSchema, entity: String)?, _ settings: ScanSettings,
    _ result: inout ScannedSite,
    place: (SourceSpan) -> SourceSpan
  ) {
    let (tree, parsed) = check.parsed()
    var found = parsed
    if let reason = parsed.reason {
      result.reason = reason
    } else {
      result.depth = .grammar
      if parsed.findings.contains(where: { $0.severity == .error }) {
      } else if let (schema, entity) = schema {
        found = check.checked(
          tree, entity, schema.checked, arguments: [ArgumentFact](repeating: .unknown, count: check.conversions.count),
          lints: settings.lints)
        if found.reason == nil { result.depth = .schema } else { result.reason = found.reason }
      } else {
        result.reason = result.entity == nil ? "the entity is not known here" : "there is no model"
      }
    }
    let file = result.file
    result.diagnostics += found.findings.map { finding in
      var finding = finding
      finding.file = file
      finding.query = nil
      finding.span = place(finding.span)
      finding.point = finding.point.map(place)
      finding.labels = finding.labels.map { Diagnostic.Label(place($0.span), $0.text) }
      finding.notes = finding.notes.filter { $0.file != FormatCheck.name }
      // Replacements would have to be escaped as XML.
      finding.fixIts = []
      return finding
    }
  }
}
