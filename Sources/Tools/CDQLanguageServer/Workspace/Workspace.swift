import CDQCodegen
import CDQFiles
import CDQSchema
package import CDQSyntax

/// The documents of the opened folders, divided into targets, and the state of checking them.
package final class Workspace {
  let files: any ServerFiles
  private(set) var roots: [String] = []
  private(set) var packages: [PackageDescription] = []
  package private(set) var documents: [String: QueryDocument] = [:]
  private(set) var targets: [CheckedTarget] = []
  /// For each document the index of its target.
  private var owners: [String: Int] = [:]
  private var scan = FolderScan()
  private var needsScan = false
  private var stamps: [String: FileStamp] = [:]

  package init(_ files: any ServerFiles) {
    self.files = files
  }

  // MARK: Changes

  package func setRoots(_ folders: [String]) {
    roots = folders.map { PathText.normalized($0) }
    needsScan = true
  }

  package func add(_ description: PackageDescription) {
    packages.removeAll { $0.folder == description.folder }
    packages.append(description)
    needsScan = true
  }

  /// The folders with a `Package.swift` that are nearest to open documents.
  var packagesOfOpenDocuments: [String] {
    let found = documents.values.filter(\.isOpen).compactMap { document in
      scan.nearest(from: PathText.folder(of: document.path), to: "/") { $0.hasManifest }
    }
    return Set(found).sorted()
  }

  package func open(path: String, uri: String, version: Int, text: [UInt8]) {
    if let document = documents[path] {
      document.uri = uri
      document.version = version
      if document.source.utf8 != text { changed(document, document.replace(text)) }
      document.needsPublishing = true
      document.published = ""
      return
    }
    documents[path] = QueryDocument(path: path, uri: uri, utf8: text, version: version)
    needsScan = true
  }

  /// Replaces the text of an open document.
  package func change(_ document: QueryDocument, to text: SourceText) {
    changed(document, document.replace(text))
  }

  package func close(_ document: QueryDocument) {
    document.version = nil
    document.sentTokens = nil
    if let bytes = try? files.read(document.path) {
      if document.source.utf8 != bytes { changed(document, document.replace(bytes)) }
    } else {
      documents[document.path] = nil
      needsScan = true
    }
  }

  /// Notices that files or folders on disk may have changed.
  package func filesChanged(_ paths: [String]) {
    for path in paths {
      stamps[path] = files.stamp(of: path)
      let name = PathText.name(of: path)
      if let document = documents[path], !document.isOpen {
        if let bytes = try? files.read(path) {
          if bytes != document.source.utf8 { changed(document, document.replace(bytes)) }
        } else {
          documents[path] = nil
          needsScan = true
        }
      } else if PathText.fileExtension(of: path) == "cdq", documents[path] == nil {
        needsScan = true
      }
      if name == "cdq.json" {
        needsScan = true
        for target in targets where target.plan.settings == path { target.needsSettings = true }
      }
      for target in targets where target.settings.mappingPath == path { target.needsSettings = true }
      if name == "Package.swift" || files.kind(of: path) == .directory || scan.visited.contains(path) {
        needsScan = true
      }
      if path.contains(".xcdatamodel") {
        for target in targets where target.plan.models.contains(where: { PathText.isPath(path, below: $0) }) {
          target.needsSchema = true
        }
        needsScan = true
      }
      for target in targets
      where target.watched.contains(where: { PathText.isPath(path, below: $0) })
        && documents[path] == nil
      {
        target.needsSchema = true
      }
    }
  }

  /// The watched files whose stamps changed since the last call.
  package func changedFiles() -> [String] {
    var current: [String: FileStamp] = [:]
    let paths = Set(documents.values.filter { !$0.isOpen && $0.path.hasPrefix("/") }.map(\.path))
      .union(targets.flatMap(\.watched)).union(scan.visited)
      .union(scan.folders.filter(\.value.hasManifest).map { PathText.join($0.key, "Package.swift") })
    for path in paths {
      if let stamp = files.stamp(of: path) { current[path] = stamp }
    }
    defer { stamps = current }
    if stamps.isEmpty { return [] }
    return paths.filter { stamps[$0] != current[$0] && (stamps[$0] != nil || current[$0] != nil) }.sorted()
  }

  private func changed(_ document: QueryDocument, _ parts: QueryDocument.Change) {
    for target in targets {
      let isOwn = owners[document.path].map { targets[$0] === target } ?? false
      if parts.mappings, isOwn { target.needsMappings = true }
      if parts.schema, isOwn || target.watched.contains(document.path) { target.needsSchema = true }
    }
    // A file that gets its first declaration can make its folder a target.
    if parts.role { needsPlans = true }
  }

  private var needsPlans = false

  // MARK: Update

  /// Brings all targets up to date.
  package func update() {
    if needsScan { rescan() }
    if needsPlans { replan() }
    let overlay = OverlaidFiles(
      files: files,
      texts: Dictionary(
        documents.values.filter(\.isOpen).map { ($0.path, $0.source.utf8) }, uniquingKeysWith: { first, _ in first }))
    for target in targets { target.update({ self.documents[$0] }, overlay) }
  }

  private func rescan() {
    needsScan = false
    needsPlans = true
    scan = FolderScan()
    for root in roots { scan.add(root, files, isDeep: true) }
    for document in documents.values where document.isOpen && document.path.hasPrefix("/") {
      let folder = PathText.folder(of: document.path)
      // A file outside the opened folders is seen with those of its own folder.
      if !roots.contains(where: { PathText.isPath(folder, below: $0) }) { scan.add(folder, files, isDeep: false) }
      scan.add(document: document.path)
    }
    for package in packages {
      for target in package.targets where !roots.contains(where: { PathText.isPath(target.folder, below: $0) }) {
        scan.add(target.folder, files, isDeep: true)
      }
    }
    let found = Set(scan.folders.values.flatMap(\.documents))
    for (path, document) in documents where !document.isOpen && !found.contains(path) { documents[path] = nil }
    for path in found where documents[path] == nil {
      guard let bytes = try? files.read(path) else { continue }
      documents[path] = QueryDocument(path: path, uri: DocumentURI.uri(path), utf8: bytes, version: nil)
    }
  }

  private func replan() {
    needsPlans = false
    let planner = TargetPlanner(
      scan: scan, roots: roots, packages: packages,
      declaresSchema: { [documents] in documents[$0]?.declaresSchema ?? false })
    let open = documents.values.filter(\.isOpen).map(\.path).sorted()
    let plans = planner.plans(loose: open)
    let known = Dictionary(targets.map { ($0.plan, $0) }, uniquingKeysWith: { first, _ in first })
    targets = plans.map { known[$0] ?? CheckedTarget($0) }
    let old = owners.count
    owners = [:]
    owners.reserveCapacity(old)
    for (number, target) in targets.enumerated() {
      for path in target.plan.documents { owners[path] = number }
      guard known[target.plan] == nil else { continue }
      for path in target.plan.documents {
        documents[path]?.needsCheck = true
        documents[path]?.checked = [:]
      }
    }
  }

  // MARK: Lookup

  package func target(of document: QueryDocument) -> CheckedTarget? {
    owners[document.path].map { targets[$0] }
  }

  /// The text of a file: a document's, or that of a model that was read.
  package func source(_ path: String) -> SourceText? {
    documents[path]?.source ?? targets.lazy.compactMap { $0.source(path) }.first
  }

  /// The findings of texts without a document.
  func otherFindings() -> [(source: SourceText, findings: [Diagnostic])] {
    var result: [String: (source: SourceText, findings: [Diagnostic])] = [:]
    for (source, findings) in targets.flatMap({ $0.otherFindings { self.documents[$0] != nil } }) {
      if result[source.name]?.findings.isEmpty ?? true { result[source.name] = (source, findings) }
    }
    return result.values.sorted { $0.source.name < $1.source.name }
  }
}
