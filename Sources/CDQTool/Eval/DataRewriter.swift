import CDQIR
import CDQRuntime
import Foundation

/// Writes changed data back to the files from which it was loaded.
struct DataRewriter {
  let source: DataSource
  let warnings: [LoadIssue]
  let before: Snapshot
  let after: Snapshot

  /// Replaces the files whose records changed.
  ///
  /// - Returns: the paths of the replaced files.
  func write() throws(Failure) -> [String] {
    if let snapshot = source.snapshot { return try write(snapshot) }
    let changed = try changedEntities()
    guard !changed.isEmpty else { return [] }
    var files: [(path: String, bytes: Data)] = []
    for input in source.inputs {
      guard let entity = input.entity else {
        files.append((input.name, try combined(input)))
        continue
      }
      guard let text = changed[entity] else { continue }
      files.append((input.name, converted(text, input, entity)))
    }
    for file in files { try refuseLoss(in: file.path) }
    try Files.replace(files)
    return files.map(\.path)
  }

  private func write(_ snapshot: DataSource.SnapshotSource) throws(Failure) -> [String] {
    let isChanged = after.schema.entities.contains { before.count(of: $0.name) != after.count(of: $0.name) }
    guard case .file(let path) = snapshot, isChanged else { return [] }
    do throws(SnapshotError) {
      try after.write(to: URL(fileURLWithPath: path))
    } catch {
      throw .unreadable("\(error)")
    }
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
    switch input.format {
    case .json: return json
    case .ndjson:
      // The writer puts each record on its own line, between the lines of the brackets.
      let lines = String(decoding: json, as: UTF8.self).split(separator: "\n").dropFirst().dropLast()
      return Data(lines.map { ($0.hasSuffix(",") ? $0.dropLast() : $0) + "\n" }.joined().utf8)
    case .csv: return Data(csv(json, input, entity).utf8)
    }
  }

  private func csv(_ json: Data, _ input: LoadInput, _ entity: String) -> String {
    let separator = CSVScanner.separator(of: input)
    let records = (try? JSONValue.parse(utf8: Array(json))).flatMap(DataRewriter.objects) ?? []
    let old = (try? self.json(of: entity, in: before)).flatMap { try? JSONValue.parse(utf8: Array($0)) }
    let keys = old.flatMap(DataRewriter.objects)?.first?.map(\.key) ?? []
    let opaque = Set(
      after.schema.allProperties(of: entity).compactMap { property in
        property.type.base == .opaque ? property.jsonKey : nil
      })
    var text = CSVText.line(keys, separator: separator)
    for record in records {
      text += CSVText.line(
        record.map { member in
          switch member.value {
          case .null: nil
          // The cell of a Transformable attribute is JSON, so even a text in it keeps its quotes.
          case .string(let text) where !opaque.contains(member.key): text
          case .bool, .integer, .number, .string, .array, .object: member.value.text
          }
        }, separator: separator)
    }
    return text
  }

  private static func objects(_ json: JSONValue) -> [[JSONValue.Member]]? {
    guard case .array(let elements) = json else { return nil }
    return elements.compactMap { if case .object(let members) = $0 { members } else { nil } }
  }
}
