// swift-tools-version: 6.2
import PackageDescription

let atlas: Target.Dependency = .product(name: "Atlas", package: "Countries")
let kit: Target.Dependency = .product(name: "CDQKit", package: "cdq")

let package = Package(
  name: "CityList",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [
    .package(name: "cdq", path: "../.."),
    // The schema and the data are those of the sample Countries.
    .package(path: "../Countries"),
  ],
  targets: [
    // What the list does, on every system.
    .target(name: "CitySearch", dependencies: [atlas, kit]),
    // The views, where there is SwiftUI.
    .target(name: "CityList", dependencies: ["CitySearch", atlas]),
    .executableTarget(name: "city-list", dependencies: ["CityList", "CitySearch", atlas, kit]),
    .testTarget(name: "CitySearchTests", dependencies: ["CitySearch", atlas, kit]),
  ]
)
