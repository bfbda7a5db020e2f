// swift-tools-version: 6.2
import PackageDescription

// Type-checks the adapter for PostgresNIO that the page CodeForSQL shows. The package Stub stands for PostgresNIO, with the
// declarations that the adapter uses: no network is needed, and nothing runs.
let package = Package(
  name: "PostgresNIOAdapter",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "cdq", path: "../../.."), .package(path: "Stub")],
  targets: [
    .target(
      name: "CDQPostgresNIO",
      dependencies: [
        .product(name: "PostgresNIO", package: "Stub"), .product(name: "CDQConnections", package: "cdq"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(name: "PageTests", dependencies: ["CDQPostgresNIO"]),
  ]
)
