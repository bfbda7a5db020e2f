import CDQConnections
import CDQCoreData
import CDQDatabase
import CDQIR
import CDQSchema
import CDQSyntax
import Foundation

/// Reads bytes as a store of Core Data, or as a part of one, for packages that see only public declarations.
public struct StoreReading {
  /// What the bytes are.
  public enum Form: String, CaseIterable, Sendable {
    /// A file of SQLite.
    case store
    /// The compressed archive in a store.
    case cache
    /// A compiled model.
    case model
    /// The bytes of a transformable attribute.
    case value
  }

  /// What was found, such as the names of the model's types.
  public private(set) var features: Set<String> = []
  /// A rule that was broken; nil if none was.
  public private(set) var violation: String?

  /// The parts of a store as inputs of their form: the archive of its model, and the blobs of its tables.
  public static func parts(ofStore path: String) -> [(form: Form, bytes: [UInt8])] {
    var result: [(form: Form, bytes: [UInt8])] = []
    guard let connection = try? SQLiteConnection(path: path, access: .immutable) else { return [] }
    if case .blob(let data)? = try? connection.rows("SELECT Z_CONTENT FROM Z_MODELCACHE").first?.first {
      result.append((.cache, Array(data)))
      if let archive = try? CompiledModel.archive(inCache: Array(data)) { result.append((.model, archive)) }
    }
    if case .blob(let data)? = try? connection.rows("SELECT Z_PLIST FROM Z_METADATA").first?.first {
      result.append((.value, Array(data)))
    }
    for case .blob(let data)? in (try? connection.rows("SELECT ZWORDS FROM ZITEM").map(\.first)) ?? [] {
      result.append((.value, Array(data)))
    }
    return result
  }

  /// Reads bytes of a form.
  public init(_ form: Form, _ bytes: [UInt8]) {
    switch form {
    case .store: readStore(bytes)
    case .cache:
      do throws(DatabaseError) {
        guard let archive = try CompiledModel.archive(inCache: bytes) else {
          features.insert("not compressed")
          return
        }
        readModel(archive)
      } catch {
        features.insert(error.code)
      }
    case .model: readModel(bytes)
    case .value: features.insert(PlainValue(Data(bytes)) == nil ? "no value" : "value")
    }
  }

  private mutating func readModel(_ bytes: [UInt8]) {
    guard let model = CompiledModel(archive: bytes) else {
      features.insert("no model")
      return
    }
    let schema = schema(of: model)
    features.insert("model")
    for entity in schema.entities {
      features.formUnion(entity.properties.prefix(20).map { "\($0.type)".prefix(12) }.map(String.init))
    }
    if !model.templates.isEmpty { features.insert("template") }
    // A text that is no XML would be the writer's mistake.
    if model.xml.utf8.count < 1 << 20, schema.entities.isEmpty, model.entities.contains(where: { !$0.name.isEmpty }) {
      features.insert("no schema")
    }
  }

  private func schema(of model: CompiledModel) -> Schema {
    var inputs = SchemaInputs()
    inputs.modelTexts = [SourceText(name: "model", model.xml)]
    return buildSchema(inputs, reader: NoFiles()).schema.schema
  }

  private mutating func readStore(_ bytes: [UInt8]) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-fuzz-\(UUID().uuidString)")
    let file = folder.appendingPathComponent("Store.sqlite")
    defer { try? FileManager.default.removeItem(at: folder) }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard (try? Data(bytes).write(to: file)) != nil else { return }
    readTables(file.path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    if names != ["Store.sqlite"] { violation = "files beside the store: \(names)" }
    if (try? Data(contentsOf: file)) != Data(bytes) { violation = "the store has changed" }
  }

  private mutating func readTables(_ path: String) {
    do {
      guard let connection = try AppleStoreFile.openStore(path) else {
        features.insert("no store")
        return
      }
      let catalog = try AppleStoreCatalog(connection)
      let model = try catalog.cachedModel ?? TableModel(catalog, connection).model
      let schema = schema(of: model)
      let layout = CoreDataLayout(schema, catalog)
      features.insert(catalog.cachedModel == nil ? "tables" : "cache")
      let database = Database(schema: schema, mapping: layout.mapping, dialect: .sqlite)
      for entity in schema.entities {
        do throws(DatabaseError) {
          _ = try database.run(QueryIR(entity: entity.name, limit: .constant(50)), on: connection)
          features.insert("rows")
        } catch {
          features.insert(error.code)
        }
      }
    } catch let error as AppleStoreFileError {
      features.insert(String(error.message.prefix(20)))
    } catch let error as DatabaseError {
      features.insert(error.code)
    } catch {
      features.insert("error")
    }
  }
}
