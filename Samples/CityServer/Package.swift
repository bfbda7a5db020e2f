// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CityServer",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "cdq", path: "../.."),
    // The schema and the data are those of the sample Countries.
    .package(path: "../Countries"),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.20.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.80.0"),
  ],
  targets: [
    .target(
      name: "CityServer",
      dependencies: [
        .product(name: "Atlas", package: "Countries"),
        .product(name: "CDQKit", package: "cdq"),
        .product(name: "CDQDatabase", package: "cdq"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "city-server",
      dependencies: [
        "CityServer", .product(name: "Atlas", package: "Countries"), .product(name: "CDQDatabase", package: "cdq"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ]),
    .testTarget(
      name: "CityServerTests",
      dependencies: [
        "CityServer", .product(name: "Atlas", package: "Countries"), .product(name: "CDQKit", package: "cdq"),
        .product(name: "CDQDatabase", package: "cdq"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ]),
  ]
)
