public import CDQRuntime
import Foundation

/// A board that is kept like the answers of a service.
public struct Board {
  /// What the board holds.
  public let store = Store(schema: .board)
  private let list: Int64 = 1

  /// A board with one empty list.
  public init() throws {
    try Tasklist(id: list, name: "Garden").insert(in: store)
  }

  /// Stars as the service writes them, from none to five.
  private static let transforms: [String: MappingTransform] = [
    "stars": { json in
      guard case .string(let text) = json, text.allSatisfy({ $0 == "*" }) else { return .int(0) }
      return .int(Int64(min(5, text.count)))
    }
  ]

  /// Takes an answer with items, or one page of it.
  @discardableResult
  public func takeItems(_ file: String, page: MappingPage? = nil) throws -> MappingReport {
    try Mappings.remoteItem(
      in: store, response: Board.data(file), list: list, page: page, transforms: Board.transforms)
  }

  /// Takes an answer with comments.
  @discardableResult
  public func takeComments(_ file: String) throws -> MappingReport {
    try Mappings.remoteComment(in: store, response: Board.data(file))
  }

  /// The bytes of a file that comes with the sample.
  private static func data(_ name: String) throws -> Data {
    try Data(contentsOf: Bundle.module.bundleURL.appendingPathComponent("Data/\(name).json"))
  }

  /// The items in the order of the service, one a line.
  public func lines() throws -> [String] {
    try Queries.board(in: store, list: list).map { item in
      guard let task = try Task.find(id: item.id, in: store) else { return "  milestone \(item.id): \(item.title)" }
      var line = "  task \(task.id): \(task.title)"
      if task.stars > 0 { line += " " + String(repeating: "*", count: Int(task.stars)) }
      if let due = task.due { line += ", due \(due.formatted(.iso8601))" }
      if let id = task.responsible, let user = try User.find(id: id, in: store) { line += ", by \(user.name)" }
      let comments = store.record(task.objectKey)?.references("comments").count ?? 0
      return comments == 0 ? line : line + ", \(comments) comments"
    }
  }

  /// What an answer changed, in one line.
  public static func summary(_ report: MappingReport) -> String {
    "\(report.inserted.count) new, \(report.updated.count) changed, \(report.unchanged.count) as before, "
      + "\(report.deleted.count) gone, \(report.skipped) not wanted, \(report.errors.count) refused"
  }

  /// A walk through all of it.
  public func tour() throws -> [String] {
    var lines = ["page 1: " + Board.summary(try takeItems("items-1", page: MappingPage(offset: 0, limit: 3)))]
    lines.append("page 2: " + Board.summary(try takeItems("items-2", page: MappingPage(offset: 3, limit: 3))))
    lines.append("comments: " + Board.summary(try takeComments("comments")))
    lines += try self.lines()
    let later = try takeItems("items-later")
    lines.append("later: " + Board.summary(later))
    lines += later.errors.map { "  \($0)" }
    lines.append("at last: " + Board.summary(try takeItems("items-last")))
    lines += try self.lines()
    return lines
  }
}
