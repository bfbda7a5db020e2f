// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CarBrands",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "cdq", path: "../..")],
  targets: [
    .target(
      name: "Garage", dependencies: [.product(name: "CDQRuntime", package: "cdq")],
      resources: [.copy("Data")],
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    .executableTarget(
      name: "carbrands", dependencies: ["Garage", .product(name: "CDQRuntime", package: "cdq")]),
    .testTarget(
      name: "GarageTests", dependencies: ["Garage", .product(name: "CDQRuntime", package: "cdq")]),
  ]
)
