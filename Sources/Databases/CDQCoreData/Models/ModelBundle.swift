package import Foundation
package import CDQSchema

/// A compiled model among files: a `.mom`, or the versions in a `.momd`.
package struct ModelBundle: Sendable {
  /// One version of a model.
  package struct Version: Sendable {
    /// The name of the file without `.mom`.
    package var name: String
    package var path: String
    /// The hashes of the entities; empty where no `VersionInfo.plist` gives them.
    package var hashes: [String: Data]
  }

  /// The versions by name.
  package private(set) var versions: [Version] = []
  /// The name of the current version; nil if none is named.
  package private(set) var current: String?

  /// Whether a path is that of a compiled model.
  package static func isOne(_ path: String) -> Bool { ["mom", "momd"].contains(PathText.fileExtension(of: path)) }

  /// Lists the versions of a model.
  ///
  /// - Throws: `FileError` if the file or folder cannot be read, or holds no version.
  package init(_ path: String, _ reader: some SchemaReader) throws(FileError) {
    let path = PathText.trim(path)
    guard reader.kind(of: path) == .directory else {
      versions = [Version(name: ModelBundle.stem(PathText.name(of: path)), path: path, hashes: [:])]
      return
    }
    let names = try reader.list(path)
    var hashes: [String: [String: Data]] = [:]
    if names.contains("VersionInfo.plist") {
      let bytes = try reader.read(PathText.join(path, "VersionInfo.plist"))
      if case .dictionary(let pairs)? = BinaryPropertyList(bytes).map({ PlainValue($0) }) ?? PlainValue(xml: bytes) {
        for pair in pairs {
          switch (pair.key, pair.value) {
          case ("NSManagedObjectModel_CurrentVersionName", .string(let name)): current = name
          case ("NSManagedObjectModel_VersionHashes", .dictionary(let versions)):
            for version in versions {
              guard case .dictionary(let entities) = version.value else { continue }
              for entity in entities {
                if case .data(let hash) = entity.value { hashes[version.key, default: [:]][entity.key] = hash }
              }
            }
          default: continue
          }
        }
      }
    }
    versions = names.filter { PathText.fileExtension(of: $0) == "mom" }.map { name in
      Version(name: ModelBundle.stem(name), path: PathText.join(path, name), hashes: hashes[ModelBundle.stem(name)] ?? [:])
    }
    if versions.isEmpty { throw FileError(path, .other("holds no compiled version ('.mom') of a model")) }
  }

  private static func stem(_ name: String) -> String { name.hasSuffix(".mom") ? String(name.dropLast(4)) : name }

  /// The version with a name; else the current one, or the last by name.
  package func version(named name: String?) -> Version? {
    if let name { return versions.first { $0.name == ModelBundle.stem(name) } }
    return versions.first { $0.name == current } ?? versions.max { $0.name < $1.name }
  }

  /// The model in a file.
  ///
  /// - Throws: `FileError` if the file cannot be read or is no compiled model.
  package static func model(_ version: Version, _ reader: some SchemaReader) throws(FileError) -> CompiledModel {
    let bytes = try reader.read(version.path)
    guard let model = CompiledModel(archive: bytes) else {
      throw FileError(version.path, .other("this is no compiled model that can be read: no archive of a model is in it"))
    }
    return model
  }
}
