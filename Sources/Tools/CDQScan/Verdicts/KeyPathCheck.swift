import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax

/// Checks a key path that is written as a text, such as `country.name`, against the properties of an entity.
struct KeyPathCheck {
  let path: String
  let isSort: Bool
  private let steps: [(name: String, span: SourceSpan)]

  init(_ path: String, isSort: Bool) {
    self.path = path
    self.isSort = isSort
    var steps: [(String, SourceSpan)] = []
    var start: UInt32 = 0
    for part in path.split(separator: ".", omittingEmptySubsequences: false) {
      let end = start + UInt32(truncatingIfNeeded: part.utf8.count)
      steps.append((String(part), SourceSpan(start, end)))
      start = end + 1
    }
    self.steps = steps
  }

  /// The offsets after each step.
  var ends: [UInt32] { steps.map(\.span.end) }

  struct Problem {
    var finding: Diagnostic
    /// Whether the place may be right for reasons that the schema does not show.
    var isDoubtful = false
  }

  /// What is wrong with the path for an entity; nil when nothing is known to be.
  func problem(_ entity: String, _ checked: CheckedSchema) -> Problem? {
    let schema = checked.schema
    var owner = entity
    for (index, step) in steps.enumerated() {
      if step.name.hasPrefix("@") || step.name.isEmpty { return nil }
      if index == 0, step.name.lowercased() == "self" { continue }
      if FormatCheck.managedKeys.contains(step.name) { return nil }
      guard let property = schema.property(named: step.name, of: owner) else {
        let isOfSubentity = schema.entities.contains {
          schema.isEntity($0.name, kindOf: owner) && $0.property(named: step.name) != nil
        }
        return Problem(finding: unknown(step, owner, checked), isDoubtful: isOfSubentity)
      }
      switch property {
      case .attribute(let attribute):
        // A member of a value, such as a composite attribute or the class of a Transformable.
        if index + 1 < steps.count { return nil }
        guard isSort, attribute.isTransient else { return nil }
        return Problem(
          finding: .scan(
            .predicateCrashes, "'\(step.name)' is transient, and a store cannot sort by what it does not have",
            file: "",
            at: step.span, help: ["sort by a stored attribute, or sort the objects after the fetch"]))
      case .relationship(let relationship):
        if isSort, relationship.isToMany {
          return Problem(
            finding: .scan(
              .predicateCrashes, "'\(step.name)' leads to many objects, by which a store cannot sort", file: "",
              at: step.span,
              help: ["sort by a path that leads to one value, or sort the objects after the fetch"]))
        }
        owner = relationship.destination
      }
    }
    return nil
  }

  private func unknown(_ step: (name: String, span: SourceSpan), _ owner: String, _ checked: CheckedSchema)
    -> Diagnostic
  {
    let names = checked.schema.allProperties(of: owner).map(\.name)
    let near = Suggestions.nearest(to: step.name, among: names)
    var finding = Diagnostic(
      .error, DiagnosticCode(CheckCode.unknownProperty), stage: .check, "'\(owner)' has no property '\(step.name)'",
      file: "",
      at: step.span, label: near.map { "did you mean '\($0)'?" })
    if near == nil { finding.help = ["properties of '\(owner)': \(names.prefix(12).joined(separator: ", "))"] }
    if let near {
      finding.fixIts = [
        FixIt("replace '\(step.name)' with '\(near)'", .ofName(step.name, near), [.init(step.span, near)])
      ]
    }
    if let place = checked.declarations[.entity(owner)] {
      finding.notes = [.init("'\(owner)' is declared here", file: place.file, at: place.span)]
    }
    return finding
  }
}
