// swift-tools-version: 6.2
import PackageDescription

// Linux has no Core Data. There the app is compiled with a stub of Core Data's interface, so that CI checks each line.
#if os(Linux)
  let stubs: [Package.Dependency] = [.package(path: "../../Tests/Integration/AppleStubs")]
  let coreData: [Target.Dependency] = [.product(name: "CoreDataStub", package: "AppleStubs")]
#else
  let stubs: [Package.Dependency] = []
  let coreData: [Target.Dependency] = []
#endif

let package = Package(
  name: "ReadingList",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "ReadingList", targets: ["ReadingList"])],
  dependencies: [.package(name: "cdq", path: "../..")] + stubs,
  targets: [
    .target(
      name: "ReadingList", dependencies: [.product(name: "CDQValues", package: "cdq")] + coreData,
      plugins: [.plugin(name: "CDQPlugin", package: "cdq")]),
    .testTarget(
      name: "ReadingListTests",
      dependencies: ["ReadingList", .product(name: "CDQKit", package: "cdq")] + coreData),
  ]
)
