import Foundation

/// A package manifest as `swift package dump-package` describes it, with the parts that concern cdq.
struct PackageManifest: Decodable {
  struct Target: Decodable {
    struct Usage: Decodable {
      /// The name of the plugin, then its package.
      let plugin: [String?]?
    }
    struct Dependency: Decodable {
      /// The name of the product, its package, and its conditions.
      let product: [Part?]?
      /// The name of a target or product.
      let byName: [Part?]?
      /// The name of a target of the package.
      let target: [Part?]?

      /// The name of the target or product, whichever it is.
      var name: String? {
        guard case .text(let name)? = (product ?? byName ?? target)?.first ?? nil else { return nil }
        return name
      }
    }
    /// A string, or a condition that does not matter here.
    enum Part: Decodable {
      case text(String)
      case other

      init(from decoder: any Decoder) throws {
        self = (try? decoder.singleValueContainer().decode(String.self)).map(Part.text) ?? .other
      }
    }
    let name: String
    let type: String
    let path: String?
    let pluginUsages: [Usage]?
    let dependencies: [Dependency]

    /// The names of the plugins that the target uses.
    var plugins: [String] { (pluginUsages ?? []).compactMap { $0.plugin?.first ?? nil } }

    /// The names of the products of other packages that the target uses.
    var products: [String] {
      dependencies.compactMap { dependency in
        guard case .text(let name)? = dependency.product?.first ?? nil else { return nil }
        return name
      }
    }

    /// The folder of the target below that of the package, as SwiftPM finds it when the manifest does not name it.
    var folder: String {
      let root =
        switch type {
        case "test": "Tests"
        case "plugin": "Plugins"
        default: "Sources"
        }
      return path ?? "\(root)/\(name)"
    }
  }

  struct Product: Decodable {
    let name: String
    let targets: [String]
  }

  /// A package on which the package depends.
  struct PackageDependency: Decodable {
    struct Place: Decodable {
      let identity: String
      /// The folder of a package that is not a checkout.
      let path: String?
    }
    let fileSystem: [Place]?
    let sourceControl: [Place]?
    let registry: [Place]?
  }

  struct Platform: Decodable {
    let platformName: String
    let version: String
  }

  struct ToolsVersion: Decodable {
    let _version: String
  }

  let name: String
  let targets: [Target]
  let products: [Product]?
  let dependencies: [PackageDependency]?
  let platforms: [Platform]?
  let toolsVersion: ToolsVersion

  /// Reads the manifest of the package in a folder.
  ///
  /// - Throws: `Failure` with SwiftPM's message when there is no `swift`, or the manifest does not compile.
  static func read(_ folder: String) throws(Failure) -> PackageManifest {
    let run = try Subprocess.run(["swift", "package", "--package-path", folder, "--ignore-lock", "dump-package"])
    guard run.code == 0 else {
      throw .unreadable("SwiftPM cannot read the Package.swift of '\(folder)'", help: [run.errors.trimmedWhitespace])
    }
    do {
      return try JSONDecoder().decode(PackageManifest.self, from: Data(run.output.utf8))
    } catch {
      throw .unreadable("the description of '\(folder)' by 'swift package dump-package' cannot be read: \(error)")
    }
  }

  /// The nearest folder with a `Package.swift`, from a folder upwards; nil when there is none.
  static func folder(above path: String) -> String? {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    while true {
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) { return folder.path }
      if folder.path == "/" { return nil }
      folder = folder.deletingLastPathComponent()
    }
  }
}
