// swift-tools-version: 6.2
import PackageDescription

// A small package with everything that is known to break build plugins. Generated code must not cause a warning in
// either language mode, with every upcoming feature that changes the meaning of imports or types.
func settings(_ mode: SwiftLanguageMode) -> [SwiftSetting] {
  [
    .swiftLanguageMode(mode), .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
let runtime: Target.Dependency = .product(name: "CDQRuntime", package: "cdq")
let plugin: Target.PluginUsage = .plugin(name: "CDQPlugin", package: "cdq")

let package = Package(
  name: "PluginTraps",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "cdq", path: "../../..")],
  targets: [
    // The queries of `Traps` use the schema of this target.
    .target(name: "Base", dependencies: [runtime], swiftSettings: settings(.v6), plugins: [plugin]),
    // A Core Data model bundle; a `.cdq` beside a `.swift` of the same name; one base name in two folders.
    .target(name: "Traps", dependencies: ["Base", runtime], swiftSettings: settings(.v5), plugins: [plugin]),
    // Names that are keywords or standard types of Swift.
    .target(name: "Words", dependencies: [runtime], swiftSettings: settings(.v6), plugins: [plugin]),
    // The closure back end, selected by a `cdq.json`.
    .target(name: "Closed", dependencies: [runtime], swiftSettings: settings(.v5), plugins: [plugin]),
    // Unusual names and paths; queries only; types with names of the runtime's types; the main actor by default.
    .target(
      name: "odd-names", dependencies: ["Base", runtime], path: "Sources/Odd places", sources: ["swift"],
      swiftSettings: settings(.v6) + [.strictMemorySafety(), .defaultIsolation(MainActor.self)], plugins: [plugin]),
    // A target with the plugin but without files for it.
    .target(name: "Empty", swiftSettings: settings(.v6), plugins: [plugin]),
    // A test target with its own `.cdq` file.
    .testTarget(
      name: "TrapsTests", dependencies: ["Base", "Traps", "Words", "Closed", "odd-names", runtime], swiftSettings: settings(.v6),
      plugins: [plugin]),
  ]
)
