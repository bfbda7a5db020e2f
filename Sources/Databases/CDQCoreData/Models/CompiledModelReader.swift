import Foundation

/// Reads the archive of a compiled model, whose classes only Apple's systems have.
struct CompiledModelReader {
  private let archive: KeyedArchive
  private var model = CompiledModel()
  /// The number of properties that may still be read, so that an archive that repeats a list costs no more than a large
  /// model.
  private var budget = 200_000

  /// The properties of each entity by the entity's number, from their references to it. They are read only where a
  /// dictionary of properties is of a form that is not known.
  private lazy var properties = ownedProperties()

  private init(_ archive: KeyedArchive) {
    self.archive = archive
  }

  /// The model in the bytes of a `.mom` file or of an inflated model cache; nil for other bytes.
  static func model(_ bytes: [UInt8]) -> CompiledModel? {
    guard let archive = KeyedArchive(bytes), let root = archive.object(archive.root) else { return nil }
    var reader = CompiledModelReader(archive)
    var entities = archive.dictionary(archive.value(root, "NSEntities"))
    if entities.isEmpty { entities = reader.allEntities() }
    guard !entities.isEmpty, entities.count <= 10_000 else { return nil }
    for (name, item) in entities.sorted(by: { $0.key < $1.key }) { reader.readEntity(name, item) }
    guard !reader.model.entities.isEmpty else { return nil }
    reader.removeInherited()
    for (name, item) in archive.dictionary(archive.value(root, "NSFetchRequestTemplates")).sorted(by: { $0.key < $1.key }) {
      reader.readTemplate(name, item)
    }
    reader.model.identifiers = (archive.elements(archive.value(root, "NSVersionIdentifiers")) ?? [])
      .compactMap { archive.text($0) }.filter { !$0.isEmpty }.sorted()
    return reader.model
  }

  // MARK: Entities

  private mutating func readEntity(_ key: String, _ item: KeyedArchive.Item) {
    guard budget > 0, let object = archive.object(item) else { return }
    let name = text(object, "NSEntityName") ?? key
    var entity = CompiledModel.Entity(name: name)
    if let parent = archive.object(object, "NSSuperentity") { entity.parent = text(parent, "NSEntityName") }
    entity.isAbstract = truth(object, "NSIsAbstract") ?? false
    entity.className = text(object, "NSClassNameForEntity")
    entity.renamingIdentifier = renaming(object, name)
    entity.userInfo = userInfo(object)
    var members = archive.dictionary(archive.value(object, "NSProperties"))
    if members.isEmpty, case .object(let number) = item { members = properties[number] ?? [:] }
    for (key, item) in members.sorted(by: { $0.key < $1.key }) {
      budget -= 1
      guard budget > 0, let property = archive.object(item) else { continue }
      readProperty(key, property, &entity)
    }
    for constraint in archive.elements(archive.value(object, "NSUniqueTuples")) ?? [] {
      budget -= 1
      guard budget > 0 else { return }
      let names = (archive.elements(constraint) ?? []).compactMap { part in
        archive.text(part) ?? archive.object(part).flatMap { text($0, "NSPropertyName") }
      }
      if !names.isEmpty, entity.uniqueness.count < 1000 { entity.uniqueness.append(names) }
    }
    model.entities.append(entity)
  }

  /// The entities of the archive, where their dictionary is of a form that is not known.
  private func allEntities() -> [String: KeyedArchive.Item] {
    var result: [String: KeyedArchive.Item] = [:]
    for (number, object) in archive.objects({ $0.hasSuffix("EntityDescription") }) {
      if object.fields["NSProperties"] != nil, let name = text(object, "NSEntityName") { result[name] = .object(number) }
    }
    return result
  }

  private func ownedProperties() -> [Int: [String: KeyedArchive.Item]] {
    var result: [Int: [String: KeyedArchive.Item]] = [:]
    for (number, object) in archive.objects({ $0.hasSuffix("AttributeDescription") || $0.hasSuffix("RelationshipDescription") }) {
      guard case .object(let entity) = archive.value(object, "NSEntity"), let name = text(object, "NSPropertyName") else { continue }
      result[entity, default: [:]][name] = .object(number)
    }
    return result
  }

  private mutating func readProperty(_ key: String, _ object: KeyedArchive.Object, _ entity: inout CompiledModel.Entity) {
    let name = text(object, "NSPropertyName") ?? key
    if object.className.contains("Relationship") {
      if let relationship = relationship(name, object) { entity.relationships.append(relationship) }
    } else if object.className.contains("Attribute") || object.fields["NSAttributeType"] != nil {
      entity.attributes.append(attribute(name, object))
    }
  }

  private mutating func attribute(_ name: String, _ object: KeyedArchive.Object) -> CompiledModel.Attribute {
    let code = number(object, "NSAttributeType") ?? 0
    var result = CompiledModel.Attribute(name: name, type: CompiledModel.typeNames[code] ?? "Undefined")
    result.isOptional = truth(object, "NSIsOptional") ?? true
    result.isTransient = truth(object, "NSIsTransient") ?? false
    result.defaultText = defaultText(archive.value(object, "NSDefaultValue"), result.type)
    if result.type == "Transformable" { result.className = text(object, "NSAttributeValueClassName") }
    if let expression = archive.object(object, "NSDerivationExpression") {
      result.derivation = PredicateText(archive).expression(expression)
    }
    result.renamingIdentifier = renaming(object, name)
    result.userInfo = userInfo(object)
    return result
  }

  private func defaultText(_ item: KeyedArchive.Item, _ type: String) -> String? {
    switch item {
    case .bool(let truth): return type == "Boolean" ? (truth ? "YES" : "NO") : truth ? "1" : "0"
    case .int(let number): return type == "Boolean" ? (number != 0 ? "YES" : "NO") : String(number)
    case .real(let number), .date(let number): return number.isFinite ? number.description : nil
    case .string(let text): return text
    case .object:
      if let text = archive.text(item) { return text }
      if let object = archive.object(item), case .real(let seconds) = archive.value(object, "NS.time") { return seconds.description }
      return nil
    case .null, .data, .list: return nil
    }
  }

  private mutating func relationship(_ name: String, _ object: KeyedArchive.Object) -> CompiledModel.Relationship? {
    let destination = text(object, "_NSDestinationEntityName") ?? text(object, "NSDestinationEntityName")
      ?? archive.object(object, "NSDestinationEntity").flatMap { text($0, "NSEntityName") }
    guard let destination else { return nil }
    var result = CompiledModel.Relationship(name: name, destination: destination)
    let most = number(object, "NSMaxCount") ?? 0
    result.isToMany = most != 1
    result.maximum = Int(clamping: max(0, most))
    result.minimum = Int(clamping: max(0, number(object, "NSMinCount") ?? 0))
    result.isOrdered = result.isToMany && (truth(object, "NSIsOrdered") ?? false)
    result.isOptional = truth(object, "NSIsOptional") ?? true
    result.isTransient = truth(object, "NSIsTransient") ?? false
    result.inverse = text(object, "_NSInverseRelationshipName") ?? text(object, "NSInverseRelationshipName")
      ?? archive.object(object, "NSInverseRelationship").flatMap { text($0, "NSPropertyName") }
    if let rule = number(object, "NSDeleteRule"), let index = Int(exactly: rule),
      CompiledModel.deleteRules.indices.contains(index)
    {
      result.deleteRule = CompiledModel.deleteRules[index]
    }
    result.renamingIdentifier = renaming(object, name)
    result.userInfo = userInfo(object)
    return result
  }

  /// The archive lists the inherited properties of each entity, too.
  private mutating func removeInherited() {
    let places = Dictionary(model.entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let own = model.entities.map { Set($0.attributes.map(\.name) + $0.relationships.map(\.name)) }
    for index in model.entities.indices {
      if let parent = model.entities[index].parent, places[parent] == nil { model.entities[index].parent = nil }
    }
    for index in model.entities.indices {
      var inherited: Set<String> = []
      var uniqueness: Set<[String]> = []
      var parent = model.entities[index].parent
      var depth = 0
      // A circle of parents ends here; the validation of the schema reports it.
      while let name = parent, let place = places[name], depth < 100 {
        inherited.formUnion(own[place])
        uniqueness.formUnion(model.entities[place].uniqueness)
        parent = model.entities[place].parent
        depth += 1
      }
      model.entities[index].attributes.removeAll { inherited.contains($0.name) }
      model.entities[index].relationships.removeAll { inherited.contains($0.name) }
      model.entities[index].uniqueness.removeAll { uniqueness.contains($0) }
    }
  }

  // MARK: Templates

  private mutating func readTemplate(_ name: String, _ item: KeyedArchive.Item) {
    budget -= 1
    guard budget > 0, let object = archive.object(item) else { return }
    let entity = text(object, "NSEntityName") ?? archive.object(object, "NSEntity").flatMap { text($0, "NSEntityName") }
    guard let entity else {
      model.remarks.append("the fetch request template '\(name)' names no entity")
      return
    }
    var template = CompiledModel.Template(name: name, entity: entity)
    if let predicate = archive.object(object, "NSPredicate") {
      guard let text = PredicateText(archive).predicate(predicate) else {
        model.remarks.append("the predicate of the fetch request template '\(name)' cannot be read")
        return
      }
      template.predicate = text
    }
    if let limit = number(object, "NSFetchLimit"), limit > 0 { template.limit = Int(clamping: limit) }
    template.includesSubentities = truth(object, "NSIncludesSubentities") ?? true
    model.templates.append(template)
  }

  // MARK: Fields

  private func text(_ object: KeyedArchive.Object, _ field: String) -> String? {
    archive.text(archive.value(object, field)).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func number(_ object: KeyedArchive.Object, _ field: String) -> Int64? {
    switch archive.value(object, field) {
    case .int(let number): number
    case .bool(let truth): truth ? 1 : 0
    case .real(let number): Int64(exactly: number)
    default: nil
    }
  }

  private func truth(_ object: KeyedArchive.Object, _ field: String) -> Bool? { number(object, field).map { $0 != 0 } }

  /// Where nothing was renamed, the archive may give the name itself.
  private func renaming(_ object: KeyedArchive.Object, _ name: String) -> String? {
    text(object, "NSRenamingIdentifier").flatMap { $0 == name ? nil : $0 }
  }

  private mutating func userInfo(_ object: KeyedArchive.Object) -> [String: String] {
    guard budget > 0 else { return [:] }
    let info = archive.dictionary(archive.value(object, "NSUserInfo")).compactMapValues { archive.text($0) }
    budget -= info.count
    return info
  }
}
