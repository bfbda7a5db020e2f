import CDQSyntax

/// Assigns every template of the models a query name that is an identifier and unique.
///
/// A fetched property whose name occurs more than once is prefixed with the name of its entity. A changed name is
/// reported, because the generated functions have the new name.
struct TemplateNames {
  private var taken: Set<String> = []

  static func assign(_ templates: inout [FetchTemplate], _ log: inout ProblemLog) {
    var names = TemplateNames()
    var counts: [String: Int] = [:]
    for template in templates { counts[identifier(template.name), default: 0] += 1 }
    // Templates of the model come first, so that a fetched property never takes their names.
    let order = templates.indices.filter { templates[$0].owner == nil }
      + templates.indices.filter { templates[$0].owner != nil }
    for index in order {
      let template = templates[index]
      var name = identifier(template.name)
      if let owner = template.owner, counts[name, default: 0] > 1 { name = qualified(name, by: owner) }
      name = names.free(name)
      templates[index].queryName = name
      if name != template.name {
        log.report(
          .renamedTemplate(template.name, to: name), in: template.nameLocation.file, at: template.nameLocation.span)
      }
    }
  }

  /// The name, followed by a number if another template has it.
  private mutating func free(_ name: String) -> String {
    var result = name
    var number = 2
    while !taken.insert(result).inserted {
      result = "\(name)\(number)"
      number += 1
    }
    return result
  }

  /// Joins the names of an entity and its property: `Author` and `books` become `authorBooks`.
  private static func qualified(_ name: String, by owner: String) -> String {
    identifier(owner.prefix(1).lowercased() + owner.dropFirst() + " " + name)
  }

  /// Joins the words of a name into an identifier: `Fetch by name` becomes `fetchByName`. An identifier is unchanged.
  static func identifier(_ name: String) -> String {
    func isPart(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.properties.isXIDContinue }
    guard let first = name.unicodeScalars.first else { return "template" }
    let startsWell = first == "_" || first.properties.isXIDStart
    if startsWell, name.unicodeScalars.allSatisfy(isPart) { return name }
    let words = name.unicodeScalars.split { !isPart($0) }.map { String($0) }
    guard let head = words.first else { return "template" }
    let joined = head.prefix(1).lowercased() + head.dropFirst()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let hasStart = joined.unicodeScalars.first.map { $0 == "_" || $0.properties.isXIDStart } ?? false
    return hasStart ? joined : "template" + joined
  }
}
