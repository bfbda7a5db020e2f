// swift-tools-version: 6.2
import PackageDescription

// Set by `.ci/run` only, so that a newer compiler's warning never breaks a dependant's build.
let strictness: [SwiftSetting] =
  Context.environment["CDQ_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // In a debug build the driver starts a compiler process for every 25 files, and each process type-checks the declarations
    // of all files. With a higher limit it starts as many as there are processors, which saves a tenth of the time.
    .unsafeFlags(["-driver-batch-size-limit", "1000"], .when(configuration: .debug)),
  ] + strictness

// In a user's release build, SwiftPM compiles a plugin's tool with -O, as it compiles the program. That takes longer than all
// runs of the tool together. Set CDQ_OPTIMIZE=1 to compile everything with -O, to time the tool or to install `cdq`.
let isOptimized = Context.environment["CDQ_OPTIMIZE"] != nil

/// The settings of modules that only the build tool `cdqc` has.
let toolSettings: [SwiftSetting] =
  settings + (isOptimized ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))])

/// The settings of modules that the build tool shares with `CDQKit`: optimized unless the dependant says `traits: []`, as a
/// package does whose program parses no query texts at run time.
let parserSettings: [SwiftSetting] =
  toolSettings
  + (isOptimized ? [] : [.unsafeFlags(["-O"], .when(configuration: .release, traits: ["OptimizedParser"]))])

/// The settings of the store, whose classes have one owner while they change. A whole-module build proves that for what a
/// module keeps to itself; for what it shows to the modules beside it the compiler would test each access at run time, a
/// tenth of the time of loading. Debug builds test all of them.
let storeSettings: [SwiftSetting] =
  settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// A library target.
func module(
  _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = settings
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A library target and its test target, in pipeline order.
func stage(
  _ name: String, _ dependencies: [Target.Dependency] = [], tests testDependencies: [Target.Dependency] = [],
  settings stageSettings: [SwiftSetting] = settings
) -> [Target] {
  [
    module(name, dependencies, settings: stageSettings),
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.byName(name: name), "CDQTestSupport", "CDQRandom"] + dependencies + testDependencies,
      swiftSettings: settings),
  ]
}

let package = Package(
  name: "cdq",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "CDQKit", targets: ["CDQKit"]),
    .library(name: "CDQRuntime", targets: ["CDQRuntime"]),
    .library(name: "CDQValues", targets: ["CDQValues"]),
    .library(name: "CDQStore", targets: ["CDQStore"]),
    .library(name: "CDQLoading", targets: ["CDQLoading"]),
    .library(name: "CDQMapping", targets: ["CDQMapping"]),
    .library(name: "CDQPersistence", targets: ["CDQPersistence"]),
    .executable(name: "cdq", targets: ["cdq"]),
    .executable(name: "cdqc", targets: ["cdqc"]),
    .plugin(name: "CDQPlugin", targets: ["CDQPlugin"]),
    .plugin(name: "CDQCommandPlugin", targets: ["CDQCommandPlugin"]),
    // For Tests/Fuzz, a package of its own: code generation is public for nobody else.
    .library(name: "_CDQFuzzSupport", targets: ["CDQFuzzSupport"]),
  ],
  traits: [
    .default(enabledTraits: ["OptimizedParser"]),
    .trait(
      name: "OptimizedParser",
      description: "Compiles parser and checker with -O in release builds, for programs that parse query texts through CDQKit"),
  ],
  targets: stage("CDQSyntax", tests: ["CDQPrinting"], settings: parserSettings)
    + stage("CDQIR")
    // The names of the language with their types and what each back end makes of them, which the runtime never needs.
    + [module("CDQLanguage", ["CDQIR"], settings: parserSettings)]
    + [
      module("CDQValues", ["CDQIR"]),
      module("CDQStore", ["CDQIR", "CDQValues"], settings: storeSettings),
      module("CDQLoading", ["CDQIR", "CDQValues", "CDQStore"]),
      module("CDQMapping", ["CDQIR", "CDQValues", "CDQStore", "CDQLoading"]),
      module("CDQPersistence", ["CDQIR", "CDQValues", "CDQStore"]),
    ]
    + stage("CDQRuntime", ["CDQIR", "CDQValues", "CDQStore", "CDQLoading", "CDQMapping", "CDQPersistence"])
    + stage(
      "CDQSchema", ["CDQSyntax", "CDQIR"], tests: ["CDQPrinting", "CDQComparison"], settings: parserSettings)
    + stage("CDQFiles", ["CDQSyntax", "CDQSchema"], tests: ["CDQPrinting"], settings: toolSettings)
    + stage(
      "CDQSemantics", ["CDQSyntax", "CDQIR", "CDQLanguage", "CDQSchema"], tests: ["CDQPrinting", "CDQComparison"], settings: parserSettings)
    // Generated code is compiled and run in the tests.
    + stage(
      "CDQCodegen", ["CDQSyntax", "CDQIR", "CDQLanguage", "CDQSchema", "CDQSemantics"], tests: ["CDQRuntime", "CDQValues"],
      settings: toolSettings)
    // Trees and schemas as text, which the build tool never needs.
    + [module("CDQPrinting", ["CDQSyntax", "CDQIR", "CDQSchema"])]
    // What only the commands have: no user's build compiles it.
    + [
      module("CDQComparison", ["CDQSyntax", "CDQIR", "CDQSchema", "CDQSemantics", "CDQPrinting"]),
      module("CDQExplanations", ["CDQSyntax", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQPrinting"]),
    ]
    + stage("CDQKit", ["CDQSyntax", "CDQIR", "CDQRuntime", "CDQSchema", "CDQSemantics", "CDQPrinting"])
    + stage(
      "CDQTool",
      [
        "CDQSyntax", "CDQIR", "CDQLanguage", "CDQRuntime", "CDQSchema", "CDQSemantics", "CDQCodegen", "CDQPrinting",
        "CDQComparison", "CDQExplanations", "CDQFiles", "CDQKit",
      ])
    + [
      .executableTarget(name: "cdq", dependencies: ["CDQTool"], swiftSettings: settings),
      // The cases are data beside the runner; see Tests/Conformance/README.md.
      .testTarget(
        name: "ConformanceTests",
        dependencies: [
          "CDQTool", "CDQKit", "CDQIR", "CDQLanguage", "CDQRuntime", "CDQSyntax", "CDQSemantics", "CDQTestSupport",
        ],
        path: "Tests/Conformance/Runner", swiftSettings: settings),
      .testTarget(name: "TidyTests", dependencies: ["CDQTestSupport"], swiftSettings: settings),
      // What the build plugin runs: every user's build compiles it, so it has neither the engine nor the commands.
      .executableTarget(
        name: "cdqc",
        dependencies: ["CDQSyntax", "CDQIR", "CDQSchema", "CDQFiles", "CDQSemantics", "CDQCodegen"],
        swiftSettings: toolSettings),
      .plugin(
        name: "CDQPlugin", capability: .buildTool(), dependencies: ["cdqc"], path: "Sources/Plugins/CDQPlugin"),
      .plugin(
        name: "CDQCommandPlugin",
        capability: .command(
          intent: .custom(verb: "cdq", description: "Generates Swift from .cdq files, checks and formats them"),
          permissions: [
            .writeToPackageDirectory(reason: "'cdq generate' writes Swift, and 'cdq fmt' lays .cdq files out.")
          ]),
        dependencies: ["cdqc"], path: "Sources/Plugins/CDQCommandPlugin"),
      .target(name: "CDQTestSupport", path: "Tests/Support", swiftSettings: settings),
      // Numbers, values and texts of queries by chance, for tests of every kind. `Tests/Fuzz` compiles the same files.
      .target(name: "CDQRandom", dependencies: ["CDQIR"], path: "Tests/Random", swiftSettings: settings),
      .target(
        name: "CDQFuzzSupport", dependencies: ["CDQSyntax", "CDQSchema", "CDQSemantics", "CDQCodegen"],
        path: "Tests/FuzzSupport", swiftSettings: settings),
      // A second evaluator, which shares nothing with the engines.
      .target(
        name: "CDQOracle", dependencies: ["CDQSyntax", "CDQIR", "CDQSemantics"], path: "Tests/Oracle",
        swiftSettings: settings),
      .testTarget(
        name: "CDQOracleTests",
        dependencies: [
          "CDQOracle", "CDQRandom", "CDQTestSupport", "CDQSyntax", "CDQIR", "CDQRuntime", "CDQSchema", "CDQSemantics",
          "CDQPrinting", "CDQCodegen", "CDQKit",
        ],
        swiftSettings: settings),
    ]
)
