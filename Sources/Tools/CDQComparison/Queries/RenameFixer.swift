import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax

/// Adds the new name and a fix-it to findings about names that the next version of the schema has renamed.
struct RenameFixer {
  let renames: SchemaRenames
  let old: Schema
  let source: SourceText

  func fix(_ finding: Diagnostic) -> Diagnostic {
    let name = source.text(finding.span)
    guard let new = newName(of: name, finding) else { return finding }
    var result = finding
    result.label = "is called '\(new)' now"
    result.fixIts = [FixIt("replace '\(name)' with '\(new)'", .safe, [.init(finding.span, new)])]
    return result
  }

  private func newName(of name: String, _ finding: Diagnostic) -> String? {
    let new = renames.entity(name)
    if finding.message == CheckError.unknownEntity(name).message { return new == name ? nil : new }
    for entity in old.entities.map(\.name) {
      let new = renames.property(name, of: entity, in: old)
      let error = CheckError.unknownProperty(name, entity: renames.entity(entity))
      if new != name, finding.message == error.message { return new }
    }
    return nil
  }
}
