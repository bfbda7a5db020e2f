import CDQConnections
import Foundation
import Places
import Selected

/// The towns of `World` in a new database of SQLite in memory, in the layout of the generated statements.
struct SQLWorld {
  let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: ":memory:", access: .create)
    for table in OwnLayout(.selected).tables {
      for text in table.statements(.sqlite) { _ = try connection.rows(text) }
    }
    for (number, nation) in World.shared.nations.enumerated() {
      try insert(
        "Nation",
        [
          ("_id", .int(Int64(number))), ("code", .text(nation.code)), ("name", .text(nation.name)),
          ("area", nation.area.map { .real($0) } ?? .null),
        ])
    }
    for (number, town) in World.shared.towns.enumerated() {
      let nation = World.shared.nations.firstIndex { $0 === town.nation }
      try insert(
        "Town",
        [
          ("_id", .int(Int64(number))), ("id", .int(town.id)), ("name", .text(town.name)),
          ("nick", town.nick.map { .text($0) } ?? .null), ("people", town.people.map { .int(Int64($0)) } ?? .null),
          ("rank", .int(Int64(town.rank))), ("score", town.score.map { .real(Double($0)) } ?? .null),
          ("height", .real(town.height)), ("rate", town.rate.map { .text($0.description) } ?? .null),
          ("isPort", .int(town.isPort ? 1 : 0)), ("isOld", town.isOld.map { .int($0 ? 1 : 0) } ?? .null),
          ("size", town.size.map { .text($0.rawValue) } ?? .null),
          ("opened", town.opened.map { .real($0.timeIntervalSinceReferenceDate) } ?? .null),
          ("nation", nation.map { .int(Int64($0)) } ?? .null),
        ])
    }
    for (table, columns) in [("Nation", ["code", "name"]), ("Town", ["name", "nick"])] {
      for column in columns {
        for fold in ["c", "cd"] {
          _ = try connection.rows("UPDATE \"\(table)\" SET \"\(column)_\(fold)\" = cdq_fold(\"\(column)\", '\(fold)')")
        }
      }
    }
    // The towns of a nation are in the order of their insertion.
    _ = try connection.rows("UPDATE \"Town\" SET nation_position = _id")
  }

  private func insert(_ table: String, _ values: [(String, SQLDatum)]) throws {
    let names = values.map { "\"\($0.0)\"" }.joined(separator: ", ")
    let marks = values.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    _ = try connection.rows("INSERT INTO \"\(table)\" (\(names)) VALUES (\(marks))", values.map(\.1))
  }
}
