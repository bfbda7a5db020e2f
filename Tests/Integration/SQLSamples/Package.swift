// swift-tools-version: 6.2
import PackageDescription

// The queries of two samples on SQLite and of one on PostgreSQL, with the samples' own .cdq files: only "backend" and the
// connection differ. The functions of the memory back end give what is expected.
let memory: Target.Dependency = .product(name: "CDQRuntime", package: "cdq")
let connections: Target.Dependency = .product(name: "CDQConnections", package: "cdq")
let plugin: Target.PluginUsage = .plugin(name: "CDQPlugin", package: "cdq")
let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "SQLSamples",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "cdq", path: "../../..")],
  targets: [
    .target(name: "AtlasMemory", dependencies: [memory], swiftSettings: settings, plugins: [plugin]),
    .target(name: "AtlasSQLite", dependencies: [connections], swiftSettings: settings, plugins: [plugin]),
    .target(name: "AtlasPostgres", dependencies: [connections], swiftSettings: settings, plugins: [plugin]),
    .target(name: "LibraryMemory", dependencies: [memory], swiftSettings: settings, plugins: [plugin]),
    .target(name: "LibrarySQLite", dependencies: [connections], swiftSettings: settings, plugins: [plugin]),
    // Writes the objects of the samples into tables.
    .target(name: "Tables", dependencies: [connections], swiftSettings: settings),
    .testTarget(
      name: "SQLiteTests",
      dependencies: ["AtlasMemory", "AtlasSQLite", "LibraryMemory", "LibrarySQLite", "Tables", memory, connections],
      swiftSettings: settings),
    .testTarget(
      name: "PostgresTests", dependencies: ["AtlasMemory", "AtlasPostgres", "Tables", memory, connections],
      swiftSettings: settings),
  ]
)
