import CDQIR
import CDQSyntax

/// Reads the `contents` file of a Core Data model version into schema parts.
///
/// The importer knows everything that Xcode writes; it reports unknown parts as notes and never ignores them silently.
/// Names are resolved later, by the same validation as for `.cdq` schemas.
struct ModelImporter {
  let file: String
  var log = ProblemLog()
  var draft = SchemaDraft()
  var compositeNames: Set<String> = []

  private init(file: String) {
    self.file = file
  }

  struct Result {
    var draft: SchemaDraft
    var log: ProblemLog
    /// False when the file could not be read at all; names that may be in it must then not be reported as unknown.
    var isReadable: Bool
  }

  static func read(_ source: SourceText) -> Result {
    var importer = ModelImporter(file: source.name)
    let isReadable = importer.readFile(source)
    return Result(draft: importer.draft, log: importer.log, isReadable: isReadable)
  }

  private mutating func readFile(_ source: SourceText) -> Bool {
    if source.utf8.starts(with: Array("bplist".utf8)) {
      log.report(.binaryModel, in: file, at: SourceSpan(at: 0))
      return false
    }
    let root: XMLElement
    do {
      root = try XMLReader.read(source.utf8)
    } catch {
      let notes = error.related.map { [Diagnostic.Note("it begins here", file: file, at: $0)] }
      log.report(.malformedXML(error), in: file, at: error.span, notes: notes ?? [])
      return false
    }
    guard root.name == "model" else {
      log.report(.notAModel(root: root.name), in: file, at: root.nameSpan)
      return false
    }
    check(root, against: .model)
    compositeNames = Set(root.children.lazy.filter { $0.name == "composite" }.compactMap { $0["name"]?.value })
    for child in root.children {
      switch child.name {
      case "entity": readEntity(child)
      case "fetchRequest": readTemplate(child, owner: nil)
      case "composite": readComposite(child)
      default: break
      }
    }
    checkConfigurations(root)
    checkCompositeCycles(root)
    return true
  }

  private mutating func readEntity(_ element: XMLElement) {
    check(element, against: .entity)
    guard let name = required("name", of: element) else { return }
    let className = nonEmpty(element["representedClassName"])?.value ?? "NSManagedObject"
    var entity = EntityDraft(
      entity: Entity(
        name: name.value, parent: nonEmpty(element["parentEntity"])?.value, isAbstract: flag("isAbstract", of: element),
        renamedFrom: renamed(element, name: name.value), className: className == name.value ? nil : className),
      file: file, nameSpan: name.valueSpan, parentSpan: nonEmpty(element["parentEntity"])?.valueSpan, isImported: true)
    entity.isOfXcode = ["class", "category"].contains(element["codeGenerationType"]?.value)
    for child in element.children {
      switch child.name {
      case "attribute": readAttribute(child, into: &entity)
      case "relationship": readRelationship(child, into: &entity)
      case "fetchedProperty": readFetchedProperty(child, of: entity.entity.name)
      case "fetchIndex": readFetchIndex(child, into: &entity)
      case "compoundIndexes": readCompoundIndexes(child, into: &entity)
      case "uniquenessConstraints": readUniqueness(child, into: &entity)
      case "userInfo": entity.entity.userInfo = readUserInfo(child)
      default: break
      }
    }
    draft.entities.append(entity)
  }

  private mutating func readRelationship(_ element: XMLElement, into entity: inout EntityDraft) {
    check(element, against: .relationship)
    guard let name = required("name", of: element) else { return }
    guard let destination = nonEmpty(element["destinationEntity"]) else {
      log.report(.noDestination(name.value), in: file, at: name.valueSpan)
      return
    }
    let isToMany = flag("toMany", of: element)
    let isOptional = flag("optional", of: element)
    var relationship = Relationship(
      name: name.value, destination: destination.value, isToMany: isToMany,
      isOrdered: isToMany && flag("ordered", of: element), isOptional: isOptional,
      inverse: nonEmpty(element["inverseName"])?.value, isTransient: flag("transient", of: element),
      renamedFrom: renamed(element, name: name.value), userInfo: userInfo(of: element))
    let counts = (least: count("minCount", of: element), most: count("maxCount", of: element))
    if isToMany {
      // `optional` decides whether the relationship may be empty, so a minimum of 1 on an optional one has no effect.
      let least = counts.least.flatMap { $0 > (isOptional ? 1 : 0) ? $0 : nil }
      relationship.minimumCount = isOptional ? least : least ?? 1
      relationship.maximumCount = counts.most.flatMap { $0 > 0 ? $0 : nil }
    }
    if let rule = element["deletionRule"] {
      if let known = Self.deleteRules[rule.value] {
        relationship.deleteRule = known
      } else {
        log.report(
          .invalidModelValue(rule.value, of: rule.name, expected: "Nullify, Cascade, Deny or No Action"), in: file,
          at: rule.valueSpan)
      }
    }
    entity.properties.append(
      PropertyDraft(
        property: .relationship(relationship), nameSpan: name.valueSpan, typeSpan: destination.valueSpan,
        inverse: nonEmpty(element["inverseName"]).map { inverse in
          let owner = nonEmpty(element["inverseEntity"])
          return InverseDraft(
            name: inverse.value, span: inverse.valueSpan, entity: owner?.value, entitySpan: owner?.valueSpan)
        },
        deleteRuleSpan: element["deletionRule"]?.valueSpan))
  }

  private static let deleteRules: [String: Relationship.DeleteRule] = [
    "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny, "No Action": .noAction,
  ]

  private mutating func checkConfigurations(_ root: XMLElement) {
    let names = Set(draft.entities.map(\.entity.name))
    for configuration in root.children where configuration.name == "configuration" {
      check(configuration, against: .configuration)
      for member in configuration.children where member.name == "memberEntity" {
        check(member, against: .memberEntity)
        guard let name = member["name"], !names.contains(name.value) else { continue }
        log.report(
          .unknownMember(name.value, of: configuration["name"]?.value ?? ""), in: file, at: name.valueSpan)
      }
    }
  }
}
