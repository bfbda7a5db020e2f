import CDQIR
import Foundation
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// Compares a store under random changes with a naive model. `CDQ_STORE_TRANSACTIONS` sets the number of transactions
/// of each walk, `CDQ_STORE_SEED` the first seed.
@Suite struct StoreWalkTests {
  static let environment = ProcessInfo.processInfo.environment
  static let transactions = environment["CDQ_STORE_TRANSACTIONS"].flatMap { Int($0) } ?? 120
  static let seeds: [UInt64] = {
    let first = environment["CDQ_STORE_SEED"].flatMap { UInt64($0) } ?? 1
    return (0..<8).map { first + $0 }
  }()

  @Test(arguments: seeds)
  func theStoreKeepsEveryRule(_ seed: UInt64) throws {
    var walk = StoreWalk(seed: seed)
    let heard = Locked<[ChangeSet]>([])
    let token = walk.store.observe { change in heard.withLock { $0.append(change) } }
    var live = try LiveWatch.all(walk.store)
    var kept: [(snapshot: Snapshot, picture: [ObjectKey: [String: Value]])] = []
    var committed = 0
    for _ in 0..<Self.transactions {
      let before = walk.model
      let isCommitted = walk.transaction()
      committed += isCommitted ? 1 : 0
      let snapshot = walk.store.snapshot
      try check(snapshot, walk)
      check(heard.withLock { $0.popLast() }, isCommitted, from: before, to: walk.model)
      #expect(heard.withLock { $0.isEmpty })
      for index in live.indices { try live[index].check(snapshot) }
      // Snapshots of readers do not change.
      if kept.count < 6 || walk.number(0..<10) == 0 {
        kept.append((snapshot, walk.model.picture))
        if kept.count > 6 { kept.removeFirst() }
      }
      let old = kept[walk.number(0..<kept.count)]
      #expect(Self.picture(of: old.snapshot) == old.picture)
    }
    #expect(committed > Self.transactions / 3)
    // Live queries skip runs that cannot give another result.
    #expect(live.allSatisfy { $0.runs <= committed + 1 } && live.contains { $0.runs < committed * 3 / 4 })
    withExtendedLifetime(token) {}
  }

  static func picture(of snapshot: Snapshot) -> [ObjectKey: [String: Value]] {
    var result: [ObjectKey: [String: Value]] = [:]
    for entity in snapshot.schema.entities {
      for record in snapshot.records(of: entity.name, includingSubentities: false) {
        let names = snapshot.schema.allProperties(of: entity.name).map(\.name)
        result[record.key] = Dictionary(uniqueKeysWithValues: names.map { ($0, record[$0]) })
      }
    }
    return result
  }

  /// Compares a snapshot with the model, and checks its inverses and indexes.
  private func check(_ snapshot: Snapshot, _ walk: StoreWalk) throws {
    let trace = Comment(rawValue: walk.log.joined(separator: "\n"))
    #expect(Self.picture(of: snapshot) == walk.model.picture, trace)
    for entity in snapshot.schema.entities {
      let records = snapshot.records(of: entity.name)
      #expect(records.map(\.key) == walk.model.ids(of: entity.name).map(walk.model.key), trace)
      #expect(records.count == snapshot.count(of: entity.name))
      for record in records { try check(record) }
    }
  }

  private func check(_ record: StoredRecord) throws {
    let (snapshot, schema) = (record.snapshot, record.snapshot.schema)
    #expect(snapshot.record(record.key) == record)
    let identity = record.identityValues
    if identity.count == 2 { #expect(snapshot.record(of: "House", identity: identity[0], identity[1]) == record) }
    for relation in schema.allRelationships(of: record.entityName) {
      guard let inverse = relation.inverse else { continue }
      let targets =
        relation.isToMany ? record.references(relation.name) : record.reference(relation.name).map { [$0] } ?? []
      for target in targets {
        #expect(target.references(inverse).contains(record) || target.reference(inverse) == record)
      }
    }
    // The unique index finds the same row as a scan.
    guard schema.isEntity(record.entityName, kindOf: "Person") else { return }
    for constraint in snapshot.state.layout.constraints where constraint.attributes.allSatisfy({ !record[$0].isNull }) {
      guard snapshot.state.layout.entities[constraint.owner].entity.name == "Person",
        let key = UniqueKey(constraint.attributes.map { record[$0] })
      else { continue }
      let index = snapshot.state.layout.constraints.firstIndex { $0.attributes == constraint.attributes } ?? 0
      #expect(snapshot.state.row(of: key, in: index) == record.row)
    }
  }

  private func check(_ change: ChangeSet?, _ isCommitted: Bool, from old: NaiveStore, to new: NaiveStore) {
    let inserted = Set(new.objects.keys).subtracting(old.objects.keys)
    let deleted = Set(old.objects.keys).subtracting(new.objects.keys)
    #expect(Set(change?.inserted.map(\.key) ?? []) == Set(inserted.map(new.key)))
    #expect(Set(change?.deleted.map(\.key) ?? []) == Set(deleted.map(old.key)))
    let updated = Dictionary(
      uniqueKeysWithValues: change?.updated.map { ($0.after.key, Set($0.properties)) } ?? [])
    for id in new.objects.keys where !inserted.contains(id) {
      let quiet = new.schema.allRelationships(of: new.entity(id)).filter(new.isQuiet).map(\.name)
      let (reported, expected) = (updated[new.key(id)] ?? [], new.differences(of: id, from: old))
      #expect(reported.isSuperset(of: expected) && reported.subtracting(expected).isSubset(of: quiet))
    }
    #expect(isCommitted || change == nil)
  }
}

/// A live query and its last result.
struct LiveWatch {
  let query: PreparedStoreQuery
  let run: LiveRun<QueryResult>
  let token: StoreObservation
  private let counter: Locked<Int>
  private var last: String?

  var runs: Int { counter.withLock { $0 } }

  init(_ ir: QueryIR, _ store: Store) throws {
    let (query, counter) = (try PreparedStoreQuery(ir, schema: store.schema), Locked(0))
    let run = LiveRun(
      LiveQuery<QueryResult>(store: store) { reader in
        counter.withLock { $0 += 1 }
        return try reader.run(query)
      } isSame: {
        $0 == $1
      })
    (self.query, self.counter, self.run) = (query, counter, run)
    token = store.observe { _ = run.note($0) }
  }

  /// Reads the next result, if there is one, and compares the last one with a new run of the query.
  mutating func check(_ snapshot: Snapshot) throws {
    if let result = try run.result() {
      let text = Self.text(result)
      #expect(text != last, "the same result twice")
      last = text
    }
    let fresh = Self.text(try snapshot.run(query))
    #expect(last == fresh, "a change was missed")
    last = fresh
  }

  private static func text(_ result: QueryResult) -> String {
    switch result {
    case .records(let records):
      records.map { record in
        let properties = record.snapshot.schema.allProperties(of: record.entityName).filter { property in
          if case .relationship(let relation) = property { !relation.isToMany } else { true }
        }
        return "\(record.number) \(properties.map { record[$0.name] })"
      }.joined(separator: "\n")
    case .rows(let rows): "\(rows)"
    case .count(let count), .deleted(let count), .updated(let count): "\(count)"
    case .exists(let exists): "\(exists)"
    }
  }

  static func all(_ store: Store) throws -> [LiveWatch] {
    let age = { (variable: Int) in attribute("age", .int64, of: variable, entity: "Person") }
    let step = { (name: String, kind: StepIR.Kind, entity: String) in StepIR(name, kind, of: entity) }
    func any(_ steps: StepIR..., to entity: String, _ predicate: PredicateIR) -> PredicateIR {
      let path = PathIR(variable: 0, steps: steps, type: OptionalType(.object(entity)))
      return .quantified(QuantifiedIR(.any, object(1, entity), in: .path(path), predicate))
    }
    let size = path(.int64, from: 1, step("size", .attribute, "Room"))
    return try [
      QueryIR(entity: "Pet"), QueryIR(entity: "Worker", cardinality: .count),
      QueryIR(entity: "Person", includesSubentities: false, predicate: compare(age(0), .greater, int(1))),
      QueryIR(
        entity: "House",
        predicate: any(
          step("residents", .toMany, "House"), step("friends", .toMany, "Person"), to: "Person",
          compare(age(1), .equal, int(2)))),
      QueryIR(
        entity: "Person", cardinality: .count,
        predicate: any(
          step("seen", .toMany, "Person"), step("rooms", .toMany, "House"), to: "Room", compare(size, .less, int(2)))),
      QueryIR(
        entity: "Person",
        sort: .keys([
          SortKeyIR(
            name: "s", expression: path(.string, step("pet", .toOne, "Person"), step("name", .attribute, "Pet")),
            nullsFirst: true)
        ]), limit: .constant(3),
        projection: ProjectionIR(
          isGrouped: false,
          items: [
            .init(
              name: "s", expression: path(.object("Person"), step("spouse", .toOne, "Person")),
              type: OptionalType(.object("Person"), isOptional: true)),
            .init(
              name: "p", expression: path(.object("Pet"), step("pet", .toOne, "Person")),
              type: OptionalType(.object("Pet"), isOptional: true)),
          ])),
    ].map { try LiveWatch($0, store) }
  }
}
