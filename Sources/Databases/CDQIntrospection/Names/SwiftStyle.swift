import CDQSQL
import CDQSchema

/// Names as developers of Swift write them.
struct SwiftStyle: NameStyle {
  /// Types of Swift that an entity of the name would hide.
  private static let types: Set<String> = [
    "Any", "Array", "Bool", "Character", "Data", "Date", "Decimal", "Dictionary", "Double", "Duration", "Error", "Float", "Int",
    "Int16", "Int32", "Int64", "Measurement", "Never", "Optional", "Protocol", "Result", "Self", "Set", "String", "Transformable",
    "Type", "URL", "UUID", "Void",
  ]

  // MARK: Entities

  func entity(_ table: CatalogTable, references: [CatalogForeignKey]) -> [String] {
    let words = SwiftStyle.words(ofTable: table.name.name)
    // A key `kurs_id` that refers to the table `kurs` says that the name is in the singular, in any language.
    let isSingular = references.contains { key in
      key.columns.count == 1 && SwiftStyle.role(of: key.columns[0]).words.suffix(1) == words.words.suffix(1)
    }
    let singular = isSingular ? words : words.singular
    let places = table.name.schema.map { SwiftWords($0) + singular }
    return [singular, words, places].compactMap { $0 }.map(type)
  }

  /// The words of a table without those that only say that it is one.
  private static func words(ofTable name: String) -> SwiftWords {
    var words = SwiftWords(name).words
    if words.count > 1, ["tbl", "tb", "vw"].contains(words[0]) { words.removeFirst() }
    if words.count > 1, words.last == "tbl" { words.removeLast() }
    if let first = words.first, first.hasPrefix("tbl"), first.count > 5 { words[0] = String(first.dropFirst(3)) }
    return SwiftWords(words.isEmpty ? ["table"] : words)
  }

  private func type(_ words: SwiftWords) -> String {
    let name = identifier(words.upperCamel)
    return SwiftStyle.types.contains(name) ? name + "Record" : name
  }

  private func identifier(_ name: String) -> String { NameRules.isIdentifier(name) ? name : "_" + name }

  // MARK: Attributes

  func attribute(_ column: String, of entity: String) -> [String] {
    let words = SwiftWords(column)
    return properties([words.isEmpty ? SwiftWords(["column"]) : words], of: entity)
  }

  /// Names of properties; one that the language or Swift reserves has the entity's name in front of it.
  private func properties(_ wishes: [SwiftWords], of entity: String) -> [String] {
    var result: [String] = []
    for words in wishes where !words.isEmpty {
      let name = identifier(words.lowerCamel)
      let isReserved = NameRules.swiftKeywords.contains(name) || NameRules.predicateWord(name) == .reserved
      let fitting = isReserved ? (SwiftWords(entity) + words).lowerCamel : name
      if !result.contains(fitting) { result.append(fitting) }
    }
    return result
  }

  // MARK: Enums

  func enumeration(_ name: String) -> [String] {
    var words = SwiftWords(name).words
    if words.count > 1, ["enum", "t"].contains(words.last) { words.removeLast() }
    let name = type(SwiftWords(words.isEmpty ? ["type"] : words))
    return [name, name + "Value"]
  }

  func enumeration(of column: String, of entity: String?) -> [String] {
    let (words, owner) = (SwiftWords(column), entity.map { SwiftWords($0) })
    guard let owner, words.dropping(first: owner) == nil else { return enumeration(column) }
    if words == owner { return [owner.upperCamel + "Value"] }
    return enumeration((owner + words).words.joined(separator: "_"))
  }

  func enumerationCase(_ value: String, of type: String) -> [String] {
    var spelled = value
    // Grades and groups of blood.
    if let last = value.last, value.count > 1, let sign = ["+": " plus", "-": " minus"][String(last)] { spelled = value.dropLast() + sign }
    let words = SwiftWords(spelled)
    guard !words.isEmpty else { return [value.isEmpty ? "empty" : "other"] }
    let name = identifier(words.lowerCamel)
    guard NameRules.swiftKeywords.contains(name) || NameRules.predicateWord(name) == .reserved else { return [name] }
    return [(words + SwiftWords(SwiftWords(type).words.suffix(1).map { $0 })).lowerCamel]
  }

  // MARK: Relationships

  /// Words at the end of a column that say how it refers, not to what.
  private static let suffixes: Set<String> = ["id", "fk", "ref", "code", "no", "nr", "num", "uuid", "guid", "key", "pk", "uid"]

  /// The words of a column that say what the object that it refers to is to the row: `manager` for `manager_id`.
  ///
  /// - Parameter destination: The entity that the column refers to, if that is known.
  private static func role(of column: String, to destination: SwiftWords? = nil) -> SwiftWords {
    var words = SwiftWords(column).words
    if words.count > 1, ["fk", "id"].contains(words[0]) { words.removeFirst() }
    while words.count > 1, suffixes.contains(words[words.count - 1]) { words.removeLast() }
    // `customerid`, which has no mark between its words.
    if words.count == 1, let destination, suffixes.contains(where: { destination.words.joined() + $0 == words[0] }) { return destination }
    return SwiftWords(words)
  }

  /// Roles in a table that refers to itself, with the name for the other side. The first name replaces the role.
  private static let roles: [String: (name: String, inverse: String)] = [
    "manager": ("manager", "reports"), "reportsTo": ("manager", "reports"), "managedBy": ("manager", "reports"),
    "boss": ("boss", "reports"), "supervisor": ("supervisor", "reports"), "superior": ("superior", "reports"),
    "parent": ("parent", "children"), "mentor": ("mentor", "mentees"), "replyTo": ("replyTo", "replies"),
    "inReplyTo": ("replyTo", "replies"), "repliesTo": ("replyTo", "replies"), "referrer": ("referrer", "referrals"),
    "referredBy": ("referrer", "referrals"), "duplicateOf": ("duplicateOf", "duplicates"), "predecessor": ("predecessor", "successors"),
    "prerequisite": ("prerequisite", "dependents"), "original": ("original", "copies"), "sponsor": ("sponsor", "sponsored"),
    "inviter": ("inviter", "invitees"), "invitedBy": ("inviter", "invitees"),
  ]

  /// What somebody with a role did to the objects that name them so.
  private static let participles: [String: String] = [
    "reporter": "reported", "assignee": "assigned", "author": "authored", "creator": "created", "owner": "owned", "sender": "sent",
    "receiver": "received", "recipient": "received", "approver": "approved", "reviewer": "reviewed", "editor": "edited",
    "buyer": "bought", "seller": "sold", "updater": "updated", "inviter": "invited", "manager": "managed", "organizer": "organized",
    "uploader": "uploaded", "resolver": "resolved", "translator": "translated", "supervisor": "supervised", "inspector": "inspected",
    "director": "directed", "writer": "written", "teacher": "taught", "instructor": "taught",
    "watcher": "watched", "follower": "followed", "illustrator": "illustrated", "attendee": "attended", "subscriber": "subscribed",
    "composer": "composed", "producer": "produced", "maintainer": "maintained", "performer": "performed", "viewer": "viewed",
  ]

  func reference(_ reference: Reference) -> [String] {
    let destination = SwiftWords(reference.destination)
    let fallbacks = [destination, SwiftWords(reference.owner) + destination]
    guard reference.key.columns.count == 1 else {
      // `order_no` and `order_line_no` of a key of several columns have the destination's name.
      return properties(fallbacks, of: reference.owner)
    }
    var role = SwiftStyle.role(of: reference.key.columns[0], to: destination)
    // The manager of `manager_staff_id`, and the parent of `parent_category_id`.
    if let first = role.words.first, role.words.count > 1, role.dropping(last: destination)?.words == [first] || reference.isToItself,
      SwiftStyle.participles[first] != nil || reference.isToItself && SwiftStyle.roles[first] != nil && SwiftStyle.roles[role.lowerCamel] == nil
    {
      role = SwiftWords([first])
    }
    let isOnlyAKey = reference.key.columns[0].lowercased() == reference.key.targetColumns[0].lowercased()
      || role.words.allSatisfy(SwiftStyle.suffixes.contains) || role.words.last == "via"
    if isOnlyAKey, role.words != destination.words { return properties(fallbacks, of: reference.owner) }
    if reference.isToItself, let known = SwiftStyle.roles[role.lowerCamel] {
      return properties([SwiftWords(known.name), role] + fallbacks, of: reference.owner)
    }
    return properties([role, role + destination] + fallbacks, of: reference.owner)
  }

  func inverse(of reference: Reference, named name: String) -> [String] {
    let (owner, destination) = (SwiftWords(reference.owner), SwiftWords(reference.destination))
    func number(_ words: SwiftWords) -> SwiftWords { reference.isUnique ? words : words.plural }
    // The lines of an order, which are order lines elsewhere.
    let short = reference.isToItself ? nil : owner.dropping(first: destination)
    let role = SwiftWords(name)
    let nouns = [short, owner].compactMap { $0 }.map(number)
    let isNamedAfterDestination = role == destination
    if reference.siblings.count == 1 || isNamedAfterDestination, !reference.isToItself {
      return properties(nouns + [byRole(role, destination, number(owner))], of: reference.destination)
    }
    if reference.isToItself, let known = SwiftStyle.roles.values.first(where: { $0.name == name }) {
      let inverse = SwiftWords(known.inverse)
      let noun = reference.isUnique ? inverse.singular : inverse
      return properties([noun, byRole(role, destination, number(owner))], of: reference.destination)
    }
    return properties([byRole(role, destination, number(owner)), role + SwiftWords(["of"]) + number(owner)], of: reference.destination)
  }

  /// `reportedTickets` for a reporter, `createdTickets` for `createdBy`, `homeMatches` for `homeTeam`, `ticketsAsWatcher` for
  /// a role of which nothing is known.
  private func byRole(_ role: SwiftWords, _ destination: SwiftWords, _ noun: SwiftWords) -> SwiftWords {
    if let adjective = role.dropping(last: destination) { return adjective + noun }
    if role.words.count > 1, ["by", "to", "from"].contains(role.words.last) { return SwiftWords(Array(role.words.dropLast())) + noun }
    if let last = role.words.last, let participle = SwiftStyle.participles[last] {
      return SwiftWords(role.words.dropLast() + [participle]) + noun
    }
    return noun + SwiftWords(["as"]) + role
  }

  func joined(
    _ from: CatalogForeignKey, _ to: CatalogForeignKey, owner: String, destination: String, _ table: TableName
  ) -> [String] {
    let (destinationWords, ownerWords) = (SwiftWords(destination), SwiftWords(owner))
    let byTable = destinationWords.plural + SwiftWords(["through"]) + SwiftStyle.words(ofTable: table.name)
    if owner == destination {
      let role = to.columns.count == 1 ? SwiftStyle.role(of: to.columns[0], to: destinationWords).singular : destinationWords
      return properties([role.plural, byTable], of: owner)
    }
    // The people of `book_authors` are authors of a book, and its books those that they authored.
    if let role = SwiftStyle.role(ofPairs: table.name, owner: ownerWords, destination: destinationWords) {
      return properties([role.plural, destinationWords.plural, byTable], of: owner)
    }
    if let role = SwiftStyle.role(ofPairs: table.name, owner: destinationWords, destination: ownerWords) {
      let isKnown = role.words.last.map { SwiftStyle.participles[$0] != nil } ?? false
      let named = byRole(role, ownerWords, destinationWords.plural)
      return properties([isKnown ? named : nil, destinationWords.plural, named].compactMap { $0 }, of: owner)
    }
    return properties([destinationWords.plural, byTable], of: owner)
  }

  /// What the objects of a table of pairs are to their owner by the name of the table, if that is not only their entity.
  private static func role(ofPairs table: String, owner: SwiftWords, destination: SwiftWords) -> SwiftWords? {
    let words = SwiftStyle.words(ofTable: table)
    guard let role = (words.dropping(first: owner) ?? words.dropping(first: owner.plural))?.singular, role != destination,
      !role.words.contains(where: destination.words.contains), !role.words.contains(where: connectives.contains)
    else { return nil }
    return role
  }

  /// Words for any pair of objects.
  private static let connectives: Set<String> = [
    "map", "mapping", "link", "rel", "relation", "relationship", "assignment", "join", "xref", "association", "membership", "pair",
    "ref", "connection", "to", "has", "and", "of",
  ]
}
