// swift-tools-version: 6.2
import PackageDescription

// What is known to break build plugins, in one small package. Generated code must not give a single warning in either
// language mode with every upcoming feature that changes what an import or a type means.
func settings(_ mode: SwiftLanguageMode) -> [SwiftSetting] {
  [
    .swiftLanguageMode(mode), .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
let runtime: Target.Dependency = .product(name: "CDQRuntime", package: "cdq")
let plugin: Target.PluginUsage = .plugin(name: "CDQPlugin", package: "cdq")

// Without CI's variable, as in the release build at the end of `run`, the tool is compiled as the README advises.
let traits: Set<Package.Dependency.Trait> = Context.environment["CDQ_OPTIMIZE"] == nil ? [] : [.defaults]

let package = Package(
  name: "PluginTraps",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "cdq", path: "../../..", traits: traits)],
  targets: [
    // Its schema is used by the queries of `Traps`.
    .target(name: "Base", dependencies: [runtime], swiftSettings: settings(.v6), plugins: [plugin]),
    // A model bundle; a `.cdq` beside a `.swift` of the same name; one base name in two folders.
    .target(name: "Traps", dependencies: ["Base", runtime], swiftSettings: settings(.v5), plugins: [plugin]),
    // Names that Swift reserves or has itself.
    .target(name: "Words", dependencies: [runtime], swiftSettings: settings(.v6), plugins: [plugin]),
    // The closure back end, by a `cdq.json`.
    .target(name: "Closed", dependencies: [runtime], swiftSettings: settings(.v5), plugins: [plugin]),
    // Names and places that few have; queries only; types called like the runtime's; the main actor by default.
    .target(
      name: "odd-names", dependencies: ["Base", runtime], path: "Sources/Odd places", sources: ["swift"],
      swiftSettings: settings(.v6) + [.strictMemorySafety(), .defaultIsolation(MainActor.self)], plugins: [plugin]),
    // The plugin, and nothing for it to do.
    .target(name: "Empty", swiftSettings: settings(.v6), plugins: [plugin]),
    // A test target with a `.cdq` of its own.
    .testTarget(
      name: "TrapsTests", dependencies: ["Base", "Traps", "Words", "Closed", "odd-names", runtime], swiftSettings: settings(.v6),
      plugins: [plugin]),
  ]
)
