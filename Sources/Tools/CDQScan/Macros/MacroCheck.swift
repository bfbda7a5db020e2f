import CDQCodegen
import CDQIR
import CDQSchema
import CDQSyntax

/// Decides about a `#Predicate` by the list of reports on what SwiftData runs.
struct MacroCheck {
  let file: CodeFile
  let settings: ScanSettings
  let constants: ConstantTable
  let usesSwiftData: Bool

  /// With as many conditions, the type checker is reported to give up.
  static let slow = 4

  func judge(_ site: CodeSite, _ body: Int?, _ result: inout ScannedSite) {
    guard let body else {
      result.reason = "its closure is not written here"
      return
    }
    result.text = MacroCheck.shortened(file.source.text(file.span(body..<file.after(body))))
    var reader = MacroReader(file, body: body)
    let closure: SwiftClosure
    do throws(MacroReader.Unread) {
      closure = try reader.closure()
    } catch {
      result.reason = "cdq does not read \(error.what) in a #Predicate"
      return
    }
    result.depth = .grammar
    result.conditions = reader.conditions
    if reader.conditions >= MacroCheck.slow { result.diagnostics.append(slow(reader.conditions, site)) }
    let isModel = result.entity.map { settings.classes.isModel($0) } ?? false
    guard usesSwiftData || isModel else {
      result.reason = "the file does not import SwiftData, so the predicate may run in memory"
      return
    }
    let found = result.entity.flatMap { settings.schemas(for: $0, of: .predicateMacro, near: file.source.name).first }
    var lowering = AppleStoreLowering(
      found?.schema.checked.schema ?? Schema(entities: []),
      variables: found.map { [closure.parameters[0]: $0.entity] } ?? [:], captured: captured(reader),
      hasOptionalCollections: true)
    let all = AppleStoreJudge.shapes(of: lowering.condition(of: closure.body))
    let shapes = site.isValue ? all.filter(MacroCheck.ofValues.contains) : all
    let certain = shapes.filter { isCertain($0, reader, found?.entity) }
    for shape in certain { report(shape, site, &result) }
    if shapes.count < all.count {
      result.reason = "it is a value, and most reports are about conditions"
    } else if found != nil, certain.count == shapes.count {
      result.depth = .schema
      result.reason = nil
    } else if found == nil {
      result.reason = result.entity.map { "no class '\($0)' was found" } ?? "the class is not known here"
    } else {
      result.reason =
        reader.calls.isDisjoint(with: MacroCheck.knownCalls) && !reader.calls.isEmpty
        ? "it calls '\(reader.calls.sorted()[0])', of which nothing is reported"
        : "it reads a property that cdq does not find in the class"
    }
  }

  /// The constructs that end the program in a value as in a condition.
  private static let ofValues: Set<AppleStoreShape> = [.forcedUnwrap, .cast, .computedMember, .transient]

  private static let knownCalls: Set<String> = [
    "contains", "starts", "localizedStandardContains", "filter", "allSatisfy", "flatMap",
  ]

  private static func shortened(_ text: String) -> String {
    let line = text.split { $0.isNewline }.map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: " ")
    return line.count <= 200 ? line : String(line.prefix(199)) + "…"
  }

  /// What the file says of captured values: that one is an enum or a range.
  private func captured(_ reader: MacroReader) -> [String: AppleStoreValue] {
    var result: [String: AppleStoreValue] = [:]
    for name in reader.names {
      guard let definition = constants.definitions[name]?.onlyElement else { continue }
      if let type = definition.type {
        if ["Range", "ClosedRange"].contains(type) { result[name] = .unsupported(.capturedRange) }
        if settings.classes.isEnumeration(type) { result[name] = .unsupported(.enumeration) }
      } else if definition.value.contains(where: { file.holds($0, "..<") || file.holds($0, "...") }),
        definition.value.count < 24
      {
        result[name] = .unsupported(.capturedRange)
      }
    }
    return result
  }

  /// Members of the standard types, which no store has.
  private static let valueMembers: Set<String> = [
    "uuidString", "absoluteString", "timeIntervalSince1970", "timeIntervalSinceNow", "timeIntervalSinceReferenceDate",
    "description", "lastPathComponent", "host", "hashValue",
  ]

  /// Whether a construct is one for sure, and not the result of a property or a function that the sources do not show.
  private func isCertain(_ shape: AppleStoreShape, _ reader: MacroReader, _ entity: String?) -> Bool {
    switch shape {
    case .function: return false
    case .computedMember:
      guard let entity else { return false }
      // A member of a value that cdq does not know, such as a Codable struct, may be stored.
      if reader.members.contains(where: settings.classes.isOpaqueAnywhere) { return false }
      return reader.members.contains {
        MacroCheck.valueMembers.contains($0)
          || settings.classes.isOnlyComputed($0, from: entity, by: reader.members)
      }
    default:
      if entity != nil { return true }
      return [.forcedUnwrap, .cast, .capturedRange, .coalescedSearch, .coalescedMembership].contains(shape)
    }
  }

  private func report(_ shape: AppleStoreShape, _ site: CodeSite, _ result: inout ScannedSite) {
    let verdict = AppleStoreReport.verdict(on: shape, in: .swiftData, since: settings.deployment)
    let code: ScanCode
    switch verdict.outcome {
    case .dies: code = .predicateCrashes
    case .wrongRows: code = .predicateWrongRows
    case .runs, .differs, .unknown: return
    }
    let effect = code == .predicateCrashes ? "the fetch ends the program" : "the fetch finds wrong rows"
    result.diagnostics.append(
      .scan(
        code, "\(shape.rawValue): it compiles, and \(effect) (\(verdict.note))", file: file.source.name,
        at: place(site), help: MacroAdvice.help(shape).map { [$0] } ?? []))
  }

  private func place(_ site: CodeSite) -> SourceSpan {
    SourceSpan(file.tokens[site.token].start, file.tokens[site.token].end)
  }

  private func slow(_ conditions: Int, _ site: CodeSite) -> Diagnostic {
    .scan(
      .slowTypeCheck, "\(conditions) conditions in one #Predicate, which Swift's type checker may give up on",
      file: file.source.name, at: place(site),
      help: [
        "apps report \"unable to type-check this expression in reasonable time\" from four conditions on; combine "
          + "smaller predicates by 'evaluate', or generate the query with cdq"
      ])
  }
}
