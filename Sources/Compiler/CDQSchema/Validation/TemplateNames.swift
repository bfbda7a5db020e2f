import CDQSyntax

/// Assigns every template of the models a query name that is an identifier and unique.
///
/// A fetched property whose name occurs more than once is prefixed with the name of its entity. A changed name is
/// reported, because the generated functions have the new name.
enum TemplateNames {
  static func assign(_ templates: inout [FetchTemplate], _ log: inout ProblemLog) {
    var taken: Set<String> = []
    var counts: [String: Int] = [:]
    for template in templates { counts[identifier(template.name), default: 0] += 1 }
    // Templates of the model come first, so that a fetched property never takes their names.
    let order = templates.indices.filter { templates[$0].owner == nil }
      + templates.indices.filter { templates[$0].owner != nil }
    for index in order {
      let template = templates[index]
      var name = identifier(template.name)
      if let owner = template.owner, counts[name, default: 0] > 1 { name = qualified(name, by: owner) }
      name = NameRules.free(name, &taken)
      templates[index].queryName = name
      if name != template.name {
        log.report(
          .renamedTemplate(template.name, to: name), in: template.nameLocation.file, at: template.nameLocation.span)
      }
    }
  }

  /// Joins the names of an entity and its property: `Author` and `books` become `authorBooks`.
  private static func qualified(_ name: String, by owner: String) -> String {
    identifier(owner.prefix(1).lowercased() + owner.dropFirst() + " " + name)
  }

  /// The name as an identifier: `Fetch by name` becomes `fetchByName`.
  private static func identifier(_ name: String) -> String {
    NameRules.identifier(name, prefix: "template", empty: "template")
  }
}
