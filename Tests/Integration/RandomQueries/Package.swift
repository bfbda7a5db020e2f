// swift-tools-version: 6.2
import PackageDescription

// Compares the code generated for random queries with the evaluator on the same rows, for the memory and the closure
// back end and, where they can express the query, for SwiftData and SQLite. `swift run WriteQueries 500 7` writes other
// queries: 500 with the random seed 7. It needs a debug build of cdq.
let runtime: Target.Dependency = .product(name: "CDQRuntime", package: "cdq")
let plugin: Target.PluginUsage = .plugin(name: "CDQPlugin", package: "cdq")
let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "RandomQueries",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "cdq", path: "../../.."), .package(name: "AppleStubs", path: "../AppleStubs"),
  ],
  targets: [
    // The closure back end with handwritten types.
    .target(name: "Places", dependencies: [runtime], swiftSettings: settings, plugins: [plugin]),
    // The memory back end.
    .target(name: "Stored", dependencies: [runtime], swiftSettings: settings, plugins: [plugin]),
    // The SwiftData back end. Its output is committed, without the macros that Linux does not have.
    .target(
      name: "Modeled", dependencies: [.product(name: "SwiftDataStub", package: "AppleStubs"), runtime],
      swiftSettings: settings),
    // The SQL back end, for SQLite.
    .target(
      name: "Selected", dependencies: [.product(name: "CDQConnections", package: "cdq")], swiftSettings: settings,
      plugins: [plugin]),
    .executableTarget(name: "WriteQueries", swiftSettings: settings),
    .testTarget(
      name: "RandomTests",
      dependencies: [
        "Places", "Stored", "Modeled", "Selected", runtime, .product(name: "CDQConnections", package: "cdq"), .product(name: "CDQKit", package: "cdq"),
        .product(name: "SwiftDataStub", package: "AppleStubs"),
      ],
      swiftSettings: settings),
  ]
)
