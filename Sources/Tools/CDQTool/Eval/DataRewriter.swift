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
    let texts = try texts(of: after)
    let changed = try changedEntities(texts)
    guard !changed.isEmpty else { return [] }
    let contents = try contents(changed, texts)
    var files: [FileChange] = []
    for (input, new) in zip(source.inputs, contents).sorted(by: { !contains(entity, $0.0) && contains(entity, $1.0) }) {
      files.append(FileChange(input.name, old: Array(input.bytes), new: new.map { Array($0) }))
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

  /// The JSON of each entity.
  private func texts(of snapshot: Snapshot) throws(Failure) -> [String: Data] {
    var result: [String: Data] = [:]
    for entity in StoreWriter(snapshot).entities { result[entity] = try json(of: entity, in: snapshot) }
    return result
  }

  private func changedEntities(_ texts: [String: Data]) throws(Failure) -> Set<String> {
    var changed: Set<String> = []
    for entity in StoreWriter(before).entities {
      if try json(of: entity, in: before) != texts[entity] { changed.insert(entity) }
    }
    return changed
  }

  /// The new content of each file, nil for one that stays as it is, such that all files hold the changed objects together.
  ///
  /// A to-many that follows from its inverse is not written, but the files may have it. Then the files of both sides are
  /// written: a list would contradict the new to-ones, or be lost where no to-one has been written.
  private func contents(_ changed: Set<String>, _ texts: [String: Data]) throws(Failure) -> [Data?] {
    let least = try newContents(changed, texts)
    if obstacle(to: least, texts) == nil { return least }
    let all = try newContents(related(to: changed), texts)
    if let obstacle = obstacle(to: all, texts) {
      throw .unreadable(
        "the files cannot hold the changed objects: \(obstacle)", help: ["nothing was changed; a snapshot can hold them"])
    }
    return all
  }

  /// The new content of the files that hold objects of some entities.
  private func newContents(_ changed: Set<String>, _ texts: [String: Data]) throws(Failure) -> [Data?] {
    for entity in changed.sorted() {
      let files = source.inputs.filter { $0.entity == entity }
      guard files.count < 2 else {
        throw .unreadable("cannot rewrite '\(entity)': \(files.map(\.name).joined(separator: " and ")) both hold it")
      }
    }
    var contents: [Data?] = []
    for input in source.inputs {
      if let entity = input.entity {
        let text = changed.contains(entity) ? texts[entity] : nil
        contents.append(text.map { converted($0, input, entity) })
      } else if entities(in: input).contains(where: changed.contains) {
        contents.append(try combined(input))
      } else {
        // It may be no data at all.
        contents.append(nil)
      }
    }
    return contents
  }

  /// Why files with new contents would not hold the changed objects; nil if they do. They are loaded to find out.
  private func obstacle(to contents: [Data?], _ texts: [String: Data]) -> String? {
    var inputs = source.inputs
    for (index, content) in contents.enumerated() {
      if let content { inputs[index].bytes = content }
    }
    var loader = StoreLoader(schema: after.schema)
    loader.allowsUnresolvedReferences = warnings.contains { $0.code == .unresolvedReference }
    let loaded: LoadedStore
    do throws(LoadError) {
      loaded = try loader.load(inputs)
    } catch {
      return error.issues.first?.description ?? "they cannot be loaded"
    }
    let writer = StoreWriter(loaded.store.snapshot)
    let other = texts.keys.sorted().first { (try? writer.json(of: $0)) != texts[$0] }
    return other.map { "the objects of '\($0)' would be others" }
  }

  /// The entities whose files depend on those of some entities: one side of a relationship whose to-many is written, with
  /// the other side.
  private func related(to changed: Set<String>) -> Set<String> {
    let schema = after.schema
    let names = StoreWriter(after).entities
    var links: [(String, String)] = []
    for input in source.inputs {
      let owners = entities(in: input)
      // What is in one file is written together.
      for other in owners.dropFirst() { links.append((owners[0], other)) }
      for owner in owners {
        for relationship in schema.allRelationships(of: owner) where relationship.isToMany && relationship.inverse != nil {
          // A key that is only part of some text costs a file that need not be written, no more.
          let key = relationship.jsonKey ?? relationship.name
          guard input.bytes.range(of: Data(key.utf8)) != nil else { continue }
          for name in names where schema.isEntity(name, kindOf: relationship.destination) { links.append((owner, name)) }
        }
      }
    }
    var result = changed
    var count = -1
    while count < result.count {
      count = result.count
      for (first, second) in links where result.contains(first) || result.contains(second) {
        result.formUnion([first, second])
      }
    }
    return result
  }

  /// The entities whose objects a file may have, those without objects included.
  private func entities(in input: LoadInput) -> [String] {
    let names = StoreWriter(after).entities
    if let entity = input.entity { return names.filter { $0 == entity } }
    let old = try? JSONValue.parse(utf8: Array(input.bytes))
    return names.filter { old?[$0] != nil }
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
