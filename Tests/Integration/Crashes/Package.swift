// swift-tools-version: 6.2
import PackageDescription

// A process saves a store again and again, and is killed while it does so; each time its file must open, with what the
// last finished save wrote or what the next one was writing.
let runtime: Target.Dependency = .product(name: "CDQRuntime", package: "cdq")
let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "Crashes",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "cdq", path: "../../..")],
  targets: [
    // What is saved.
    .target(name: "Generations", dependencies: [runtime], swiftSettings: settings),
    // The process that is killed.
    .executableTarget(name: "saver", dependencies: ["Generations", runtime], swiftSettings: settings),
    .testTarget(name: "CrashTests", dependencies: ["Generations", "saver", runtime], swiftSettings: settings),
  ]
)
