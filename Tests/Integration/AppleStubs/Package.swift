// swift-tools-version: 6.2
import PackageDescription

// Type-checks the Swift that cdq generates for Apple's frameworks against stubs of their public interface.
// `GoldenTests` writes the generated files. Warnings are errors here, too.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
]
let runtime: Target.Dependency = .product(name: "CDQRuntime", package: "cdq")

let package = Package(
  name: "AppleStubs",
  platforms: [.macOS(.v14)],
  products: [
    // `RandomQueries` runs `#Predicate`s with this stub.
    .library(name: "SwiftDataStub", targets: ["SwiftData"]),
    // `Samples/ReadingList` is an app with Core Data.
    .library(name: "CoreDataStub", targets: ["CoreData"]),
  ],
  dependencies: [.package(name: "cdq", path: "../../..")],
  targets: [
    .target(name: "CoreData", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "SwiftData", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "ShopCoreData", dependencies: ["CoreData", runtime], swiftSettings: settings),
    .target(name: "ShelfSwiftData", dependencies: ["SwiftData", runtime], swiftSettings: settings),
    .testTarget(
      name: "ShelfTests",
      dependencies: ["SwiftData", "ShelfSwiftData", runtime, .product(name: "CDQKit", package: "cdq")],
      swiftSettings: settings),
  ]
)
