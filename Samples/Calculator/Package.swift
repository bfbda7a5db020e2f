// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Calculator",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "cdq", path: "../..")],
  targets: [
    .target(
      name: "Tape", dependencies: [.product(name: "CDQRuntime", package: "cdq")],
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    .executableTarget(name: "calculator", dependencies: ["Tape"]),
    .testTarget(name: "TapeTests", dependencies: ["Tape", .product(name: "CDQRuntime", package: "cdq")]),
  ]
)
