import CDQConnections
import CDQDatabase
import CDQIR
import CDQRuntime
import CDQSharding
import Foundation

/// `--shards FILE`: tables that are divided among servers.
extension OptionSpec {
  static let shards = OptionSpec.value("shards", "FILE", "JSON with the servers of PostgreSQL that each hold a part of the rows")
}

extension CommandContext {
  /// The layout of `--shards` for a schema; nil without the option.
  func shardedLayout(_ schema: Schema) throws(Failure) -> ShardedLayout? {
    guard let path = arguments["shards"] else { return nil }
    let bytes = try Files.read(path)
    verbose("read \(path)")
    let sharding: Sharding
    do {
      sharding = try JSONDecoder().decode(Sharding.self, from: bytes)
    } catch {
      let reason = (error as? DecodingError).map { MappingFile.message($0, of: "the file") } ?? "\(error)"
      throw .unreadable(
        "\(path): \(reason)", help: [#"write {"servers": ["postgres://…", …], "keys": {"City": "country"}}"#])
    }
    do throws(ShardingError) {
      return try ShardedLayout(schema, sharding)
    } catch {
      throw .unreadable("\(path): \(error.description)", help: error.help.map { [$0] } ?? [])
    }
  }
}

extension ShardedLayout {
  /// Opens all servers for writing, makes their tables, and fills them.
  ///
  /// - Throws: `DatabaseError`, with the place that it came from in `failed`.
  func create(
    at coordinator: DatabaseLocation, with snapshot: Snapshot, _ progress: @escaping (WriteProgress) -> Void
  ) throws(DatabaseError) {
    guard case .postgres(let url) = coordinator else {
      throw .failed(code: "", message: "only a database of PostgreSQL can be the coordinator")
    }
    var servers: [PostgresConnection] = []
    for server in urls { servers.append(try PostgresConnection(url: server, canWrite: true)) }
    try create(on: PostgresConnection(url: url, canWrite: true), servers: servers, with: snapshot, progress: progress)
  }
}
