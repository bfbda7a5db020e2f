import CDQIR
import CDQSchema
import CDQSyntax

/// The choices at places in declarations of entities, enums and mappings.
struct DeclarationChoices {
  let schema: Schema
  /// The names of the mappings of the target.
  let mappings: [String]

  func items(for place: Expectations.Place, _ scope: CompletionScope) -> [CompletionItem] {
    switch place.kind {
    case .type:
      TypeNames.builtIn.keys.sorted().map { CompletionItem($0, .type, rank: 2) }
        + schema.enumerations.map {
          CompletionItem($0.name, .enumeration, detail: "an enum", documentation: $0.documentation, rank: 1)
        }
        + schema.entities.map {
          CompletionItem($0.name, .entity, detail: "an entity", documentation: $0.documentation, rank: 1)
        }
    case .rawType: ["String", "Int", "Int16", "Int32", "Int64"].map { CompletionItem($0, .type, rank: 1) }
    case .modifier: modifiers(isRelationship: schema.hasEntity(named: place.name))
    case .inverse: inverses(in: place.name, of: scope.entity ?? "")
    case .annotationArgument: arguments(of: place.name, scope.entity ?? "")
    case .mappingHeader: words(["at", "where", "scope"])
    case .mappingMember: members(of: scope.entity ?? "")
    case .mappingPath: words(["as", "using"])
    case .mappingName: mappings.map { CompletionItem($0, .mapping, detail: "a mapping", rank: 1) }
    default: []
    }
  }

  /// The declarations of a file.
  static let declarations = [
    CompletionItem("query", .snippet, detail: Keyword.query.help, snippet: "query ${1:name} = ${2:Entity} where ${0}", rank: 1),
    CompletionItem("entity", .snippet, detail: Keyword.entity.help, snippet: "entity ${1:Name} {\n  ${0}\n}", rank: 1),
    CompletionItem(
      "enum", .snippet, detail: Keyword.enumWord.help, snippet: "enum ${1:Name}: String { ${2:first}, ${3:second} }", rank: 2),
    CompletionItem(
      "mapping", .snippet, detail: Keyword.mapping.help, snippet: "mapping ${1:Name}: ${2:Entity} {\n  ${0}\n}", rank: 3),
    CompletionItem("schema", .snippet, detail: Keyword.schema.help, snippet: "schema \"${1:path}\"", rank: 3),
    CompletionItem(
      "abstract entity", .snippet, detail: Keyword.abstract.help, snippet: "abstract entity ${1:Name} {\n  ${0}\n}", rank: 4),
  ]

  private func words(_ words: [String]) -> [CompletionItem] { words.map { CompletionItem($0, .keyword, rank: 2) } }

  private func modifiers(isRelationship: Bool) -> [CompletionItem] {
    let common = [
      ("json", "(\"${1:key}\")"), ("renamed", "(from: \"${1:name}\")"), ("transient", ""),
      ("userInfo", "(\"${1:key}\", \"${2:value}\")"), ("column", "(\"${1:name}\")"),
    ]
    let own =
      isRelationship
      ? [("delete", "(${1|cascade,nullify,deny,noAction|})"), ("count", "(${1:0...10})")]
      : [
        ("unique", ""), ("index", ""), ("range", "(${1:0...10})"), ("length", "(${1:0...10})"),
        ("matches", "(\"${1:pattern}\")"),
      ]
    let annotations = (own + common).map { name, arguments in
      CompletionItem("@\(name)", .annotation, snippet: "@\(name)\(arguments)", rank: 3)
    }
    guard isRelationship else { return annotations }
    return annotations + [CompletionItem(Keyword.inverse.spelling, .keyword, detail: Keyword.inverse.help, rank: 0)]
  }

  private func arguments(of annotation: String, _ owner: String) -> [CompletionItem] {
    switch annotation {
    case "delete":
      Relationship.DeleteRule.allCases.map { CompletionItem($0.rawValue, .keyword, detail: "a delete rule", rank: 1) }
    case "unique", "index":
      schema.allAttributes(of: owner).map { CompletionItem($0.name, .property, detail: "\($0.optionalType)", rank: 1) }
    default: []
    }
  }

  private func inverses(in type: String, of owner: String) -> [CompletionItem] {
    schema.allRelationships(of: type).map { relationship in
      CompletionItem(
        relationship.name, .relationship, detail: "\(relationship.type)",
        rank: schema.isEntity(owner, kindOf: relationship.destination) ? 0 : 4)
    }
  }

  private func members(of owner: String) -> [CompletionItem] {
    schema.allProperties(of: owner).map { property in
      CompletionItem(
        property.name, .property, detail: "\(property.type)", snippet: "\(property.name) = ${1:\(property.jsonKey)}",
        rank: 3)
    }
  }
}
