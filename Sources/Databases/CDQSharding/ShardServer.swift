import CDQJSON
import Foundation

/// A server as the options of `postgres_fdw`, read from its URL.
struct ShardServer: Hashable, Sendable {
  /// The name of the foreign server on the coordinator.
  let name: String
  let url: String
  private let options: [(name: String, value: String)]
  private let user: [(name: String, value: String)]

  static func == (left: ShardServer, right: ShardServer) -> Bool { left.name == right.name && left.url == right.url }

  func hash(into hasher: inout Hasher) { hasher.combine(url) }

  init(_ url: String, number: Int) throws(ShardingError) {
    guard let parts = URLComponents(string: url), parts.scheme == "postgres" || parts.scheme == "postgresql",
      let host = parts.host, !host.isEmpty
    else {
      throw ShardingError(
        "server \(number + 1) is no URL of PostgreSQL", help: "write it as postgres://user@host:5432/database")
    }
    (name, self.url) = ("cdq_shard_\(number)", url)
    let database = parts.path.drop { $0 == "/" }
    var options = [("host", host.filter { $0 != "[" && $0 != "]" })]
    if let port = parts.port { options.append(("port", String(port))) }
    options.append(("dbname", database.isEmpty ? parts.user ?? "postgres" : String(database)))
    for item in parts.queryItems ?? [] { options.append((item.name, item.value ?? "")) }
    // Rows are fetched and written many at a time, and from all servers at once.
    self.options = options + [("async_capable", "true"), ("batch_size", "1000"), ("fetch_size", "10000")]
    user = [("user", parts.user), ("password", parts.password)].compactMap { name, value in value.map { (name, $0) } }
  }

  /// The statements that make the server known to the coordinator.
  var statements: [String] {
    [
      "CREATE SERVER \(name) FOREIGN DATA WRAPPER postgres_fdw\(ShardServer.clause(options))",
      "CREATE USER MAPPING FOR CURRENT_USER SERVER \(name)\(ShardServer.clause(user))",
    ]
  }

  private static func clause(_ options: [(name: String, value: String)]) -> String {
    if options.isEmpty { return "" }
    let list = options.map { option in
      "\(StringLiteral.quoted(option.name, .sqlName)) \(ShardServer.quoted(option.value))"
    }
    return " OPTIONS (\(list.joined(separator: ", ")))"
  }

  /// A text as a literal of SQL.
  static func quoted(_ text: String) -> String {
    text.contains("\\")
      ? "E" + StringLiteral.quoted(text.replacing("\\", with: "\\\\"), .sql) : StringLiteral.quoted(text, .sql)
  }
}
