import CDQSyntax

/// Finds the file of a Core Data model that contains the version to be used.
///
/// The version is the requested one; else the one that `.xccurrentversion` names; else the only one; else the first by
/// name, with a warning.
package struct ModelPackage {
  /// The `contents` file of the chosen version.
  package var contentsPath: String
  /// Name of the version without `.xcdatamodel`.
  package var version: String
  /// All versions of the bundle, sorted; a bare `.xcdatamodel` has one.
  package var versions: [String]

  static let versionExtension = "xcdatamodel"
  static let bundleExtension = "xcdatamodeld"

  /// True for paths that name a model by their extension, whether or not the file exists.
  package static func isModel(_ path: String) -> Bool {
    switch PathText.fileExtension(of: path) {
    case versionExtension, bundleExtension, "mom", "momd", "omo": true
    default:
      PathText.name(of: path) == "contents"
        && PathText.fileExtension(of: PathText.folder(of: path)) == versionExtension
    }
  }

  /// A finding about a model before its text is read.
  struct Failure: Error {
    var problem: SchemaProblem
    /// The place in a text that shows the problem; nil when no text does.
    var place: SourceLocation?
    /// The text that contains `place`.
    var source: SourceText?
  }

  struct Located {
    var package: ModelPackage
    var warnings: [Failure] = []
    /// The `.xccurrentversion` file, when a warning points into it.
    var source: SourceText?
  }

  /// Finds the `contents` file of the model at `path`.
  static func locate(
    _ path: String, version: String?, reader: some SchemaReader
  ) throws(Failure) -> Located {
    switch PathText.fileExtension(of: path) {
    case "mom", "momd", "omo": throw Failure(problem: .compiledModel)
    case bundleExtension: return try bundle(PathText.trim(path), version: version, reader: reader)
    case versionExtension: return try single(PathText.trim(path), version: version, reader: reader)
    default:
      guard isModel(path) else { throw Failure(problem: .notASchema(path)) }
      return try single(PathText.folder(of: path), version: version, reader: reader)
    }
  }

  private static func single(
    _ path: String, version: String?, reader: some SchemaReader
  ) throws(Failure) -> Located {
    let name = withoutExtension(PathText.name(of: path))
    if let version, withoutExtension(version) != name {
      throw Failure(problem: .unknownVersion(version, available: [name]))
    }
    return Located(
      package: ModelPackage(
        contentsPath: try contents(of: path, reader: reader), version: name, versions: [name]))
  }

  private static func bundle(
    _ path: String, version: String?, reader: some SchemaReader
  ) throws(Failure) -> Located {
    let names = try list(path, reader)
    let versions = names.filter { PathText.fileExtension(of: $0) == versionExtension }.map(withoutExtension).sorted()
    guard let first = versions.first else { throw Failure(problem: .modelWithoutVersions) }
    var located = Located(package: ModelPackage(contentsPath: "", version: first, versions: versions))
    if let version {
      let wanted = withoutExtension(version)
      guard versions.contains(wanted) else { throw Failure(problem: .unknownVersion(version, available: versions)) }
      located.package.version = wanted
    } else if names.contains(".xccurrentversion") {
      try chooseCurrent(PathText.join(path, ".xccurrentversion"), &located, reader)
    } else if versions.count > 1 {
      located.warnings.append(Failure(problem: .noCurrentVersion(chosen: first, of: versions)))
    }
    let folder = PathText.join(path, located.package.version + "." + versionExtension)
    located.package.contentsPath = try contents(of: folder, reader: reader)
    return located
  }

  private static func chooseCurrent(
    _ path: String, _ located: inout Located, _ reader: some SchemaReader
  ) throws(Failure) {
    let versions = located.package.versions
    let bytes: [UInt8]
    do {
      bytes = try reader.read(path)
    } catch {
      located.warnings.append(Failure(problem: .unreadable(error)))
      return
    }
    switch CurrentVersion.read(bytes) {
    case .named(let name, let span):
      guard versions.contains(withoutExtension(name)) else {
        throw Failure(
          problem: .danglingCurrentVersion(name, available: versions), place: SourceLocation(file: path, span: span),
          source: SourceText(name: path, utf8: bytes))
      }
      located.package.version = withoutExtension(name)
      return
    case .unreadable(let reason, let span):
      located.source = SourceText(name: path, utf8: bytes)
      located.warnings.append(
        Failure(problem: .unreadableCurrentVersion(reason), place: SourceLocation(file: path, span: span)))
    case .unnamed: break
    }
    if versions.count > 1 {
      located.warnings.append(Failure(problem: .noCurrentVersion(chosen: located.package.version, of: versions)))
    }
  }

  /// The `contents` file of a version's folder. The binary format of Xcode 3 is an error.
  private static func contents(of folder: String, reader: some SchemaReader) throws(Failure) -> String {
    switch reader.kind(of: folder) {
    case .missing: throw Failure(problem: .unreadable(FileError(folder, .noSuchFile)))
    case .file, .special: throw Failure(problem: .binaryModel)
    case .directory: break
    }
    let path = PathText.join(folder, "contents")
    if reader.kind(of: path) == .file { return path }
    let names = try list(folder, reader)
    if names.contains("elements") { throw Failure(problem: .binaryModel) }
    throw Failure(problem: .modelWithoutContents)
  }

  private static func list(_ path: String, _ reader: some SchemaReader) throws(Failure) -> [String] {
    do {
      return try reader.list(path)
    } catch {
      throw Failure(problem: .unreadable(error))
    }
  }

  private static func withoutExtension(_ name: String) -> String {
    let suffix = "." + versionExtension
    return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }
}
