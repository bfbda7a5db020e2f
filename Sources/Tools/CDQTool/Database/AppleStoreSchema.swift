import CDQConnections
import CDQCoreData
import CDQDatabase
import CDQFiles
import CDQIR
import CDQKit
import CDQSQL
import CDQSchema
import CDQSemantics
import CDQSyntax

/// A store of Core Data or SwiftData with the schema for its queries, and the place of each property.
struct AppleStoreSchema {
  /// Where the schema comes from.
  enum Origin: Hashable {
    /// `--schema`, or the texts of the command.
    case given(String)
    /// The copy of the model that Core Data puts into each store since 2015.
    case cache
    /// A model in the folder of the store.
    case beside(String)
    /// Only the tables.
    case tables
  }

  /// The path of the store.
  let name: String
  let catalog: AppleStoreCatalog
  let connection: any DatabaseConnection
  let origin: Origin
  /// The schema as the model has it.
  private(set) var schema: CompilationInput
  let layout: CoreDataLayout
  /// The files with large values.
  let external: ExternalData
  /// What the user should know about the schema.
  private(set) var remarks: [String] = []

  /// A schema that may be that of the store.
  private struct Candidate {
    var origin: Origin
    var schema: CompilationInput
    var layout: CoreDataLayout
    /// The hashes of the entities' versions; empty where the model does not tell them.
    var hashes: [String: [UInt8]] = [:]
    var remarks: [String] = []
  }

  /// Reads a store and finds the schema for it.
  init(
    path: String, _ connection: any DatabaseConnection, for texts: [SourceText], _ context: CommandContext
  ) throws(Failure) {
    (name, self.connection) = (path, connection)
    do throws(DatabaseError) {
      catalog = try AppleStoreCatalog(connection)
    } catch {
      throw Failure(error, .sqlite(path: path))
    }
    let search = StoreModelSearch(catalog: catalog, texts: texts, context: context)
    let found = try search.best(path, connection)
    (origin, schema, layout) = (found.origin, found.schema, found.layout)
    external = ExternalData(path: path, schema.schema.schema, layout, connection)
    remarks = catalog.remarks + found.remarks
    addRemarks(found.hashes)
    let isNullable = relax()
    if !isNullable.isEmpty {
      remarks.append("the model requires a value, but the store has none in some rows of \(AppleStoreSchema.list(isNullable))")
    }
  }

  /// The schema of the queries. Objects are told apart by their number in the store, since Core Data lets several of
  /// them have no value in an attribute that is unique.
  var queried: CompilationInput {
    var result = schema
    var entities = schema.schema.schema.entities
    for index in entities.indices { entities[index].uniquenessConstraints = [] }
    result.schema.schema = Schema(entities: entities, enumerations: schema.schema.schema.enumerations)
    return result
  }

  /// The entities as the model has them.
  var model: Schema { schema.schema.schema }

  /// The entities as queries see them.
  var queriedModel: Schema { queried.schema.schema }

  /// The tables and columns.
  var mapping: DatabaseMapping { layout.mapping }

  /// A value as results show it: an archive of plain values as these, and the bytes of a file.
  func shown(_ value: Value, of property: String, in entity: String, _ type: ValueType) -> Value {
    switch type {
    case .opaque:
      guard case .data(let data) = value, let text = PlainValue.text(of: data) else { return value }
      return .string(text)
    case .data: return external.isUsed ? external.value(value, of: property, in: entity, model) : value
    default: return value
    }
  }

  /// The database for queries.
  var database: Database { Database(schema: queriedModel, mapping: mapping, dialect: connection.dialect) }

  private mutating func addRemarks(_ hashes: [String: [UInt8]]) {
    switch origin {
    case .given, .cache: break
    case .beside(let path): remarks.append("the store has no model of its own; '\(path)' near it is used")
    case .tables:
      remarks.append(
        "the store has no model; its schema is a guess from the tables, with names in lower case (--schema names the model)")
    }
    let differing = catalog.metadata.hashes.filter { name, hash in hashes[name].map { $0 != Array(hash) } ?? false }
    if !differing.isEmpty {
      remarks.append("the model is another version than the store's: \(AppleStoreSchema.list(differing.keys.sorted())) differ")
    }
    for (names, problem) in [
      (layout.missingEntities, "entities of the model that are not in the store"),
      (layout.unknownEntities, "entities of the store that are not in the model"),
      (layout.missingProperties, "properties of the model without a column in the store"),
      (layout.unknownColumns, "columns of the store without a property in the model"),
    ] where !names.isEmpty && origin != .tables {
      remarks.append("\(problem): \(AppleStoreSchema.list(names))")
    }
  }

  /// Makes attributes optional that have no value in some rows although the model requires one.
  ///
  /// - Returns: Their names, as `Entity.attribute`.
  private mutating func relax() -> [String] {
    var entities = schema.schema.schema.entities
    let found = AppleStoreNulls(schema.schema.schema, layout, connection).attributes
    if found.isEmpty { return [] }
    for index in entities.indices {
      for place in entities[index].properties.indices {
        guard case .attribute(var attribute) = entities[index].properties[place],
          found.contains("\(entities[index].name).\(attribute.name)")
        else { continue }
        attribute.isOptional = true
        entities[index].properties[place] = .attribute(attribute)
      }
    }
    schema.schema.schema = Schema(entities: entities, enumerations: schema.schema.schema.enumerations)
    return found.sorted()
  }

  /// The first of some names.
  static func list(_ names: [String]) -> String {
    names.count <= 6 ? names.joined(separator: ", ") : names.prefix(5).joined(separator: ", ") + " and \(names.count - 5) more"
  }

  /// The search for the model of a store.
  private struct StoreModelSearch {
    let catalog: AppleStoreCatalog
    let texts: [SourceText]
    let context: CommandContext

    private var finder: SchemaFinder {
      SchemaFinder(
        console: context.console, path: nil, modelVersion: context.arguments["model-version"], limits: context.limits.text)
    }

    func best(_ path: String, _ connection: any DatabaseConnection) throws(Failure) -> Candidate {
      if let given = context.arguments["schema"] {
        let all = try candidates(given, .given(given))
        let best = choose(all)
        if let best {
          // Applications run with models that have mistakes; a file of ours with one is corrected first.
          let isModel = ModelPackage.isModel(given) && !best.layout.mapping.entities.isEmpty
          if !isModel { _ = try context.sound(best.schema) }
          context.show(best.schema.diagnostics.filter { $0.severity == .error }, best.schema.sources)
          return best
        }
        throw .unreadable("\(given): there is no schema in it")
      }
      if finder.declaresSchema(texts) {
        let schema = try context.sound(finder.require(for: texts))
        return Candidate(origin: .given(""), schema: schema, layout: CoreDataLayout(schema.schema.schema, catalog))
      }
      if let model = catalog.cachedModel {
        let found = candidate(model, "\(path) (its model)", .cache)
        if !found.schema.schema.schema.entities.isEmpty { return found }
      }
      var beside: [Candidate] = []
      let folder = PathText.folder(of: path)
      var models = modelPaths(in: folder.isEmpty ? "." : folder)
      if models.isEmpty { models = subfolders(of: folder.isEmpty ? "." : folder).flatMap { modelPaths(in: $0) } }
      for model in models {
        // A model that cannot be read may belong to something else.
        beside += (try? candidates(model, .beside(model))) ?? []
      }
      if let best = choose(beside.filter { isRelated($0.layout) }) { return best }
      do throws(DatabaseError) {
        return candidate(try TableModel(catalog, connection).model, "\(path) (its tables)", .tables)
      } catch {
        throw Failure(error, .sqlite(path: path))
      }
    }

    /// Whether a model has most of the store's entities, and is not that of another store.
    private func isRelated(_ layout: CoreDataLayout) -> Bool {
      2 * layout.unknownEntities.count <= catalog.entities.count && layout.mapping.entities.count > 0
    }

    private func modelPaths(in folder: String) -> [String] {
      let names = (try? FileSystem().list(folder)) ?? []
      return names.filter { ["xcdatamodeld", "xcdatamodel", "momd", "mom"].contains(PathText.fileExtension(of: $0)) }
        .map { PathText.join(folder, $0) }
    }

    /// The folders in a folder, such as that of an application beside its documents.
    private func subfolders(of folder: String) -> [String] {
      let names = ((try? FileSystem().list(folder)) ?? []).filter { !$0.hasPrefix(".") }
      return names.prefix(1000).map { PathText.join(folder, $0) }.filter { FileSystem().kind(of: $0) == .directory }
    }

    /// The schemas at a path: each version of a model, unless one is chosen.
    private func candidates(_ path: String, _ origin: Origin) throws(Failure) -> [Candidate] {
      let wanted = context.arguments["model-version"]
      if ModelBundle.isOne(path) {
        var result: [Candidate] = []
        do throws(FileError) {
          let bundle = try ModelBundle(path, FileSystem())
          for version in bundle.versions where wanted == nil || bundle.version(named: wanted)?.name == version.name {
            var found = candidate(try ModelBundle.model(version, FileSystem()), version.path, origin)
            found.hashes = version.hashes.mapValues { Array($0) }
            // Of versions that fit equally, the current one is the first.
            if version.name == bundle.current { result.insert(found, at: 0) } else { result.append(found) }
          }
        } catch {
          throw Failure(error)
        }
        return result
      }
      var finder = finder
      finder = SchemaFinder(
        console: context.console, path: path, modelVersion: wanted, limits: context.limits.text)
      let first = try finder.require(for: texts)
      var result = [Candidate(origin: origin, schema: first, layout: CoreDataLayout(first.schema.schema, catalog))]
      guard wanted == nil, PathText.fileExtension(of: path) == "xcdatamodeld" else { return result }
      for name in ((try? FileSystem().list(path)) ?? []).reversed() where PathText.fileExtension(of: name) == "xcdatamodel" {
        finder.modelVersion = name
        guard let schema = try finder.find(for: texts) else { continue }
        result.append(Candidate(origin: origin, schema: schema, layout: CoreDataLayout(schema.schema.schema, catalog)))
      }
      return result
    }

    private func candidate(_ model: CompiledModel, _ name: String, _ origin: Origin) -> Candidate {
      let schema = finder.schema(model: SourceText(name: name, model.xml), for: texts)
      return Candidate(
        origin: origin, schema: schema, layout: CoreDataLayout(schema.schema.schema, catalog), remarks: model.remarks)
    }

    /// The schema whose entities have the hashes of the store, or else the one with the fewest differences.
    private func choose(_ candidates: [Candidate]) -> Candidate? {
      let hashes = catalog.metadata.hashes.mapValues { Array($0) }
      if !hashes.isEmpty, let same = candidates.first(where: { $0.hashes == hashes }) { return same }
      // `min` takes the first of equals.
      return candidates.min {
        ($0.schema.hasErrors ? 1 : 0, $0.layout.differences) < ($1.schema.hasErrors ? 1 : 0, $1.layout.differences)
      }
    }
  }
}
