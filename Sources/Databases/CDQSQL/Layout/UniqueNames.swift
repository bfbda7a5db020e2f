/// A set of names of tables or columns, in which a wished name is changed where a database would take it for another
/// one: SQLite ignores the case of letters, PostgreSQL cuts names off after 63 bytes.
struct UniqueNames: Sendable {
  private var used: Set<String> = []
  /// The names of the columns that every table of PostgreSQL has already.
  static let systemColumns = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]
  /// The longest name that PostgreSQL keeps, in bytes.
  private static let longest = 63

  init(_ names: [String] = []) {
    for name in names { used.insert(UniqueNames.key(name)) }
  }

  private static func key(_ name: String) -> String { name.lowercased() }

  /// The wished name, or one with a number after it; it counts as used from now on.
  mutating func unique(_ wished: String) -> String {
    var name = UniqueNames.shortened(wished, UniqueNames.longest)
    var number = 2
    while !used.insert(UniqueNames.key(name)).inserted {
      let suffix = "_\(number)"
      name = UniqueNames.shortened(wished, UniqueNames.longest - suffix.utf8.count) + suffix
      number += 1
    }
    return name
  }

  private static func shortened(_ name: String, _ limit: Int) -> String {
    // No name of the language is empty or has a NUL, but a name from elsewhere might.
    var result = String(name.filter { $0 != "\0" })
    if result.isEmpty { result = "_" }
    // SQLite keeps the names that begin like this for its own tables.
    if result.lowercased().hasPrefix("sqlite_") { result = "_" + result }
    while result.utf8.count > limit { result.removeLast() }
    return result
  }
}
