import CDQConnections
import CDQIR
public import CDQStore

extension Store {
  /// A store with all objects of a source: a database in memory, with its relationships.
  ///
  /// ```swift
  /// let store = try Store(copying: DatabaseSource(database, on: connection))
  /// ```
  ///
  /// The objects keep their keys, and their numbers where the source has them. What the schema limits and requires of
  /// relationships is not checked, as the objects are there already; a reference without a target is nil.
  ///
  /// - Parameters:
  ///   - options: The deadline, and how the source is read.
  ///   - progress: Called from time to time with the number of objects that were read.
  /// - Throws: `DatabaseError`; `.execution(.refused)` with the `StoreError` of an object that lacks a value or is not
  ///   unique.
  public convenience init(
    copying source: some ObjectSource, options: DatabaseOptions = DatabaseOptions(), progress: ((Int) -> Void)? = nil
  ) throws(DatabaseError) {
    var copy = ObjectCopy(source: source, options: options, progress: progress)
    try copy.run()
    self.init(copy.transaction.pending.state)
  }
}

/// The objects of a source on their way into an empty store: first the objects, then what relates them.
private struct ObjectCopy {
  private let source: any ObjectSource
  private let options: DatabaseOptions
  private let progress: ((Int) -> Void)?
  private(set) var transaction: StoreTransaction
  private var rows: [ObjectKey: RowReference] = [:]
  private var references: [(row: RowReference, slot: Int, target: ObjectKey)] = []
  private var layout: StoreLayout { transaction.layout }

  /// An object with its values and references by slot.
  private struct Found {
    var entity: Int
    var key: ObjectKey
    var number: Int?
    var values: [Value]
    var references: [(slot: Int, target: ObjectKey)]
  }

  /// A number up to this can be counted on from.
  private static let mostNumber = 1 << 53

  init(source: any ObjectSource, options: DatabaseOptions, progress: ((Int) -> Void)?) {
    (self.source, self.options, self.progress) = (source, options, progress)
    transaction = StoreTransaction(Store(schema: source.schema).snapshot)
  }

  mutating func run() throws(DatabaseError) {
    let names = source.entityNames
    for root in layout.entities.indices where layout.entities[root].rootIndex == root {
      try copyObjects(of: layout.entities[root].concrete.filter { names.contains(layout.entities[$0].entity.name) })
    }
    for (row, slot, key) in references {
      if let target = rows[key] { transaction.pending.apply([(slot, [target])], to: row) }
    }
    for name in names { try copyLists(of: name) }
    progress?(rows.count)
  }

  /// Adds the objects of the entities below one root, in the order of their numbers where all have one.
  private mutating func copyObjects(of entities: [Int]) throws(DatabaseError) {
    var found: [Found] = []
    for entity in entities {
      let ir = QueryIR(entity: layout.entities[entity].entity.name, includesSubentities: false)
      try source.forEachObject(ir, arguments: [:], options: options) { object throws(DatabaseError) in
        found.append(self.found(object, entity))
        if found.count % 1000 == 0 { progress?(rows.count + found.count) }
        return true
      }
    }
    let numbers = found.compactMap(\.number).filter { $0 >= 0 && $0 <= ObjectCopy.mostNumber }
    let isNumbered = numbers.count == found.count && Set(numbers).count == found.count
    if isNumbered { found.sort { ($0.number ?? 0) < ($1.number ?? 0) } }
    for object in found {
      let row: RowReference
      do throws(StoreError) {
        row = try transaction.copy(object.values, number: isNumbered ? object.number : nil, of: object.entity)
      } catch {
        throw .refusedChange(error)
      }
      if rows[object.key] == nil { rows[object.key] = row }
      references += object.references.map { (row, $0.slot, $0.target) }
    }
  }

  private func found(_ object: any SourceObject, _ entity: Int) -> Found {
    let entityLayout = layout.entities[entity]
    var found = Found(entity: entity, key: object.key, number: object.sourceNumber, values: [], references: [])
    found.values.reserveCapacity(entityLayout.attributes.count)
    for attribute in entityLayout.attributes {
      let value = attribute.isTransient ? attribute.initialValue : object[attribute.name]
      // A required collection is never nil.
      let isEmptied = value.isNull && attribute.type.element != nil && !attribute.isOptional
      found.values.append(isEmptied ? .list([]) : value)
    }
    for (slot, relation) in entityLayout.relationships.enumerated() where !relation.relationship.isToMany {
      if case .object(let key) = object[relation.relationship.name] { found.references.append((slot, key)) }
    }
    return found
  }

  /// Sets the to-many relationships of an entity's objects that no reference implies.
  private mutating func copyLists(of entity: String) throws(DatabaseError) {
    guard let index = layout.index(of: entity) else { return }
    for relation in layout.entities[index].relationships where relation.relationship.isToMany && !isImplied(relation) {
      var lists: [(row: RowReference, targets: [RowReference])] = []
      try source.forEachTargets(of: relation.relationship.name, of: entity, options: options) { owner, targets in
        guard let row = rows[owner] else { return }
        var seen: Set<RowReference> = []
        lists.append((row, targets.compactMap { rows[$0] }.filter { seen.insert($0).inserted }))
      }
      for (row, targets) in lists { transaction.pending.setToMany(row, relation, targets) }
    }
  }

  /// Whether the references of the targets say all of a to-many relationship.
  private func isImplied(_ relation: StoreLayout.RelationshipLayout) -> Bool {
    guard !relation.relationship.isOrdered, let slot = relation.inverse else { return false }
    let inverse = layout.entities[relation.destination].relationships[slot].relationship
    return !inverse.isToMany && !inverse.isTransient
  }
}
