import CDQIR
import CDQRandom

/// Names of tables and columns that a database could take for something else: words, literals and functions of SQL, our own
/// aliases and columns, system columns, marks of statements, and names that differ in case only.
enum DatabaseNames {
  static let all = [
    "true", "false", "TRUE", "null", "rowid", "_rowid_", "oid", "user", "order", "select", "current_date", "date", "count", "t1",
    "t2", "t3", "o", "a", "b", "c0", "d0", "k0", "x0", "place", "value", "ordinal", "owner", "position", "x\"y", "it's", "a b", "a.b",
    "größe", "GRÖSSE", "{a: b}", "?1", "$1", "#1", "--", "/*", "xmin", "ctid", "sqlite_x", "_id", "_entity", "[x]", "`x`",
    " AND ", " FROM ", "COALESCE", "like", "n_c", "n_cd", "日付", "1", "9", "%s", "\\",
    "a name that is longer than the sixty-three bytes that PostgreSQL keeps of it", 
    "a name that is longer than the sixty-three bytes that PostgreSQL keeps of them",
  ]
}

extension Schema {
  /// The schema with other names of its tables and columns.
  ///
  /// - Parameter name: The name of the next table or column; nil to leave it as it is.
  func named(_ name: () -> String?) -> Schema {
    Schema(
      entities: entities.map { entity in
        var entity = entity
        if entity.parent == nil { entity.userInfo["cdq.table"] = name() }
        for index in entity.properties.indices {
          switch entity.properties[index] {
          case .attribute(var attribute):
            attribute.userInfo["cdq.column"] = name()
            entity.properties[index] = .attribute(attribute)
          case .relationship(var relationship):
            if relationship.isToMany { continue }
            relationship.userInfo["cdq.column"] = name()
            entity.properties[index] = .relationship(relationship)
          }
        }
        return entity
      }, enumerations: enumerations)
  }

  /// The schema with random names, none of which is cut off.
  func named(_ random: SplitMix) -> Schema {
    var random = random
    let names = DatabaseNames.all.filter { $0.utf8.count < 40 }
    return named { random.chance(50) ? random.pick(names) : nil }
  }
}
