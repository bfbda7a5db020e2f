// swift-tools-version: 6.2
import PackageDescription

let runtime: Target.Dependency = .product(name: "CDQRuntime", package: "cdq")

let package = Package(
  name: "Messages",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "cdq", path: "../..")],
  targets: [
    .target(name: "Board", dependencies: [runtime], plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    .executableTarget(name: "messages", dependencies: ["Board"]),
    .testTarget(name: "BoardTests", dependencies: ["Board", runtime]),
  ]
)
