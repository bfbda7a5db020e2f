// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Tasks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "cdq", path: "../..")],
  targets: [
    .target(
      name: "Board", dependencies: [.product(name: "CDQRuntime", package: "cdq")],
      resources: [.copy("Data")],
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    .executableTarget(
      name: "tasks", dependencies: ["Board", .product(name: "CDQRuntime", package: "cdq")]),
    .testTarget(
      name: "BoardTests", dependencies: ["Board", .product(name: "CDQRuntime", package: "cdq")]),
  ]
)
