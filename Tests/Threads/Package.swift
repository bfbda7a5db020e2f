// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Threads",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "cdq", path: "../..")],
  targets: [
    .executableTarget(
      name: "threads",
      dependencies: [.product(name: "CDQRuntime", package: "cdq"), .product(name: "CDQDatabase", package: "cdq")],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")])
  ]
)
