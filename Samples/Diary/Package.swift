// swift-tools-version: 6.2
import PackageDescription

let runtime: Target.Dependency = .product(name: "CDQRuntime", package: "cdq")

let package = Package(
  name: "Diary",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "cdq", path: "../..")],
  targets: [
    .target(
      name: "Journal", dependencies: [runtime], resources: [.copy("Data")],
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    .executableTarget(name: "diary", dependencies: ["Journal"]),
    .testTarget(
      name: "JournalTests", dependencies: ["Journal", runtime, .product(name: "CDQKit", package: "cdq")]),
  ]
)
