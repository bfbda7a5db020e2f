// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Countries",
  platforms: [.macOS(.v13)],
  // For the samples that have the same cities.
  products: [.library(name: "Atlas", targets: ["Atlas"])],
  dependencies: [.package(name: "cdq", path: "../..")],
  targets: [
    .target(
      name: "Atlas", dependencies: [.product(name: "CDQRuntime", package: "cdq")],
      resources: [.copy("Data")],
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    .target(name: "AtlasSearch", dependencies: ["Atlas", .product(name: "CDQKit", package: "cdq")]),
    .executableTarget(name: "countries", dependencies: ["Atlas"]),
    .testTarget(
      name: "AtlasTests",
      dependencies: [
        "Atlas", "AtlasSearch", .product(name: "CDQRuntime", package: "cdq"), .product(name: "CDQKit", package: "cdq"),
      ],
      exclude: ["tour.txt"]),
  ]
)
