// swift-tools-version: 6.2
import PackageDescription

// Generated functions on GRDB's connections. `Sources/CDQGRDB` is the adapter, one file to copy. The package needs the
// headers of SQLite: Debian's libsqlite3-dev.
let package = Package(
  name: "GRDBAdapter",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "cdq", path: "../../.."), .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
  ],
  targets: [
    .target(
      name: "CDQGRDB",
      dependencies: [
        .product(name: "CDQConnections", package: "cdq"), .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(
      name: "Cities", dependencies: [.product(name: "CDQConnections", package: "cdq")],
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    .testTarget(
      name: "GRDBTests",
      dependencies: [
        "CDQGRDB", "Cities", .product(name: "CDQConnections", package: "cdq"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
  ]
)
