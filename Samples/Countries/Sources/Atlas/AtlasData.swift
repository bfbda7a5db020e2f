public import CDQRuntime
import Foundation

/// The data that comes with the demo.
public enum AtlasData {
  /// A store with all countries and cities.
  ///
  /// - Throws: `LoadError` when the files do not fit the schema, with file, record and key.
  public static func store() throws -> Store {
    let inputs = try ["Country", "City"].map { entity in
      let file = Bundle.module.bundleURL.appendingPathComponent("Data/\(entity).json")
      return LoadInput(name: file.lastPathComponent, entity: entity, format: .json, bytes: try Data(contentsOf: file))
    }
    return try StoreLoader(schema: .atlas).load(inputs).store
  }
}
