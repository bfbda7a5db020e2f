public import CDQSQL
import Foundation

/// Where a database is: a file of SQLite, or the URL of a server of PostgreSQL.
public enum DatabaseLocation: Hashable, Sendable, CustomStringConvertible {
  case sqlite(path: String)
  case postgres(url: String)

  /// Recognizes a URL of PostgreSQL by its scheme, and a file of SQLite by its first bytes, whatever its name is.
  ///
  /// - Returns: nil for anything else.
  public init?(_ text: String) {
    if DatabaseLocation.isPostgres(text) {
      self = .postgres(url: text)
      return
    }
    guard DatabaseLocation.head(ofFile: text) == Array("SQLite format 3\0".utf8) else { return nil }
    self = .sqlite(path: text)
  }

  /// Whether a path leads to a file, and not to a folder, a pipe or a device.
  package static func isRegularFile(_ path: String) -> Bool {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    return (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
  }

  /// The first bytes of a regular file, at most 16; none of anything else, such as a pipe, which may wait.
  package static func head(ofFile path: String) -> [UInt8] {
    guard isRegularFile(path), let file = FileHandle(forReadingAtPath: path) else { return [] }
    defer { try? file.close() }
    return Array((try? file.read(upToCount: 16)) ?? Data())
  }

  /// Whether a text is a URL of PostgreSQL.
  public static func isPostgres(_ text: String) -> Bool {
    text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  /// The dialect of the database.
  public var dialect: SQLDialect {
    switch self {
    case .sqlite: .sqlite
    case .postgres: .postgres
    }
  }

  /// Opens a connection that only reads.
  public func connect() throws(DatabaseError) -> any DatabaseConnection {
    switch self {
    case .sqlite(let path): try SQLiteConnection(path: path)
    case .postgres(let url): try PostgresConnection(url: url)
    }
  }

  /// The path or the URL, without its password.
  public var description: String {
    switch self {
    case .sqlite(let path): return path
    case .postgres(let url):
      guard let scheme = url.range(of: "://") else { return "postgres://…" }
      let rest = url[scheme.upperBound...]
      let authority = rest.prefix { $0 != "/" && $0 != "?" }
      // A password may hold an unescaped `@`; the last one ends it.
      var result = String(url[..<scheme.upperBound])
      if let at = authority.lastIndex(of: "@") {
        result += authority[..<at].prefix { $0 != ":" } + authority[at...]
      } else {
        result += authority
      }
      // Parameters of the URL may hold a password, too.
      return result + rest.dropFirst(authority.count).prefix { $0 != "?" }
    }
  }

  /// A message of libpq without the password of a URL, of which it may quote a part.
  static func withoutPassword(_ message: String, _ url: String) -> String {
    // An empty text is found between all characters.
    if url.isEmpty { return message }
    var result = message.replacing(url, with: DatabaseLocation.postgres(url: url).description)
    for secret in secrets(of: url) where secret.count > 2 { result = result.replacing(secret, with: "…") }
    return result
  }

  /// The password of a URL or of `key=value` pairs, and what follows each `@` in it, which libpq may take for a host.
  private static func secrets(of url: String) -> [String] {
    var found: [String] = []
    if let scheme = url.range(of: "://") {
      let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
      if let colon = authority.firstIndex(of: ":"), let at = authority.lastIndex(of: "@"), colon < at {
        found.append(String(authority[authority.index(after: colon)..<at]))
      }
    }
    for part in url.split(whereSeparator: { " ?&".contains($0) }) where part.hasPrefix("password=") {
      found.append(String(part.dropFirst("password=".count)))
    }
    // libpq decodes what it quotes.
    let forms = found.flatMap { [$0, $0.removingPercentEncoding ?? $0] }
    return forms.flatMap { secret in
      [secret] + secret.indices.filter { secret[$0] == "@" }.map { String(secret[secret.index(after: $0)...]) }
    }
  }
}
