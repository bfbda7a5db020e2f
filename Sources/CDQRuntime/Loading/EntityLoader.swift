import CDQIR

/// References as they are written, before all objects are there.
struct PendingReferences {
  var rows: [Int32] = []
  var keys: [UniqueKey] = []
  var offsets: [Int] = []
}

/// Reads the records of one entity into a table. Every record gets a row, wrong ones too, so that rows and record
/// numbers agree; a table with errors is thrown away.
struct EntityLoader {
  /// What a key of the data stands for.
  enum KeyTarget: Hashable {
    case attribute(Int)
    case relationship(Int)
    case transient
    case unknown
  }

  /// A run of rows that came from one input.
  struct Segment {
    var firstRow: Int
    var input: Int
  }

  let index: Int
  let layout: StoreLayout
  let entity: StoreLayout.EntityLayout
  let coding: ValueCoding
  private let targets: [String: KeyTarget]
  private let defaults: [Value]
  private let requiredSlots: [Int]
  /// By slot of the relationship: what its targets can be named by.
  private let identities: [[EntityIdentity]]

  private(set) var table: Table
  /// By slot of the relationship.
  private(set) var pending: [PendingReferences]
  private(set) var segments: [Segment] = []
  private(set) var recordOffsets: [Int] = []
  var issues: IssueCollector

  private var nextNumber: Int
  private var values: [Value]
  /// By attribute, then relationship: the last row that had it.
  private var lastRow: [Int]
  /// Attributes of the record at hand whose value could not be read: missing values are no second error.
  private var failedSlots: Set<Int> = []

  init(_ index: Int, _ layout: StoreLayout, firstNumber: Int, _ issues: IssueCollector) {
    self.index = index
    self.layout = layout
    entity = layout.entities[index]
    coding = ValueCoding(schema: layout.schema)
    self.issues = issues
    nextNumber = firstNumber
    table = Table(entity, layout.schema, shift: layout.chunkShift)
    defaults = entity.attributes.map(\.initialValue)
    identities = entity.relationships.map {
      layout.schema.identities(reachableFrom: $0.relationship.destination)
    }
    values = defaults
    requiredSlots = entity.attributes.indices.filter { [entity] in entity.attributes[$0].needsValue }
    pending = Array(repeating: PendingReferences(), count: entity.relationships.count)
    lastRow = Array(repeating: -1, count: entity.attributes.count + entity.relationships.count)
    var targets: [String: KeyTarget] = [:]
    for (slot, attribute) in entity.attributes.enumerated() {
      targets[attribute.jsonKey ?? attribute.name] = attribute.isTransient ? .transient : .attribute(slot)
    }
    for (slot, relation) in entity.relationships.enumerated() {
      let relationship = relation.relationship
      targets[relationship.jsonKey ?? relationship.name] =
        relationship.isTransient ? .transient : .relationship(slot)
    }
    self.targets = targets
  }

  func target(of key: String) -> KeyTarget {
    targets[key] ?? .unknown
  }

  /// 1-based number of the record that is being read, in its file.
  var recordNumber: Int { table.rowCount - (segments.last?.firstRow ?? 0) + 1 }

  mutating func begin(input: Int) {
    segments.append(Segment(firstRow: table.rowCount, input: input))
  }

  mutating func beginRecord(at offset: Int) {
    recordOffsets.append(offset)
    if !failedSlots.isEmpty { failedSlots = [] }
  }

  /// Takes one key of the record.
  @inline(__always)
  mutating func assign(_ target: KeyTarget, _ key: @autoclosure () -> String, _ json: JSONValue, at offset: Int) {
    switch target {
    case .attribute(let slot):
      if lastRow[slot] == table.rowCount { warnOfDuplicate(key(), offset) }
      lastRow[slot] = table.rowCount
      if case .null = json {
        values[slot] = defaults[slot]
        return
      }
      do throws(ValueCodingError) {
        values[slot] = try coding.value(from: json, as: entity.attributes[slot].type)
        if case .list(let elements) = values[slot] { try checkElements(elements) }
      } catch {
        fail(slot, error, offset)
      }
    case .relationship(let slot):
      assignReferences(slot, json, offset)
    case .transient:
      let place = place(offset)
      issues.keyWarning(
        .transientKey, entity: entity.entity.name, key: key(), place, "a transient property is not stored")
    case .unknown:
      warnOfUnknown(key(), offset)
    }
  }

  /// Takes one cell of a CSV record.
  mutating func assign(_ target: KeyTarget, _ key: String, text: String, at offset: Int) {
    do throws(ValueCodingError) {
      switch target {
      case .attribute(let slot):
        assign(target, key, .null, at: offset)
        values[slot] = try coding.value(fromText: text, as: entity.attributes[slot].type)
        if case .list(let elements) = values[slot] { try checkElements(elements) }
      case .relationship(let slot):
        let relation = entity.relationships[slot]
        assignReferences(
          slot,
          relation.relationship.isToMany
            ? try list(text, relation.relationship) : try coding.referenceJSON(fromText: text, identities[slot]),
          offset)
      case .transient, .unknown:
        assign(target, key, .null, at: offset)
      }
    } catch {
      if case .attribute(let slot) = target { return fail(slot, error, offset) }
      issues.error(error, place(offset).with(key: key, offset: offset))
    }
  }

  private func list(_ text: String, _ relationship: Relationship) throws(ValueCodingError) -> JSONValue {
    guard let json = try? JSONValue(parsing: text), case .array = json else {
      throw ValueCodingError(
        .typeMismatch, "a cell with several \(relationship.destination) is a JSON array, such as [1,2]")
    }
    return json
  }

  /// Ends the record: checks what is required and adds the row.
  mutating func endRecord() {
    for slot in requiredSlots where values[slot].isNull && !failedSlots.contains(slot) {
      let attribute = entity.attributes[slot]
      issues.error(
        .missingValue, place(nil).with(key: attribute.jsonKey ?? attribute.name, offset: nil),
        "'\(entity.entity.name).\(attribute.name)' needs a value of \(attribute.type)")
      noteIdentityError(slot)
    }
    table.append(values, number: nextNumber)
    nextNumber += 1
    for slot in values.indices { values[slot] = defaults[slot] }
  }

  /// A record that is no object: an error and a row.
  mutating func skipRecord(_ json: JSONValue) {
    issues.error(.unexpectedShape, place(nil), "a record is an object; this is \(json.kindName)")
    issues.incompleteRoots.insert(entity.rootIndex)
    abandonRow()
  }

  /// Ends a record that could not be read, without complaints about what it lacks.
  mutating func abandonRow() {
    failedSlots = Set(requiredSlots)
    endRecord()
  }

  /// Where the record at hand is, or a part of it.
  func place(_ offset: Int?) -> IssueCollector.Place {
    IssueCollector.Place(
      input: segments.last?.input ?? 0, record: recordNumber, key: nil, offset: offset ?? recordOffsets.last)
  }

  private func checkElements(_ elements: [Value]) throws(ValueCodingError) {
    guard elements.contains(where: \.isNull) else { return }
    throw ValueCodingError(.typeMismatch, "null is no element of a list")
  }

  private mutating func fail(_ slot: Int, _ error: ValueCodingError, _ offset: Int) {
    let attribute = entity.attributes[slot]
    issues.error(error, place(offset).with(key: attribute.jsonKey ?? attribute.name, offset: offset))
    failedSlots.insert(slot)
    noteIdentityError(slot)
  }

  private mutating func noteIdentityError(_ slot: Int) {
    guard let constraint = entity.identityConstraint, layout.constraints[constraint].slots.contains(slot) else {
      return
    }
    issues.incompleteRoots.insert(entity.rootIndex)
  }

  private mutating func warnOfDuplicate(_ key: String, _ offset: Int) {
    let place = place(offset)
    issues.keyWarning(
      .duplicateKey, entity: entity.entity.name, key: key, place, "the key is there twice; the last one counts")
  }

  private mutating func warnOfUnknown(_ key: String, _ offset: Int) {
    let (entity, targets, place) = (entity, targets, place(offset))
    issues.keyWarning(
      .unknownKey, entity: entity.entity.name, key: key, place,
      "'\(entity.entity.name)' has no property that is read from '\(key)'",
      help: {
        if let renamed = entity.attributes.first(where: { $0.name == key })?.jsonKey {
          return "'\(key)' is read from '\(renamed)'"
        }
        return NearestName.among(targets.keys.sorted(), to: key).map { "did you mean '\($0)'?" }
      }())
  }
}

/// References of the record at hand.
extension EntityLoader {
  private mutating func assignReferences(_ slot: Int, _ json: JSONValue, _ offset: Int) {
    let relationship = entity.relationships[slot].relationship
    let seen = entity.attributes.count + slot
    if lastRow[seen] == table.rowCount {
      warnOfDuplicate(relationship.jsonKey ?? relationship.name, offset)
      dropReferences(slot)
    }
    lastRow[seen] = table.rowCount
    if case .null = json { return }
    do throws(ValueCodingError) {
      if !relationship.isToMany {
        try append(try uniqueKey(json, entity.relationships[slot]), slot, offset)
        return
      }
      guard case .array(let elements) = json else {
        throw ValueCodingError(
          .typeMismatch, "expected an array of \(relationship.destination), found \(json.kindName)")
      }
      for element in elements { try append(try uniqueKey(element, entity.relationships[slot]), slot, offset) }
    } catch {
      issues.error(error, place(offset).with(key: relationship.jsonKey ?? relationship.name, offset: offset))
      // A required reference that could not be read is no missing one too.
      pending[slot].rows.append(Int32(truncatingIfNeeded: table.rowCount))
      pending[slot].keys.append(.unreadable)
      pending[slot].offsets.append(offset)
    }
  }

  private mutating func append(_ key: UniqueKey, _ slot: Int, _ offset: Int) throws(ValueCodingError) {
    pending[slot].rows.append(Int32(truncatingIfNeeded: table.rowCount))
    pending[slot].keys.append(key)
    pending[slot].offsets.append(offset)
  }

  private mutating func dropReferences(_ slot: Int) {
    while let row = pending[slot].rows.last, Int(row) == table.rowCount {
      pending[slot].rows.removeLast()
      pending[slot].keys.removeLast()
      pending[slot].offsets.removeLast()
    }
  }

  /// What a reference is looked up by.
  @inline(__always)
  private func uniqueKey(
    _ json: JSONValue, _ relation: StoreLayout.RelationshipLayout
  ) throws(ValueCodingError) -> UniqueKey {
    let constraints = layout.entities[relation.destination].referenceConstraints
    if constraints.count == 1, layout.constraints[constraints[0]].slots.count == 1 {
      let constraint = layout.constraints[constraints[0]]
      switch (layout.entities[constraint.owner].attributes[constraint.slots[0]].type, json) {
      case (.string, .string(let text)): return .string(text)
      case (.int64, .integer(let number)): return .int(number)
      default: break
      }
    }
    return try convertedKey(json, relation)
  }

  private func convertedKey(
    _ json: JSONValue, _ relation: StoreLayout.RelationshipLayout
  ) throws(ValueCodingError) -> UniqueKey {
    let destination = relation.relationship.destination
    var json = json
    if case ("$ref", let inner)? = coding.wrapped(json) { json = inner }
    let identities = layout.schema.identities(reachableFrom: destination)
    guard !identities.isEmpty else {
      guard case .integer(let number) = json, let record = Int(exactly: number), record >= 0 else {
        throw coding.mismatch(json, "a record number, because '\(destination)' has no unique attribute")
      }
      return .record(record)
    }
    var failure: ValueCodingError?
    for identity in identities {
      do throws(ValueCodingError) {
        if let key = UniqueKey(try coding.identityValues(from: json, identity)) { return key }
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? coding.mismatch(json, destination)
  }
}

extension Attribute {
  /// What the attribute has where nobody says anything.
  var initialValue: Value {
    if defaultValue.isNull, !isOptional, type.element != nil { return .list([]) }
    return defaultValue
  }
}
