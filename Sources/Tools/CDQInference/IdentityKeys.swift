/// The keys that usually identify a record.
enum IdentityKeys {
  private static let names = ["id", "uuid", "guid", "identifier", "code", "key", "slug", "isbn"]

  /// The rank of a key among those that usually identify the records of an entity, the best first; nil for other keys.
  static func rank(of key: String, entity: String) -> Int? {
    let plain = key.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
    let subject = DataNames.singular(entity).lowercased()
    let bare = plain.hasPrefix(subject) && plain != subject ? String(plain.dropFirst(subject.count)) : plain
    return names.firstIndex(of: bare)
  }
}
