// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "cdq-fuzz",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "cdq", path: "../..")],
  targets: [
    // The fuzz targets and the engine that makes inputs. They see only the public modules of cdq, and code generation.
    .target(
      name: "Fuzzing",
      dependencies: [
        .product(name: "CDQKit", package: "cdq"), .product(name: "CDQDatabase", package: "cdq"),
        .product(name: "CDQWhy", package: "cdq"), .product(name: "CDQReasoning", package: "cdq"),
        .product(name: "CDQConnections", package: "cdq"),
        .product(name: "_CDQFuzzSupport", package: "cdq"),
      ],
      swiftSettings: settings),
    .executableTarget(name: "cdq-fuzz", dependencies: ["Fuzzing"], swiftSettings: settings),
    .testTarget(name: "CorpusTests", dependencies: ["Fuzzing"], swiftSettings: settings),
  ]
)
