// swift-tools-version: 6.2
import PackageDescription

// A process saves a store again and again, and the test kills it meanwhile. Each time the file must open, with the data
// of the last finished save or of the next one.
let runtime: Target.Dependency = .product(name: "CDQRuntime", package: "cdq")
let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "Crashes",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "cdq", path: "../../..")],
  targets: [
    // The data to save.
    .target(name: "Generations", dependencies: [runtime], swiftSettings: settings),
    // The process that the test kills.
    .executableTarget(name: "saver", dependencies: ["Generations", runtime], swiftSettings: settings),
    .testTarget(name: "CrashTests", dependencies: ["Generations", "saver", runtime], swiftSettings: settings),
  ]
)
