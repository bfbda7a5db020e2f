// swift-tools-version: 6.2
import PackageDescription

// Runs each construct of cdq's list of reports, and generated queries, on SwiftData and Core Data; see README.md. On
// Linux it is compiled with a stub of SwiftData, which keeps objects in memory.
#if os(macOS)
let stub: [Target.Dependency] = []
#else
let stub: [Target.Dependency] = [.product(name: "SwiftDataStub", package: "AppleStubs")]
#endif
let kit: Target.Dependency = .product(name: "CDQKit", package: "cdq")
let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "Device",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "cdq", path: "../../.."), .package(name: "AppleStubs", path: "../AppleStubs"),
  ],
  targets: [
    .target(name: "Device", dependencies: [kit] + stub, exclude: ["Schema.cdq"], swiftSettings: settings),
    .executableTarget(name: "device-report", dependencies: ["Device"], swiftSettings: settings),
    .executableTarget(name: "WriteDevice", swiftSettings: settings),
    .testTarget(name: "DeviceTests", dependencies: ["Device", kit] + stub, swiftSettings: settings),
  ]
)
