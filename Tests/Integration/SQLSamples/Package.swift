// swift-tools-version: 6.2
import PackageDescription

// The queries and edits of six samples on SQLite and of four on PostgreSQL, with the samples' own .cdq files: only
// "backend" and the connection differ. The memory back end gives what is expected.
let memory: Target.Dependency = .product(name: "CDQRuntime", package: "cdq")
let connections: Target.Dependency = .product(name: "CDQConnections", package: "cdq")
let database: Target.Dependency = .product(name: "CDQDatabase", package: "cdq")
let plugin: Target.PluginUsage = .plugin(name: "CDQPlugin", package: "cdq")
let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A target with generated code.
@MainActor
func generated(_ name: String, _ runtime: Target.Dependency) -> Target {
  .target(name: name, dependencies: [runtime], swiftSettings: settings, plugins: [plugin])
}

let package = Package(
  name: "SQLSamples",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "cdq", path: "../../..")],
  targets: [
    generated("AtlasMemory", memory), generated("AtlasSQLite", database),
    // Functions that only read need no more than connections.
    generated("AtlasPostgres", connections),
    generated("LibraryMemory", memory), generated("LibrarySQLite", database), generated("LibraryPostgres", database),
    generated("MessagesMemory", memory), generated("MessagesSQLite", database), generated("MessagesPostgres", database),
    generated("DiaryMemory", memory), generated("DiarySQLite", database),
    // JSON of services. What memory gives of it is in the READMEs of these samples.
    generated("GarageSQLite", database), generated("TasksSQLite", database), generated("TasksPostgres", database),
    // Tables that another program made, which a mapping describes.
    generated("ShopSQLite", connections),
    // Writes the objects of the samples into tables.
    .target(name: "Tables", dependencies: [connections], swiftSettings: settings),
    .testTarget(
      name: "SQLiteTests",
      dependencies: [
        "AtlasMemory", "AtlasSQLite", "LibraryMemory", "LibrarySQLite", "MessagesMemory", "MessagesSQLite", "DiaryMemory",
        "DiarySQLite", "GarageSQLite", "TasksSQLite", "ShopSQLite", "Tables", memory, connections, database,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PostgresTests",
      dependencies: [
        "AtlasMemory", "AtlasPostgres", "LibraryMemory", "LibraryPostgres", "MessagesMemory", "MessagesPostgres",
        "TasksPostgres", "Tables", memory, connections, database,
      ],
      swiftSettings: settings),
  ]
)
