import CDQIR
import CDQJSON
import CDQStore

/// The loader of the records of one entity into a table. Every record gets a row, one with errors too, so that rows and
/// record numbers agree; a table with errors is discarded.
struct EntityLoader {
  /// The property that a key of the data belongs to, by its slot.
  enum KeyTarget: Hashable {
    case attribute(Int)
    case relationship(Int)
    case transient
    case unknown
  }

  /// Consecutive rows that come from one input.
  struct Segment {
    var firstRow: Int
    var input: Int
  }

  let index: Int
  let layout: StoreLayout
  let entity: StoreLayout.EntityLayout
  let coding: ValueCoding
  private let references: ReferenceCoding
  private let targets: [String: KeyTarget]
  private let defaults: [Value]
  private let kinds: [Column.Kind]
  private let forms: [PlainForm]
  /// The plain form of the references of each relationship, by slot.
  private let referenceForms: [PlainForm]
  /// The limits of each attribute (`@range`, `@length`, `@matches`), by slot.
  private let limits: [AttributeLimits?]

  /// The records so far, without those in `batch`.
  private var table: Table
  private var batch: RowBatch
  /// The number of complete records.
  private(set) var rowCount = 0
  /// The references of each relationship, by slot.
  private(set) var pending: [PendingReferences]
  private(set) var segments: [Segment] = []
  private(set) var recordOffsets: [Int] = []
  var issues: IssueCollector

  private let firstNumber: Int
  private let meter: LoadMeter?
  /// The offset at which the current part of an input begins.
  private var partStart = 0
  /// For each attribute, then each relationship, the last row that had its key.
  private var lastRow: [Int]
  /// Attributes of the current record with an unreadable value: a missing value would be a second error.
  private var failedSlots: Set<Int> = []

  init(
    _ index: Int, _ layout: StoreLayout, firstNumber: Int, _ issues: IssueCollector, _ meter: LoadMeter? = nil
  ) {
    self.index = index
    self.meter = meter
    self.layout = layout
    entity = layout.entities[index]
    coding = ValueCoding(schema: layout.schema)
    references = ReferenceCoding(layout: layout, coding: coding)
    self.issues = issues
    self.firstNumber = firstNumber
    table = Table(entity, layout.schema, shift: layout.chunkShift)
    batch = RowBatch(slotCount: entity.attributes.count)
    defaults = entity.attributes.map(\.initialValue)
    kinds = table.attributes.map(\.kind)
    var limits: [AttributeLimits?] = Array(repeating: nil, count: entity.attributes.count)
    for (slot, allowed) in entity.limits { limits[slot] = allowed }
    self.limits = limits
    // An attribute with limits has no plain form, since only values are checked against limits.
    forms = entity.attributes.enumerated().map { limits[$0] == nil ? PlainForm($1.type) : .other }
    referenceForms = entity.relationships.map { layout.plainForm(ofReferencesBy: $0) }
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

  /// The 1-based number of the current record in its file.
  var recordNumber: Int { rowCount - (segments.last?.firstRow ?? 0) + 1 }

  /// Starts a part of an input.
  ///
  /// - Parameter offset: the offset at which its records begin.
  mutating func begin(input: Int, at offset: Int) {
    partStart = offset
    segments.append(Segment(firstRow: rowCount, input: input))
  }

  mutating func beginRecord(at offset: Int) {
    recordOffsets.append(offset)
    if !failedSlots.isEmpty { failedSlots = [] }
  }

  /// Reads the value of one key of a JSON record.
  @inline(__always)
  mutating func assign(_ target: KeyTarget, _ key: @autoclosure () -> String, _ json: JSONValue, at offset: Int) {
    switch target {
    case .attribute(let slot):
      if lastRow[slot] == rowCount { warnOfDuplicate(key(), offset) } else { setDefault(slot) }
      if case .null = json { return setDefault(slot) }
      do throws(ValueCodingError) {
        try set(slot, try coding.value(from: json, as: entity.attributes[slot].type))
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

  /// Reads one cell of a CSV record.
  mutating func assign(_ target: KeyTarget, _ key: String, text: String, at offset: Int) {
    do throws(ValueCodingError) {
      switch target {
      case .attribute(let slot):
        assign(target, key, .null, at: offset)
        try set(slot, try coding.value(fromText: text, as: entity.attributes[slot].type))
      case .relationship(let slot):
        let relation = entity.relationships[slot]
        assignReferences(
          slot,
          relation.relationship.isToMany
            ? try list(text, relation.relationship)
            : try coding.referenceJSON(fromText: text, layout.entities[relation.destination].identities),
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

  /// Ends the record: checks required attributes and adds the row.
  mutating func endRecord() {
    for slot in forms.indices where lastRow[slot] != rowCount { setDefault(slot) }
    for slot in entity.requiredSlots {
      guard case .null = batch[slot], !failedSlots.contains(slot) else { continue }
      let attribute = entity.attributes[slot]
      issues.error(
        .missingValue, place(nil).with(key: attribute.jsonKey ?? attribute.name, offset: nil),
        "'\(entity.entity.name).\(attribute.name)' needs a value of \(attribute.type)")
      noteIdentityError(slot)
    }
    batch.endRow()
    rowCount += 1
    if batch.isFull {
      meter?.advance(batch.count, to: (recordOffsets.last ?? 0) - partStart)
      flush()
    }
  }

  /// Moves the rows of the batch to the table. Texts in the batch point into the input, so this must happen before its
  /// bytes are released.
  mutating func flush() {
    table.append(batch, number: firstNumber + rowCount - batch.count)
    batch.removeAll()
  }

  /// The table with all records, which is removed from the loader.
  mutating func takeTable() -> Table {
    flush()
    defer { table = Table(entity, layout.schema, shift: layout.chunkShift) }
    return table
  }

  private mutating func setDefault(_ slot: Int) {
    lastRow[slot] = rowCount
    batch.set(slot, defaults[slot], kinds[slot])
  }

  private mutating func set(_ slot: Int, _ value: Value) throws(ValueCodingError) {
    if let limit = limits[slot]?.broken(by: value) {
      throw ValueCodingError(limit, value, entity.entity.name, entity.attributes[slot].name)
    }
    batch.set(slot, value, kinds[slot])
    if case .list(let elements) = value { try checkElements(elements) }
  }

  /// Reports a record that is no object, and adds a row for it.
  mutating func skipRecord(_ json: JSONValue) {
    issues.error(.unexpectedShape, place(nil), "a record is an object; this is \(json.kindName)")
    issues.incompleteRoots.insert(entity.rootIndex)
    abandonRow()
  }

  /// Ends a record that could not be read, without errors about missing values.
  mutating func abandonRow() {
    failedSlots = Set(entity.requiredSlots)
    // Texts that were read may point into bytes that are released before the next flush.
    for slot in forms.indices { setDefault(slot) }
    endRecord()
  }

  /// The place of the current record, or of a part of it.
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

/// References of the current record.
extension EntityLoader {
  private mutating func assignReferences(_ slot: Int, _ json: JSONValue, _ offset: Int) {
    let relationship = entity.relationships[slot].relationship
    let seen = entity.attributes.count + slot
    if lastRow[seen] == rowCount {
      warnOfDuplicate(relationship.jsonKey ?? relationship.name, offset)
      pending[slot].removeLast(of: rowCount)
    }
    lastRow[seen] = rowCount
    if case .null = json { return }
    do throws(ValueCodingError) {
      if !relationship.isToMany {
        pending[slot].append(rowCount, try references.uniqueKey(json, entity.relationships[slot]), offset)
        return
      }
      guard case .array(let elements) = json else {
        throw ValueCodingError(
          .typeMismatch, "expected an array of \(relationship.destination), found \(json.kindName)")
      }
      for element in elements {
        pending[slot].append(rowCount, try references.uniqueKey(element, entity.relationships[slot]), offset)
      }
    } catch {
      issues.error(error, place(offset).with(key: relationship.jsonKey ?? relationship.name, offset: offset))
      // An unreadable required reference is not missing as well.
      pending[slot].append(rowCount, .unreadable, offset)
    }
  }
}

/// Fast paths for values in their plain forms, without a `JSONValue` or a `Value` for each attribute.
extension EntityLoader {
  /// Reads an attribute or a reference from a JSON value in its plain form.
  ///
  /// - Returns: false, with nothing consumed, for a value in another form or a key that the record had before.
  @inline(__always)
  mutating func assignPlain(_ target: KeyTarget, _ scanner: inout JSONScanner) -> Bool {
    switch target {
    case .attribute(let slot):
      guard lastRow[slot] != rowCount,
        let (cell, end) = forms[slot].json(scanner.bytes, scanner.position, scanner.end)
      else { return false }
      lastRow[slot] = rowCount
      batch[slot] = cell
      scanner.position = end
      return true
    case .relationship(let slot):
      guard lastRow[forms.count + slot] != rowCount,
        let (cell, end) = referenceForms[slot].json(scanner.bytes, scanner.position, scanner.end)
      else { return false }
      appendReference(slot, cell, scanner.position)
      scanner.position = end
      return true
    case .transient, .unknown: return false
    }
  }

  /// Reads an attribute or a reference from a CSV cell in its plain form.
  ///
  /// - Returns: false for a cell in another form or a key that the record had before.
  @inline(__always)
  mutating func assignPlain(_ target: KeyTarget, _ bytes: UnsafeBufferPointer<UInt8>, _ cell: CSVScanner.Cell) -> Bool {
    guard !cell.hasDoubledQuotes, !cell.isNull else { return false }
    switch target {
    case .attribute(let slot):
      guard lastRow[slot] != rowCount, let value = forms[slot].text(bytes, cell.contents) else { return false }
      lastRow[slot] = rowCount
      batch[slot] = value
      return true
    case .relationship(let slot):
      guard lastRow[forms.count + slot] != rowCount, let value = referenceForms[slot].text(bytes, cell.contents) else {
        return false
      }
      appendReference(slot, value, cell.offset)
      return true
    case .transient, .unknown: return false
    }
  }

  @inline(__always)
  private mutating func appendReference(_ slot: Int, _ cell: RowBatch.Cell, _ offset: Int) {
    lastRow[forms.count + slot] = rowCount
    switch cell {
    case .number(let bits): pending[slot].append(rowCount, Int64(bitPattern: bits), offset)
    case .text(let text): pending[slot].append(rowCount, text, offset)
    case .null, .value: break
    }
  }
}

extension StoreLayout {
  /// The plain form of references by a to-one relationship: text or integer when the destination is identified by one
  /// attribute of that type.
  fileprivate func plainForm(ofReferencesBy relation: RelationshipLayout) -> PlainForm {
    let references = entities[relation.destination].referenceConstraints
    guard !relation.relationship.isToMany, references.count == 1, constraints[references[0]].slots.count == 1 else {
      return .other
    }
    let constraint = constraints[references[0]]
    switch entities[constraint.owner].attributes[constraint.slots[0]].type {
    case .string: return .text
    case .int64: return .integer(.min ... .max)
    default: return .other
    }
  }
}
