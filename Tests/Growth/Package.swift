// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Growth",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "cdq", path: "../..")],
  targets: [
    // What the compiler's instrumentation calls at each edge.
    .target(name: "CWork"),
    .executableTarget(
      name: "growth",
      dependencies: ["CWork", .product(name: "_CDQFuzzSupport", package: "cdq")],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]),
  ]
)
