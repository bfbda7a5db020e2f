public import CDQDatabase
public import Foundation

/// A board that is kept like the answers of a service: the sample's `Board` with a database in place of the store.
public struct TasksDatabase: Sendable {
  private let store: DatabaseStore
  private let folder: URL
  private let list: Int64 = 1

  /// A board with one empty list.
  ///
  /// - Parameter folder: Where the JSON of the sample is.
  public init(_ store: DatabaseStore, dataIn folder: URL) async throws {
    (self.store, self.folder) = (store, folder)
    try store.create()
    try await Tasklist(id: list, name: "Garden").insert(in: store)
  }

  private static let transforms: [String: MappingTransform] = [
    "stars": { json in
      guard case .string(let text) = json, text.allSatisfy({ $0 == "*" }) else { return .int(0) }
      return .int(Int64(min(5, text.count)))
    }
  ]

  private func data(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: "\(name).json"))
  }

  /// Takes an answer with items, or one page of it.
  @discardableResult
  public func takeItems(_ file: String, page: MappingPage? = nil) async throws -> MappingReport {
    try await Mappings.remoteItem(in: store, response: data(file), list: list, page: page, transforms: Self.transforms)
  }

  /// Takes an answer with comments, within a transaction.
  @discardableResult
  public func takeComments(_ file: String) throws -> MappingReport {
    let response = try data(file)
    return try store.transaction { try Mappings.remoteComment(in: $0, response: response) }
  }

  /// The items in the order of the service, one a line.
  public func lines() throws -> [String] {
    try store.transaction { board in
      let comments = try Comment.all(in: board)
      return try Queries.board(in: board, list: list).map { item in
        guard let task = try Task.find(id: item.id, in: board) else { return "  milestone \(item.id): \(item.title)" }
        var line = "  task \(task.id): \(task.title)"
        if task.stars > 0 { line += " " + String(repeating: "*", count: Int(task.stars)) }
        if let due = task.due { line += ", due \(due.formatted(.iso8601))" }
        if let id = task.responsible, let user = try User.find(id: id, in: board) { line += ", by \(user.name)" }
        let count = comments.count { $0.task == task.id }
        return count == 0 ? line : line + ", \(count) comments"
      }
    }
  }

  private static func summary(_ report: MappingReport) -> String {
    "\(report.inserted.count) new, \(report.updated.count) changed, \(report.unchanged.count) as before, "
      + "\(report.deleted.count) gone, \(report.skipped) not wanted, \(report.errors.count) refused"
  }

  /// The lines of `Board.tour()`.
  public func tour() async throws -> [String] {
    var lines = ["page 1: " + Self.summary(try await takeItems("items-1", page: MappingPage(offset: 0, limit: 3)))]
    lines.append("page 2: " + Self.summary(try await takeItems("items-2", page: MappingPage(offset: 3, limit: 3))))
    lines.append("comments: " + Self.summary(try takeComments("comments")))
    lines += try self.lines()
    let later = try await takeItems("items-later")
    lines.append("later: " + Self.summary(later))
    lines += later.errors.map { "  \($0)" }
    lines.append("at last: " + Self.summary(try await takeItems("items-last")))
    lines += try self.lines()
    return lines
  }
}
