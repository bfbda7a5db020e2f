import CDQFiles
import CDQIR
import CDQRuntime
import Foundation

/// Writes changed data back to the files from which it was loaded.
struct DataRewriter {
  let source: DataSource
  let warnings: [LoadIssue]
  let before: Snapshot
  let after: Snapshot
  /// The entity of the query, whose file is replaced last: after a kill between two files, the same command finds its
  /// objects again, and changes what it did not change before.
  let entity: String

  /// Replaces the files whose records changed, if none of the source's files has changed since it was read.
  ///
  /// - Returns: the paths of the replaced files.
  func write() throws(Failure) -> [String] {
    if let snapshot = source.snapshot { return try write(snapshot) }
    let changed = try changedEntities()
    guard !changed.isEmpty else { return [] }
    var files: [FileChange] = []
    for input in source.inputs.sorted(by: { !contains(entity, $0) && contains(entity, $1) }) {
      var change = FileChange(input.name, old: Array(input.bytes), new: nil)
      if let entity = input.entity {
        change.new = changed[entity].map { Array(converted($0, input, entity)) }
      } else {
        change.new = Array(try combined(input))
      }
      files.append(change)
    }
    let written = files.filter { $0.new != nil }.map(\.path)
    for path in written { try refuseLoss(in: path) }
    try Files.replace(files)
    return source.inputs.map(\.name).filter(written.contains)
  }

  /// Whether a file has the objects of an entity.
  private func contains(_ name: String, _ input: LoadInput) -> Bool {
    input.entity.map { $0 == name || after.schema.isEntity($0, kindOf: name) } ?? true
  }

  private func write(_ snapshot: DataSource.SnapshotSource) throws(Failure) -> [String] {
    guard case .file(let path) = snapshot else { return [] }
    let bytes: Data
    do throws(SnapshotError) {
      bytes = try after.encoded()
      if try before.encoded() == bytes { return [] }
    } catch {
      throw .unreadable("\(error)")
    }
    try Files.replace([FileChange(path, stamp: source.stamp, new: Array(bytes))])
    return [path]
  }

  /// The new JSON of each entity whose records changed.
  private func changedEntities() throws(Failure) -> [String: Data] {
    var changed: [String: Data] = [:]
    for entity in StoreWriter(before).entities {
      let text = try json(of: entity, in: after)
      guard try json(of: entity, in: before) != text else { continue }
      changed[entity] = text
      let files = source.inputs.filter { $0.entity == entity }
      guard files.count < 2 else {
        throw .unreadable("cannot rewrite '\(entity)': \(files.map(\.name).joined(separator: " and ")) both hold it")
      }
    }
    return changed
  }

  private func json(of entity: String, in snapshot: Snapshot) throws(Failure) -> Data {
    do throws(StoreError) {
      return try StoreWriter(snapshot).json(of: entity)
    } catch {
      throw .unreadable("cannot rewrite '\(entity)': \(error)")
    }
  }

  /// Fails when a file holds something that the loader skipped, such as an unknown key: rewriting the file from the
  /// loaded data would lose it.
  private func refuseLoss(in file: String) throws(Failure) {
    let losing: Set<LoadIssue.Code> = [.unknownKey, .transientKey, .unknownEntity, .duplicateKey]
    guard let lost = warnings.first(where: { $0.file == file && losing.contains($0.code) }) else { return }
    throw .unreadable(
      "cannot rewrite '\(file)': what the schema does not know would be lost", help: [lost.description])
  }

  /// The new content of a file of several entities, `{"City": […], "Country": […]}`, with the entities that it had.
  private func combined(_ input: LoadInput) throws(Failure) -> Data {
    let old = try? JSONValue.parse(utf8: Array(input.bytes))
    var parts: [String] = []
    for entity in StoreWriter(after).entities where old?[entity] != nil {
      let text = String(decoding: try json(of: entity, in: after), as: UTF8.self).trimmedWhitespace
      parts.append("\(ValueCoding.json(.string(entity))): \(text)")
    }
    return Data("{\n\(parts.joined(separator: ",\n"))\n}\n".utf8)
  }

  private func converted(_ json: Data, _ input: LoadInput, _ entity: String) -> Data {
    let old = (try? self.json(of: entity, in: before)).flatMap { DataFileText.records(in: $0).first?.map(\.key) }
    return DataFileText(schema: after.schema, entity: entity)
      .converted(json, to: input.format, keys: old ?? [], separator: CSVScanner.separator(of: input))
  }
}
