import CDQIR
import CDQSchema
import CDQSyntax

/// Fetch-request templates and fetched properties of Core Data models are queries like any other: checked against their
/// model, with errors at their place in the XML.
extension Compilation {
  /// - Parameter source: the XML of the model; without it findings point at its start.
  mutating func add(_ template: FetchTemplate, source: SourceText?, _ schema: CheckedSchema) {
    let text = template.predicate ?? "TRUEPREDICATE"
    let place = TemplatePlace(template, source)
    let decoded = SourceText(name: template.location.file, text)
    var options = ParseOptions()
    options.strictNSPredicate = true
    let parsed = Parser.parsePredicate(decoded, options: options)
    var findings = parsed.diagnostics
    if !findings.contains(where: { $0.severity == .error }) {
      let entity = Identifier(template.entity, SourceSpan(at: 0))
      let result = check(
        parsed.tree, entity: entity, source: decoded, schema: schema,
        options: CheckOptions(strictNSPredicate: true))
      findings += result.diagnostics
      if let typed = result.query { queries.append(compiled(typed, template, text, source)) }
    }
    for finding in findings {
      var placed = place.place(finding)
      placed.query = template.name
      diagnostics.append(placed)
    }
  }

  private func compiled(
    _ typed: TypedQuery, _ template: FetchTemplate, _ predicate: String, _ source: SourceText?
  ) -> CompiledQuery {
    var ir = Lowering.lower(typed)
    for index in ir.parameters.indices {
      ir.parameters[index].name = Compilation.parameterName(ir.parameters[index].name)
    }
    if let limit = template.fetchLimit, limit > 0 { ir.limit = .constant(limit) }
    let start = template.location.span.start
    return CompiledQuery(
      name: template.name, nameSpan: template.location.span, documentation: nil,
      text: "query \(template.name) = \(template.entity) where \(predicate)", file: template.location.file,
      line: source.map { $0.line(at: start) + 1 } ?? 1, ir: ir, parameterUses: typed.parameters.map(\.use))
  }

  /// `FIRST_NAME` is how Xcode's editor suggests to write variables; a Swift parameter is called `firstName`.
  static func parameterName(_ variable: String) -> String {
    guard !variable.contains(where: \.isLowercase) else { return variable }
    let words = variable.lowercased().split(separator: "_")
    guard let first = words.first else { return variable }
    return first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

/// Where the bytes of a template's predicate stand in the XML, whose text may spell some of them as entities.
struct TemplatePlace {
  /// Offset in the file of each byte of the predicate, and of its end.
  private let offsets: [UInt32]

  init(_ template: FetchTemplate, _ source: SourceText?) {
    let span = template.location.span
    guard let source, let predicate = template.predicate else {
      offsets = [span.start]
      return
    }
    var offsets: [UInt32] = []
    var position = Int(span.start)
    let end = min(Int(span.end), source.utf8.count)
    var decoded = Array(predicate.utf8)[...]
    while position < end, let byte = decoded.first {
      let start = UInt32(position)
      if source.utf8[position] == UInt8(ascii: "&"), let close = source.utf8[position..<end].firstIndex(of: 0x3B) {
        // One entity stands for one character, which may have several bytes.
        let length = TemplatePlace.length(ofCharacterAt: byte)
        offsets += Array(repeating: start, count: min(length, decoded.count))
        decoded = decoded.dropFirst(length)
        position = close + 1
      } else {
        offsets.append(start)
        decoded = decoded.dropFirst()
        position += 1
      }
    }
    offsets.append(UInt32(position))
    self.offsets = offsets
  }

  private static func length(ofCharacterAt byte: UInt8) -> Int {
    switch byte {
    case 0xC0...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF7: 4
    default: 1
    }
  }

  private func place(_ span: SourceSpan) -> SourceSpan {
    func offset(_ position: UInt32) -> UInt32 { offsets[min(Int(position), offsets.count - 1)] }
    return SourceSpan(offset(span.start), offset(span.end))
  }

  /// The finding with its places in the XML; replacements are escaped as attribute text.
  func place(_ finding: Diagnostic) -> Diagnostic {
    var result = finding
    result.span = place(finding.span)
    result.point = finding.point.map { place($0) }
    result.labels = finding.labels.map { Diagnostic.Label(place($0.span), $0.text) }
    result.notes = finding.notes.map { note in
      guard note.file == finding.file, let span = note.span else { return note }
      return Diagnostic.Note(note.message, file: note.file, at: place(span))
    }
    result.fixIts = finding.fixIts.map { fixIt in
      FixIt(
        fixIt.message, fixIt.applicability,
        fixIt.edits.map { FixIt.Edit(place($0.span), TemplatePlace.escaped($0.newText)) })
    }
    return result
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
