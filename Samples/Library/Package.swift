// swift-tools-version: 6.2
import PackageDescription

let runtime: Target.Dependency = .product(name: "CDQRuntime", package: "cdq")

let package = Package(
  name: "Library",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "cdq", path: "../..")],
  targets: [
    .target(name: "Shelves", dependencies: [runtime], plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    .executableTarget(name: "library", dependencies: ["Shelves"]),
    .testTarget(name: "ShelvesTests", dependencies: ["Shelves", runtime]),
  ]
)
