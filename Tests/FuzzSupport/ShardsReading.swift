public import CDQIR
import CDQSharding
public import Foundation

/// The tables that `--shards FILE` divides among servers, for packages that see only public declarations.
public enum ShardsReading {
  /// The script of the tables of a schema.
  ///
  /// - Parameter file: The JSON with the servers and the keys.
  /// - Throws: `DecodingError`, and the error of a division that cannot be.
  public static func script(_ file: Data, for schema: Schema) throws -> String {
    let layout = try ShardedLayout(schema, try JSONDecoder().decode(Sharding.self, from: file))
    return (layout.report + [layout.script]).joined(separator: "\n")
  }
}
