public import CDQIR
import CDQJSON
import CDQStore
import Foundation

/// The loader of a new store from JSON, NDJSON and CSV. It loads all of the data, or throws an error with all mistakes.
///
/// It reads entities in the order of the schema and the inputs of one entity in the given order, which is the insertion
/// order of the objects. Records are numbered from 1 in issues.
public struct StoreLoader: Sendable {
  /// The schema that the data belongs to.
  public let schema: Schema
  /// Whether a reference to an object that is not in the data is nil, with a warning, and no error. A required
  /// relationship without an object remains an error.
  public var allowsUnresolvedReferences = false

  /// A loader for the data of a schema.
  public init(schema: Schema) {
    self.schema = schema
  }

  /// Loads inputs into a new store.
  ///
  /// - Parameter progress: called repeatedly during a long load, on the thread that loads.
  /// - Throws: `LoadError` with all errors, up to 100.
  public func load(
    _ inputs: [LoadInput], progress: ((LoadProgress) -> Void)? = nil
  ) throws(LoadError) -> LoadedStore {
    var session = LoadSession(StoreLayout.shared(by: schema), inputs, progress)
    session.allowsUnresolvedReferences = allowsUnresolvedReferences
    session.read()
    session.resolve()
    let warnings = session.issues.allWarnings()
    guard session.issues.errors.isEmpty else {
      throw LoadError(issues: session.issues.errors, warnings: warnings)
    }
    return LoadedStore(store: Store(session.state), warnings: warnings)
  }
}

/// A loaded store, with the warnings about its data.
public struct LoadedStore: Sendable {
  /// The store with all objects of the data.
  public let store: Store
  /// Warnings about unknown entities, about unknown, repeated and transient keys, and about repeated references and
  /// unresolved ones that are allowed.
  public let warnings: [LoadIssue]

  package init(store: Store, warnings: [LoadIssue] = []) {
    self.store = store
    self.warnings = warnings
  }
}

/// One load, in two phases: reading all records, then resolving their references.
struct LoadSession {
  /// A part of an input with the records of one entity.
  struct Part {
    var input: Int
    var range: Range<Int>
    var format: LoadInput.Format
  }

  let inputs: [LoadInput]
  var state: StoreState
  var issues: IssueCollector
  /// The loader of each entity; nil for an entity without records in any input.
  var loaders: [EntityLoader?]
  var layout: StoreLayout { state.layout }
  var allowsUnresolvedReferences = false
  private let meter: LoadMeter?

  init(_ layout: StoreLayout, _ inputs: [LoadInput], _ progress: ((LoadProgress) -> Void)?) {
    self.inputs = inputs
    meter = progress.map { LoadMeter(totalBytes: inputs.reduce(0) { $0 + $1.bytes.count }, $0) }
    state = StoreState(layout: layout)
    issues = IssueCollector(inputs)
    loaders = Array(repeating: nil, count: layout.entities.count)
  }

  /// Reads every record into the tables.
  mutating func read() {
    var parts: [[Part]] = Array(repeating: [], count: layout.entities.count)
    for index in inputs.indices { split(index, &parts) }
    for entity in layout.entities.indices where !parts[entity].isEmpty { read(parts[entity], of: entity) }
  }

  /// Splits an input into parts by entity.
  private mutating func split(_ index: Int, _ parts: inout [[Part]]) {
    let input = inputs[index]
    let place = IssueCollector.Place(input: index)
    if let name = input.entity {
      guard let entity = layout.index(of: name) else {
        issues.warning(.unknownEntity, place, "there is no entity '\(name)'", help: suggestion(name))
        return
      }
      parts[entity].append(Part(input: index, range: 0..<input.bytes.count, format: input.format))
      return
    }
    let found = withBytes(index) { bytes throws(JSONError) in try sections(bytes) }
    switch found {
    case .success(let sections):
      guard let sections else {
        let shape = "an object with an array of objects for each entity, such as {\"City\": […]}"
        return issues.error(.unexpectedShape, place, "expected \(shape)")
      }
      for (name, range) in sections {
        if let entity = layout.index(of: name) {
          parts[entity].append(Part(input: index, range: range, format: .json))
        } else {
          issues.warning(
            .unknownEntity, place.with(key: name, offset: range.lowerBound), "there is no entity '\(name)'",
            help: suggestion(name))
        }
      }
    case .failure(let error):
      issues.error(error, place)
    }
  }

  /// The keys of the outer object with the ranges of their values; nil when the text is no object.
  private func sections(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> [(String, Range<Int>)]? {
    var scanner = try JSONScanner(validating: bytes)
    guard scanner.peek() == UInt8(ascii: "{") else { return nil }
    try scanner.expect(UInt8(ascii: "{"))
    var result: [(String, Range<Int>)] = []
    if !scanner.take(UInt8(ascii: "}")) {
      repeat {
        let name = try scanner.readString()
        try scanner.expect(UInt8(ascii: ":"))
        _ = scanner.peek()
        let start = scanner.position
        // Records are checked later, when they are read; a value of an unknown entity is only checked here.
        if layout.index(of: name) == nil { _ = try scanner.readValue() } else { try scanner.skipValue() }
        result.append((name, start..<scanner.position))
      } while scanner.take(UInt8(ascii: ","))
      try scanner.expect(UInt8(ascii: "}"))
    }
    try scanner.expectEnd()
    return result
  }

  private mutating func read(_ parts: [Part], of entity: Int) {
    let root = layout.entities[entity].rootIndex
    var loader = EntityLoader(entity, layout, firstNumber: state.nextNumbers[root], issues, meter)
    for part in parts where !loader.issues.isFull {
      loader.begin(input: part.input, at: part.range.lowerBound)
      defer { meter?.finish(part.range.count) }
      let result = withBytes(part.input) { bytes throws(JSONError) in try read(part, bytes, &loader) }
      guard case .failure(let error) = result else { continue }
      // The error is in the record that was begun but not ended, if there is one.
      if loader.recordOffsets.count > loader.rowCount {
        loader.abandonRecord(error, finished: false)
      } else {
        loader.issues.error(error, IssueCollector.Place(input: part.input), isCSV: part.format == .csv)
        loader.issues.incompleteRoots.insert(root)
      }
    }
    issues = loader.issues
    if layout.entities[entity].entity.isAbstract, loader.rowCount > 0 {
      let concrete = layout.entities[entity].concrete.map { "'\(layout.entities[$0].entity.name)'" }
      issues.error(
        .abstractEntity, IssueCollector.Place(input: parts[0].input, record: 1, offset: loader.recordOffsets.first),
        "'\(layout.entities[entity].entity.name)' is abstract",
        help: concrete.isEmpty ? nil : "records belong to \(concrete.joined(separator: " or "))")
      issues.incompleteRoots.insert(root)
    }
    state.tables[entity] = loader.takeTable()
    state.nextNumbers[root] += loader.rowCount
    loaders[entity] = loader
  }

  private func read(
    _ part: Part, _ bytes: UnsafeBufferPointer<UInt8>, _ loader: inout EntityLoader
  ) throws(JSONError) {
    defer { loader.flush() }
    // The UTF-8 of an input with several entities was validated when the input was split.
    if inputs[part.input].entity != nil, let offset = UTF8Check.firstInvalidOffset(in: bytes) {
      throw JSONError(.invalidUTF8, at: offset, "not valid UTF-8")
    }
    switch part.format {
    case .json:
      var scanner = JSONScanner(valid: bytes, range: part.range)
      try loader.readArray(&scanner)
      if !loader.issues.isFull { try scanner.expectEnd() }
    case .ndjson:
      loader.readLines(bytes)
    case .csv:
      var scanner = CSVScanner(valid: bytes, separator: inputs[part.input].csvSeparator)
      try loader.readTable(&scanner)
    }
  }

  private func withBytes<Result>(
    _ input: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(JSONError) -> Result
  ) -> Swift.Result<Result, JSONError> {
    inputs[input].bytes.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: UInt8.self) { bytes in
        do throws(JSONError) {
          return .success(try body(bytes))
        } catch {
          return .failure(error)
        }
      }
    }
  }

  private func suggestion(_ name: String) -> String? {
    NearestName.among(layout.schema.entities.map(\.name), to: name).map { "did you mean '\($0)'?" }
  }
}
