import CDQConnections
import CDQCoreData
import CDQDatabase
import CDQIR
import CDQKit
import CDQResults
import CDQRuntime
import CDQSQL
import CDQTerminal

/// What is in a store, for someone who knows nothing of it: the entities with the number of their objects, where the
/// relationships lead, and a few rows.
struct AppleStoreSummary {
  let store: AppleStoreSchema
  let name: String
  private let database: Database
  private var schema: Schema { store.model }

  init(_ store: AppleStoreSchema, name: String) {
    (self.store, self.name) = (store, name)
    database = store.database
  }

  /// The number of objects of an entity and of its sub-entities; nil for an entity that the store does not have.
  func count(of entity: String, includingSubentities: Bool = true) throws(DatabaseError) -> Int? {
    guard store.mapping.entities[entity] != nil else { return nil }
    let ir = QueryIR(entity: entity, includesSubentities: includingSubentities, cardinality: .count)
    guard case .count(let count) = try database.run(ir, on: store.connection) else { return nil }
    return count
  }

  /// The first line: what the store is, and where its schema comes from.
  var title: String {
    var facts: [String] = []
    if let version = store.catalog.metadata.frameworkVersion { facts.append("framework \(version)") }
    let identifiers = store.catalog.metadata.modelIdentifiers
    if !identifiers.isEmpty { facts.append("model \(identifiers.joined(separator: ", "))") }
    let origin =
      switch store.origin {
      case .given(let path): path.isEmpty ? "schema of the files" : "schema \(path)"
      case .cache: "schema of its own"
      case .beside(let path): "schema \(path)"
      case .tables: "schema guessed from the tables"
      }
    return "\(name): Core Data store (\((facts + [origin]).joined(separator: "; ")))"
  }

  /// The entities with the number of their objects.
  func entities() throws(DatabaseError) -> TextTable {
    var rows: [[TextTable.Cell]] = []
    for entity in schema.entities {
      let count = try count(of: entity.name)
      var properties = entity.properties.map(\.name)
      if properties.count > 8 { properties = properties.prefix(7) + ["… \(properties.count - 7) more"] }
      rows.append([
        .init(entity.name + (entity.parent.map { ": \($0)" } ?? "")),
        count.map { .init(String($0)) } ?? .init("–", isNil: true),
        .init(properties.joined(separator: ", ")),
      ])
    }
    return TextTable(
      columns: [.init(title: "entity", isCuttable: false), .number("objects"), .init(title: "properties")], rows: rows)
  }

  /// The relationships, each with its inverse in one line, and the number of pairs of objects.
  func relationships() throws(DatabaseError) -> TextTable {
    var rows: [[TextTable.Cell]] = []
    var seen: Set<String> = []
    for entity in schema.entities {
      for case .relationship(let relationship) in entity.properties where !relationship.isTransient {
        let forward = "\(entity.name).\(relationship.name)"
        guard seen.insert(forward).inserted else { continue }
        var back = ""
        if let inverse = relationship.inverse,
          let holder = schema.lineage(of: relationship.destination).first(where: { $0.property(named: inverse) != nil }
          ),
          case .relationship(let found)? = holder.property(named: inverse)
        {
          back = "\(holder.name).\(inverse)"
          seen.insert(back)
          // The line begins with the side that refers.
          if relationship.isToMany, !found.isToMany {
            rows.append(try row(back, found, holder.name, forward, relationship))
            continue
          }
          rows.append(try row(forward, relationship, entity.name, back, found))
        } else {
          rows.append(try row(forward, relationship, entity.name, back, nil))
        }
      }
    }
    return TextTable(
      columns: [
        .init(title: "relationship", isCuttable: false), .init(title: "leads to"), .init(title: "inverse"),
        .number("pairs"),
      ],
      rows: rows)
  }

  private func row(
    _ forward: String, _ relationship: Relationship, _ owner: String, _ back: String, _ inverse: Relationship?
  ) throws(DatabaseError) -> [TextTable.Cell] {
    func kind(_ relationship: Relationship) -> String {
      !relationship.isToMany ? "" : relationship.isOrdered ? " (many, ordered)" : " (many)"
    }
    let pairs = try pairs(relationship, owner)
    return [
      .init(forward), .init(relationship.destination + kind(relationship)), .init(back + (inverse.map(kind) ?? "")),
      pairs.map { .init(String($0)) } ?? .init("–", isNil: true),
    ]
  }

  /// The number of pairs of objects that a relationship has.
  private func pairs(_ relationship: Relationship, _ owner: String) throws(DatabaseError) -> Int? {
    let dialect = store.connection.dialect
    guard let place = store.mapping.entities[owner], let target = store.mapping.entities[relationship.destination]
    else { return nil }
    let text: String
    switch place.relationships[relationship.name] {
    case .foreignKey(let key)?:
      text = "SELECT count(\(dialect.identifier(key.columns[0]))) FROM \(dialect.identifier(place.table))"
    case .inverse(let key)?:
      text = "SELECT count(\(dialect.identifier(key.columns[0]))) FROM \(dialect.identifier(target.table))"
    case .joinTable(let join)?: text = "SELECT count(*) FROM \(dialect.identifier(join.table))"
    case nil: return nil
    }
    return try store.connection.rows(text).first?.first?.integer.map { Int($0) }
  }

  /// Writes the report, with a few rows of each entity.
  func write(_ context: CommandContext, samples: Int) throws(Failure) {
    let console = context.console
    let isColored = console.usesColor(console.output, context.color)
    func show(_ table: TextTable) {
      guard !table.rows.isEmpty else { return }
      console.print("")
      table.lines(table.layout(console.output.columns), isColored: isColored).forEach(console.print)
    }
    do throws(DatabaseError) {
      console.print(title)
      show(try entities())
      show(try relationships())
      let session = DatabaseSession(.sqlite(path: name), store.connection, database, allowsResidual: true)
      session.store = store
      for entity in schema.entities where samples > 0 && !entity.isAbstract {
        guard try count(of: entity.name, includingSubentities: false) ?? 0 > 0 else { continue }
        let ir = QueryIR(entity: entity.name, includesSubentities: false, limit: .constant(samples))
        do throws(QueryFailure) {
          let answer = try session.run(ir, Arguments(), RunSettings(limits: context.limits)).answer
          console.print("\n\(entity.name)")
          ResultWriter(console: console, format: nil, isColored: isColored, recordOption: "--samples 1").write(answer)
        } catch {
          context.show(error, in: entity.name)
        }
      }
    } catch {
      throw Failure(error, .sqlite(path: name))
    }
  }
}
